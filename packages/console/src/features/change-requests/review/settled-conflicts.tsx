import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useWrite } from '../../../api/index.ts'
import type { ChangeRequestMergeability } from '../../../api/operations.ts'
import { useFailureToast } from '../../../app/use-failure-toast.ts'
import { useReviewWords } from '../../../locales/features/reviews.ts'
import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { changeRequestPagesRead, changeRequestRead, useChangeRequest } from '../use-change-request.ts'
import { writeContent } from '../writing/page-content.ts'
import { contentReads } from '../writing/use-page-writes.ts'

type SettledConflict = ChangeRequestMergeability['settledConflicts'][number]

/** The conflicts that somebody has decided here, each to be decided again until the merge. */
export function SettledConflicts({ conflicts }: { conflicts: readonly SettledConflict[] }) {
  const { common, reviews } = useReviewWords()
  const { ids, rights } = useChangeRequest()
  const { data } = useQuery(changeRequestPagesRead(ids))
  const titles = new Map(data?.pages.map(({ id, title }) => [id, title]))
  const client = useQueryClient()
  const fail = useFailureToast()
  const {
    mutateAsync: revert,
    isPending,
    variables,
  } = useWrite(
    ({ page, revision }: Pick<SettledConflict, 'page' | 'revision'>) =>
      writeContent(ids, [{ operation: 'revert_page', page, revision }]),
    { stale: contentReads },
  )
  // The conflict is not in this list any more when it is back, so what is said of it must not depend on the list.
  const bringBack = async ({ page, revision }: SettledConflict, title: string): Promise<void> => {
    const replaced = client.getQueryData(changeRequestRead(ids).queryKey)?.revision
    try {
      await revert({ page, revision })
      showToast({
        message: reviews.conflictIsBack(title),
        ...(replaced !== undefined && {
          action: { label: common.undo, run: () => void revert({ page, revision: replaced }).catch(fail) },
        }),
      })
    } catch (error) {
      fail(error)
    }
  }
  return (
    <span className="conflict-list">
      {conflicts.map((conflict) => {
        const title = titles.get(conflict.page) ?? conflict.path ?? conflict.page
        return (
          <span key={conflict.page} className="settled-conflict">
            <Link
              className="link"
              to="/spaces/$spaceId/change-requests/$changeRequestId/pages/$pageId"
              params={{ ...ids, pageId: conflict.page }}
            >
              {reviews.conflictIn(title)}
            </Link>
            {rights.canWrite && (
              <Button
                isDense
                label={reviews.decideAgain}
                aria-label={`${reviews.decideAgain}: ${title}`}
                isBusy={isPending && variables?.page === conflict.page}
                onPress={() => void bringBack(conflict, title)}
              />
            )}
          </span>
        )
      })}
    </span>
  )
}
