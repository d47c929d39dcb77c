import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { LoadFailure } from '../../../app/load-failure.tsx'
import { useGo } from '../../../app/navigation.ts'
import { useReviewWords } from '../../../locales/features/reviews.ts'
import { Empty, SkeletonRows } from '../../../ui/states.tsx'
import { ChangeRequestFrame } from '../change-request-frame.tsx'
import { ReviewRail } from '../review/review-rail.tsx'
import { changesRead, useIds } from '../use-change-request.ts'
import { ChangedPageView } from './changed-page-view.tsx'
import { findCurrentIndex, listChangedPages, listOtherChanges } from './changed-things.ts'
import { OtherChanges } from './other-changes.tsx'
import { useStepKeys } from './use-step-keys.ts'

/** What a change request changes, one page at a time, with what stands before its merge. */
export function ChangesScreen() {
  const { common, changeRequests, changes: texts } = useReviewWords()
  const ids = useIds()
  const { page: chosen } = useSearch({
    from: '/signed-in/spaces/$spaceId/change-requests/$changeRequestId/changes',
  })
  const { data, error, refetch } = useQuery(changesRead(ids))
  const pages = listChangedPages(data)
  const others = listOtherChanges(data)
  const index = findCurrentIndex(pages, chosen)
  const page = pages[index]
  const go = useGo()
  useStepKeys(pages, index, (page) =>
    go({ to: '/spaces/$spaceId/change-requests/$changeRequestId/changes', params: ids, search: { page } }),
  )
  return (
    <ChangeRequestFrame title={changeRequests.changes}>
      <div className="changes">
        <div className="changes-body">
          {error ? (
            <LoadFailure error={error} onRetry={() => void refetch()} />
          ) : !data ? (
            <SkeletonRows label={common.loading} />
          ) : page || others.length > 0 ? (
            <>
              {page && (
                <ChangedPageView
                  key={page.id}
                  page={page}
                  previousId={pages[index - 1]?.id}
                  nextId={pages[index + 1]?.id}
                />
              )}
              {others.length > 0 && <OtherChanges changes={others} />}
            </>
          ) : (
            <Empty title={texts.nothingTitle}>{texts.nothingText}</Empty>
          )}
        </div>
        <ReviewRail />
      </div>
    </ChangeRequestFrame>
  )
}
