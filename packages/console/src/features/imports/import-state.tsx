import type { ContentImportRun, ContentImportStatus } from '../../api/operations.ts'
import { useImportWords } from '../../locales/features/imports.ts'
import { useFormats } from '../../locales/index.ts'
import { State } from '../../ui/badges.tsx'
import { ban, circleCheck, circleExclamation, circleNotch, clock } from '../../ui/icon-paths.ts'

/** How often an import that runs is looked at again. */
export const REFRESH_MS = 2000

export const isUnderWay = ({ status }: Pick<ContentImportRun, 'status'>): boolean =>
  status === 'pending' || status === 'in-progress'

const looks = {
  pending: { icon: clock },
  'in-progress': { icon: circleNotch, look: 'info' },
  completed: { icon: circleCheck, look: 'success' },
  failed: { icon: circleExclamation, look: 'danger' },
  cancelled: { icon: ban },
} as const

/** How far an import has come, in a word. */
export function ImportState({ status }: { status: ContentImportStatus }) {
  const { imports } = useImportWords()
  return <State label={imports.status[status]} {...looks[status]} />
}

/** What an import brings in: an address, or the names of files. */
export function useSourceName(): (run: ContentImportRun) => string {
  const { list } = useFormats()
  return ({ source }) => (source.type === 'file' ? list(source.files) : source.url)
}
