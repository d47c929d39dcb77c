import { useQueryClient } from '@tanstack/react-query'
import { useWrite } from '../../../api/index.ts'
import type { ChangeRequestContentChange } from '../../../api/operations.ts'
import { describeError } from '../../../app/failures.tsx'
import { useWords, type Words } from '../../../locales/index.ts'
import { showToast } from '../../../ui/toast.tsx'
import { changeRequestRead, useIds } from '../use-change-request.ts'
import { writeContent } from '../writing/page-content.ts'
import { contentReads } from '../writing/use-page-writes.ts'
import type { ChangedPage } from './changed-things.ts'
import type { WordRevert } from './rendered/word-revert.ts'

/** What of a page is reverted: some blocks, by their keys, or some words. */
type RevertedPart = { block: string[] } | WordRevert

/**
 * Gives a page the fields and the text that it has in the space, or a part of it. It can be undone: the change request keeps
 * its revisions.
 */
export function useRevertPage(): (page: ChangedPage, part?: RevertedPart) => void {
  const words = useWords()
  const ids = useIds()
  const client = useQueryClient()
  const { mutate } = useWrite((changes: ChangeRequestContentChange[]) => writeContent(ids, changes), {
    stale: contentReads,
  })
  const onError = (error: unknown): void => showToast({ message: describeError(error, words), isError: true })
  return (page, part) => {
    const revision = client.getQueryData(changeRequestRead(ids).queryKey)?.revision
    const change = { operation: 'revert_page', page: page.id } as const
    mutate([{ ...change, ...part }], {
      onError,
      onSuccess: () =>
        showToast({
          message: describeReverted(page, part, words),
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

function describeReverted(page: ChangedPage, part: RevertedPart | undefined, { changes }: Words): string {
  if (!part) return changes.reverted(page.title)
  return 'block' in part ? changes.blockReverted : changes.wordsReverted
}
