import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LoadFailure } from '../../../app/load-failure.tsx'
import { useReviewWords } from '../../../locales/features/reviews.ts'
import { SkeletonRows } from '../../../ui/states.tsx'
import { commentsRead, useChangeRequest } from '../use-change-request.ts'
import { CommentThread } from './comment-thread.tsx'
import { DraftThread } from './draft-thread.tsx'
import { useLinkedComment } from './linked-comment.ts'
import { NewComment } from './new-comment.tsx'
import { ReviewLink } from './review-link.tsx'
import { useDrafts } from './use-drafts.ts'

/** The comments on a change request, with a field for the next one. */
export function Conversation() {
  const { common, reviews } = useReviewWords()
  const { ids, rights } = useChangeRequest()
  const { data, error, refetch } = useQuery(commentsRead(ids))
  const drafts = useDrafts()
  const linkedId = useLinkedComment()
  const [isFoldOpen, setFoldOpen] = useState<boolean>()
  const open = data?.items.filter(({ status }) => status === 'open') ?? []
  const resolved = data?.items.filter(({ status }) => status === 'resolved') ?? []
  // Whoever follows a link to a comment sees it, resolved or not. A reply says nothing of its comment, so all are shown.
  const isLinkedOpen = open.some(({ id }) => id === linkedId)
  const showsResolved = isFoldOpen ?? (linkedId !== undefined && !isLinkedOpen && resolved.length > 0)
  return (
    <section aria-labelledby="conversation" className="conversation">
      <h2 id="conversation">{reviews.conversation}</h2>
      {error ? (
        <LoadFailure error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows label={common.loading} />
      ) : (
        <>
          {open.length + drafts.length === 0 && <p className="soft">{reviews.noComments}</p>}
          {open.map((comment) => (
            <CommentThread key={comment.id} comment={comment} />
          ))}
          {resolved.length > 0 && (
            <button
              type="button"
              className="fold"
              aria-expanded={showsResolved}
              onClick={() => setFoldOpen(!showsResolved)}
            >
              {reviews.showResolved} ({resolved.length})
            </button>
          )}
          {showsResolved && resolved.map((comment) => <CommentThread key={comment.id} comment={comment} />)}
        </>
      )}
      <ReviewLink />
      {drafts.map((draft) => (
        <DraftThread key={draft.id} draft={draft} />
      ))}
      {rights.canComment && <NewComment />}
    </section>
  )
}
