import { useWrite } from '../../../api/index.ts'
import type { ChangeRequestContentChange } from '../../../api/operations.ts'
import { describeError } from '../../../app/load-failure.tsx'
import { useWords } from '../../../locales/index.ts'
import { showToast } from '../../../ui/toast.tsx'
import { useIds } from '../use-change-request.ts'
import { writeContent } from './page-content.ts'
import { contentReads } from './use-page-writes.ts'

type PageUpdate = Extract<ChangeRequestContentChange, { operation: 'update_page' }>

/** What belongs to a page and is neither its text nor its title. */
export type PageOptions = Pick<PageUpdate, 'cover' | 'layout' | 'slug' | 'hidden' | 'linkTitle'>

interface PageOptionsWrite {
  isPending: boolean
  change: (options: PageOptions, onDone?: () => void) => void
}

/** Changes options of a page at once. What is typed on the page meanwhile is saved on top of it. */
export function usePageOptions(pageId: string): PageOptionsWrite {
  const ids = useIds()
  const words = useWords()
  const write = useWrite(
    (options: PageOptions) => writeContent(ids, [{ operation: 'update_page', page: pageId, ...options }]),
    { stale: contentReads },
  )
  return {
    isPending: write.isPending,
    change: (options, onDone) =>
      write.mutate(options, {
        onError: (error) => showToast({ message: describeError(error, words), isError: true }),
        ...(onDone && { onSuccess: onDone }),
      }),
  }
}
