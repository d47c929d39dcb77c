import { hasPermission } from '../../../access/permissions.ts'
import type { Urls } from '../../../common/urls.ts'
import { importSteps } from '../sources/source.ts'
import type { ImportRunRow } from './repository.ts'
import type { ImportRun } from './schema.ts'

const statuses = {
  pending: 'pending',
  running: 'in-progress',
  completed: 'completed',
  failed: 'failed',
  canceled: 'cancelled',
} as const satisfies Record<ImportRunRow['status'], ImportRun['status']>

export function presentImportRun(urls: Urls, row: ImportRunRow): ImportRun {
  const { source, changeRequest } = row.subject
  const step = importSteps.find((name) => name === row.progressStep)
  return {
    object: 'import-run',
    id: row.id,
    status: statuses[row.status],
    ...(row.error !== null && { reason: row.error }),
    source,
    target: { space: row.spaceId, ...(changeRequest !== undefined && { changeRequest }) },
    progress: {
      ...(step && { step }),
      done: row.progressDone,
      ...(row.progressTotal !== null && { total: row.progressTotal }),
    },
    ...row.report,
    ...(row.createdBy !== null && { createdBy: row.createdBy }),
    createdAt: row.createdAt,
    updatedAt: row.finishedAt ?? row.startedAt ?? row.createdAt,
    ...(row.startedAt !== null && { startedAt: row.startedAt }),
    ...(row.status === 'completed' && row.finishedAt !== null && { completedAt: row.finishedAt }),
    permissions: { cancel: hasPermission('space.edit', row.role) },
    urls: { location: urls.location(`/org/${row.organizationId}/imports/${row.id}`) },
  }
}
