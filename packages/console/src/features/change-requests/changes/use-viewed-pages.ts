import { useQuery } from '@tanstack/react-query'
import { call, useWrite } from '../../../api/index.ts'
import {
  listViewedPages,
  markPageAsViewed,
  unmarkPageAsViewed,
  type ViewedPages,
} from '../../../api/operations.ts'
import { describeError } from '../../../app/load-failure.tsx'
import { useWords } from '../../../locales/index.ts'
import { showToast } from '../../../ui/toast.tsx'
import { useIds, viewedPagesRead } from '../use-change-request.ts'

interface ViewedMark {
  pageId: string
  isViewed: boolean
  /** The revision that is shown: what was changed since is not looked at. */
  revision: string
}

/** Which changed pages one has looked at. A page that is changed again loses its mark. */
export function useViewedPages() {
  const words = useWords()
  const ids = useIds()
  const viewedRead = viewedPagesRead(ids)
  const { data } = useQuery(viewedRead)
  const write = useWrite(
    ({ pageId, isViewed, revision }: ViewedMark) =>
      isViewed
        ? call(markPageAsViewed, { ...ids, pageId, query: { revision } })
        : call(unmarkPageAsViewed, { ...ids, pageId }),
    {
      stale: [listViewedPages],
      optimistic: ({ pageId, isViewed }) => [
        {
          key: viewedRead.queryKey,
          update: (viewed: ViewedPages): ViewedPages => ({
            ...viewed,
            pages: [...viewed.pages.filter((id) => id !== pageId), ...(isViewed ? [pageId] : [])],
          }),
        },
      ],
    },
  )
  return {
    viewedIds: new Set(data?.pages),
    setViewed: (mark: ViewedMark): void =>
      write.mutate(mark, {
        onError: (error) => showToast({ message: describeError(error, words), isError: true }),
      }),
  }
}
