import { defineSubjectColumns, type SubjectRow } from '../../../access/subjects.ts'
import { sql } from '../../../database/database.ts'
import type { Tables } from '../../../database/schema/tables.ts'

export interface CollectionRow
  extends
    SubjectRow,
    Pick<Tables['collections'], 'parentId' | 'title' | 'description' | 'defaultLevel' | 'rank'> {
  path: string[]
}

declare module '../../../access/subjects.ts' {
  interface SubjectRows {
    collection: CollectionRow
  }
}

/** The columns of `CollectionRow`. */
export const collectionColumns = defineSubjectColumns(
  'collection',
  sql`
  c.id, c.organization_id as "organizationId", c.parent_id as "parentId",
  -- The driver reads arrays of PostgreSQL's own types only.
  c.path::text[] as path, c.title, c.description,
  c.default_level as "defaultLevel", c.rank`,
)
