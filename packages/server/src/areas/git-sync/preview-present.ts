import type { Urls } from '../../common/urls.ts'
import type { PreviewRow } from './preview-repository.ts'
import type { GitSyncPreview } from './preview-schema.ts'

export function presentGitSyncPreview(urls: Urls, spaceId: string, row: PreviewRow): GitSyncPreview {
  const { id, status, report, createdAt } = row
  return {
    object: 'git-sync-preview',
    id,
    direction: row.subject.direction,
    ...(report === null
      ? { status }
      : 'error' in report
        ? { status: 'failed', error: report.error }
        : { status, result: report }),
    createdAt,
    urls: { location: urls.location(`/spaces/${spaceId}/git/previews/${id}`) },
  }
}
