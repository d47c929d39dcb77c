import { type Queryable, sql } from '../../database/database.ts'
import type { Tables } from '../../database/schema/tables.ts'
import type { PreviewResult, SyncDirection } from './preview-schema.ts'

/** The type of the tasks that are previews. */
export const previewTaskType = 'git-preview'

/** What a preview was started for, as it is stored with its task. */
export interface PreviewSubject {
  direction: SyncDirection
}

/** What a preview has found out, or why it could not, as it is stored with its task. */
export type PreviewReport = PreviewResult | { error: string }

export interface PreviewRow extends Pick<Tables['tasks'], 'id' | 'status' | 'createdAt'> {
  subject: PreviewSubject
  report: PreviewReport | null
}

/** Reads previews, which are tasks. */
export class GitSyncPreviewRepository {
  find(on: Queryable, spaceId: string, id: string): Promise<PreviewRow | undefined> {
    return on.row(sql`
      select id, status, created_at as "createdAt", subject, report from tasks
      where id = ${id} and space_id = ${spaceId} and type = ${previewTaskType}`)
  }
}
