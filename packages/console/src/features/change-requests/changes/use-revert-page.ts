import { useQueryClient } from '@tanstack/react-query'
import { isStatus, useWrite } from '../../../api/index.ts'
import type { ChangeRequestContentChange } from '../../../api/operations.ts'
import { describeError } from '../../../app/load-failure.tsx'
import { type ReviewWords, useReviewWords } from '../../../locales/features/reviews.ts'
import { showToast } from '../../../ui/toast.tsx'
import { changeRequestRead, type ChangeRequestIds, useIds } from '../use-change-request.ts'
import { writeContent } from '../writing/page-content.ts'
import { contentReads } from '../writing/use-page-writes.ts'
import type { ChangedPage } from './changed-things.ts'
import type { WordRevert } from './rendered/word-revert.ts'

/** What of a page is reverted: some blocks, by their keys, or some words. */
type RevertedPart = { block: string[] } | WordRevert

const showError = (message: string): void => showToast({ message, isError: true })

interface Revert {
  change: ChangeRequestContentChange
  /** The revision whose differences were shown. */
  shownRevision: string | undefined
}

/**
 * Gives a page the fields and the text that it has in the space, or a part of it. It can be undone as long as nobody has written
 * anything else: the change request keeps its revisions, and none of them is put over what others wrote.
 */
export function useRevertPage(): (page: ChangedPage, part?: RevertedPart) => Promise<void> {
  const words = useReviewWords()
  const ids = useIds()
  const client = useQueryClient()
  const { mutateAsync: revert } = useWrite((input: Revert) => writeRevert(ids, input), {
    stale: contentReads,
  })
  const { mutateAsync: undo } = useWrite(
    ({ change, revision }: { change: ChangeRequestContentChange; revision: string }) =>
      writeContent(ids, [change], revision),
    { stale: contentReads },
  )
  // A page that is as it was is not listed any more, so what is said about it must not depend on its view.
  return async (page, part) => {
    const shownRevision = client.getQueryData(changeRequestRead(ids).queryKey)?.revision
    const change = { operation: 'revert_page', page: page.id } as const
    try {
      const { revision, replacedRevision } = await revert({ change: { ...change, ...part }, shownRevision })
      const takeBack = async (earlierRevision: string): Promise<void> => {
        try {
          await undo({ change: { ...change, revision: earlierRevision }, revision })
        } catch (error) {
          showError(isStatus(error, 409) ? words.changes.notUndone : describeError(error, words))
        }
      }
      showToast({
        message: describeReverted(page, part, words),
        ...(replacedRevision !== undefined && {
          action: { label: words.common.undo, run: () => void takeBack(replacedRevision) },
        }),
      })
    } catch (error) {
      showError(describeError(error, words))
    }
  }
}

/** Reverts, and says which revision there was before, if that is known. Somebody may have written elsewhere meanwhile. */
async function writeRevert(
  ids: ChangeRequestIds,
  { change, shownRevision }: Revert,
): Promise<{ revision: string; replacedRevision: string | undefined }> {
  try {
    const { revision } = await writeContent(ids, [change], shownRevision)
    return { revision, replacedRevision: shownRevision }
  } catch (error) {
    if (shownRevision === undefined || !isStatus(error, 409)) throw error
    const { revision } = await writeContent(ids, [change])
    return { revision, replacedRevision: undefined }
  }
}

function describeReverted(
  page: ChangedPage,
  part: RevertedPart | undefined,
  { changes }: ReviewWords,
): string {
  if (!part) return changes.reverted(page.title)
  return 'block' in part ? changes.blockReverted : changes.wordsReverted
}
