import { parseMarkdown } from '@verso/markdown'
import { hasPermission } from '../../../access/permissions.ts'
import type { Urls } from '../../../common/urls.ts'
import type { TranslationForViewer } from './repository.ts'
import type { Translation } from './schema.ts'

export function presentTranslation(urls: Urls, row: TranslationForViewer): Translation {
  const error = row.run
    ? row.run.error
    : row.hasSource
      ? row.error
      : 'The source space is deleted, or in another organization.'
  return {
    object: 'translation',
    id: row.id,
    status: row.run?.status ?? (row.runs === 0 ? 'pending' : 'completed'),
    source: { space: row.sourceSpaceId, language: row.sourceLanguage },
    language: row.language,
    instructions: parseMarkdown(row.instructions).document,
    ...(row.spaceId !== null &&
      row.revisionId !== null &&
      row.hasTarget && {
        result: { space: row.spaceId, revision: row.revisionId, language: row.language },
      }),
    ...(error !== null && { error }),
    ...(row.run && {
      run: {
        job: row.run.id,
        progress: {
          done: row.run.progressDone,
          ...(row.run.progressTotal !== null && { total: row.run.progressTotal }),
        },
      },
    }),
    problems: row.problems,
    stats: {
      runs: row.runs,
      totalWords: row.totalWords,
      totalPages: row.totalPages,
      totalDuration: Math.round(row.totalMs / 1000),
      latestRunDuration: Math.round(row.latestMs / 1000),
      latestPages: row.latestPages,
      latestWords: row.latestWords,
    },
    permissions: { view: true, edit: hasPermission('space.translate', row.role) },
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    urls: { location: urls.location(`/orgs/${row.organizationId}/translations/${row.id}`) },
  }
}
