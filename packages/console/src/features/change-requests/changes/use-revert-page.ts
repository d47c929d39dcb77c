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

/**
 * Gives a page the fields and the text that it has in the space, or some blocks of it, by their keys. It can be undone: the
 * change request keeps its revisions.
 */
export function useRevertPage(): (page: ChangedPage, keys?: string[]) => void {
  const words = useWords()
  const ids = useIds()
  const client = useQueryClient()
  const { mutate } = useWrite((changes: ChangeRequestContentChange[]) => writeContent(ids, changes), {
    stale: contentReads,
  })
  const onError = (error: unknown): void => showToast({ message: describeError(error, words), isError: true })
  return (page, keys) => {
    const revision = client.getQueryData(changeRequestRead(ids).queryKey)?.revision
    const change = { operation: 'revert_page', page: page.id, ...(keys && { block: keys }) } as const
    mutate([change], {
      onError,
      onSuccess: () =>
        showToast({
          message: keys ? words.changes.blockReverted : words.changes.reverted(page.title),
          ...(revision !== undefined && {
            action: {
              label: words.common.undo,
              run: () => mutate([{ ...change, revision }], { onError }),
            },
          }),
        }),
    })
  }
}
