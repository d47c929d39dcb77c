import { useState } from 'react'
import { call, useWrite } from '../../../api/index.ts'
import { removeRequestedReviewerFromChangeRequest } from '../../../api/operations.ts'
import { describeError } from '../../../app/load-failure.tsx'
import { useFormats } from '../../../locales/index.ts'
import { useReviewWords } from '../../../locales/features/reviews.ts'
import { Avatar } from '../../../ui/badges.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { circleCheck, circleExclamation, clock, userPlus, xmark } from '../../../ui/icon-paths.ts'
import { showToast } from '../../../ui/toast.tsx'
import { useChangeRequest } from '../use-change-request.ts'
import { AskReviewers } from './ask-reviewers.tsx'
import { reviewReads } from './review-reads.ts'
import { hasApproved, type Reviewer, useReviewers } from './reviewers-summary.tsx'

/** Who is asked, and what they said. */
export function Reviewers() {
  const words = useReviewWords()
  const { reviews } = words
  const { ids, rights } = useChangeRequest()
  const reviewers = useReviewers(ids)
  const [isAsking, setAsking] = useState(false)
  const remove = useWrite(
    (userId: string) => call(removeRequestedReviewerFromChangeRequest, { ...ids, userId }),
    { stale: reviewReads },
  )
  return (
    <section aria-labelledby="reviewers">
      <div className="rail-head">
        <h2 id="reviewers">{reviews.reviewers}</h2>
        {rights.canWrite && (
          <Button
            look="quiet"
            isDense
            icon={userPlus}
            label={reviews.askSomebody}
            onPress={() => setAsking(true)}
          />
        )}
      </div>
      {reviewers.length === 0 && <p className="soft">{reviews.noReviewers}</p>}
      <ul className="checks people">
        {reviewers.map((reviewer) => (
          <li key={reviewer.user.id}>
            <span className="person">
              <Avatar name={reviewer.user.displayName} imageUrl={reviewer.user.photoURL} />
              <span>
                {reviewer.user.displayName}
                <small>
                  <ReviewerNote reviewer={reviewer} />
                </small>
              </span>
            </span>
            <ReviewerState reviewer={reviewer} />
            {rights.canWrite && reviewer.askedAt !== undefined && (
              <Button
                look="quiet"
                isDense
                isIconOnly
                icon={xmark}
                label={reviews.removeReviewer(reviewer.user.displayName)}
                onPress={() =>
                  remove.mutate(reviewer.user.id, {
                    onError: (error) => showToast({ message: describeError(error, words), isError: true }),
                  })
                }
              />
            )}
          </li>
        ))}
      </ul>
      {isAsking && <AskReviewers onClose={() => setAsking(false)} />}
    </section>
  )
}

function ReviewerNote({ reviewer: { review, askedAt } }: { reviewer: Reviewer }) {
  const { reviews } = useReviewWords()
  const { relativeTime } = useFormats()
  if (!review) return askedAt === undefined ? null : reviews.asked(relativeTime(askedAt))
  const when = relativeTime(review.createdAt)
  const text = review.status === 'approved' ? reviews.approvedWhen(when) : reviews.changesRequestedWhen(when)
  return review.outdated ? `${text}, ${reviews.outdatedReview}` : text
}

function ReviewerState({ reviewer }: { reviewer: Reviewer }) {
  const { reviews } = useReviewWords()
  const isApproved = hasApproved(reviewer)
  const wantsChanges = reviewer.review?.status === 'changes-requested'
  const icon = isApproved ? circleCheck : wantsChanges ? circleExclamation : clock
  const text = isApproved ? reviews.approved : wantsChanges ? reviews.changesRequested : reviews.waiting
  return (
    <span className={isApproved ? 'met' : 'open'}>
      <Icon of={icon} />
      <span className="sr">{text}</span>
    </span>
  )
}
