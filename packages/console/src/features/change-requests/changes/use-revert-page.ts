import { useQueryClient } from '@tanstack/react-query'
import { useWrite } from '../../../api/index.ts'
import type { ChangeRequestContentChange } from '../../../api/operations.ts'
import { describeError } from '../../../app/failures.tsx'
import { useWords } from '../../../locales/index.ts'
import { showToast } from '../../../ui/toast.tsx'
import { changeRequestRead, useIds } from '../use-change-request.ts'
import { writeContent } from '../writing/page-content.ts'
import { contentReads } from '../writing/use-page-writes.ts'
import type { ChangedPage } from './changed-things.ts'

/** Gives a page the fields and the text that it has in the space. It can be undone: the change request keeps its revisions. */
export function useRevertPage(): (page: ChangedPage) => void {
  const words = useWords()
  const ids = useIds()
  const client = useQueryClient()
  const { mutate } = useWrite((changes: ChangeRequestContentChange[]) => writeContent(ids, changes), {
    stale: contentReads,
  })
  const onError = (error: unknown): void => showToast({ message: describeError(error, words), isError: true })
  return (page) => {
    const revision = client.getQueryData(changeRequestRead(ids).queryKey)?.revision
    mutate([{ operation: 'revert_page', page: page.id }], {
      onError,
      onSuccess: () =>
        showToast({
          message: words.changes.reverted(page.title),
          ...(revision !== undefined && {
            action: {
              label: words.common.undo,
              run: () => mutate([{ operation: 'revert_page', page: page.id, revision }], { onError }),
            },
          }),
        }),
    })
  }
}
