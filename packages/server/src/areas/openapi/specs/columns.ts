import { sql } from '../../../database/database.ts'
import type { Tables } from '../../../database/schema/tables.ts'
import type { DescriptionProblem } from '../documents/validate-description.ts'

export type OpenAPISpecRow = Pick<
  Tables['openapi_specs'],
  | 'id'
  | 'organizationId'
  | 'slug'
  | 'visibility'
  | 'sourceUrl'
  | 'processingState'
  | 'lastProcessedAt'
  | 'lastErrorCode'
  | 'lastErrorCount'
  | 'createdAt'
  | 'updatedAt'
> & {
  lastVersionId: Tables['openapi_versions']['id'] | null
  lastErrors: DescriptionProblem[]
}

/** The id of the latest version of the spec `s`. */
export const latestVersionId = sql`(select v.id from openapi_versions v where v.spec_id = s.id order by v.id desc limit 1)`

/** The columns of the spec `s`. */
export const specColumns = sql`
  s.id, s.organization_id as "organizationId", s.slug, s.visibility, s.source_url as "sourceUrl",
  s.processing_state as "processingState", ${latestVersionId} as "lastVersionId",
  s.last_processed_at as "lastProcessedAt", s.last_error_code as "lastErrorCode", s.last_errors as "lastErrors",
  s.last_error_count as "lastErrorCount", s.created_at as "createdAt", s.updated_at as "updatedAt"`
