import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { Comment } from '../../../api/operations.ts'
import { useWords } from '../../../locales/index.ts'
import { Button } from '../../../ui/button.tsx'
import { useIds } from '../use-change-request.ts'
import { CommentView } from './comment-view.tsx'
import { repliesRead, useCommentWrites } from './use-comments.ts'

/** A comment with its replies. */
export function CommentThread({ comment }: { comment: Comment }) {
  const { reviews } = useWords()
  const ids = useIds()
  const { data: replies } = useQuery({ ...repliesRead(ids, comment.id), enabled: comment.replies > 0 })
  const { send, isBusy } = useCommentWrites()
  const [text, setText] = useState('')
  const { page } = comment.target
  const isResolved = comment.status === 'resolved'
  const threadRef = useRef<HTMLDivElement>(null)
  const anchor = `comment-${comment.id}`
  // The comments come after the address: whoever follows a link to one is brought to it then.
  useEffect(() => {
    if (location.hash === `#${anchor}`) threadRef.current?.scrollIntoView({ block: 'center' })
  }, [anchor])
  return (
    <div className="thread" id={anchor} ref={threadRef}>
      {page && (
        <p className="thread-place">
          <Link
            className="link"
            to="/spaces/$spaceId/change-requests/$changeRequestId/pages/$pageId"
            params={{ ...ids, pageId: page.id }}
          >
            {reviews.onPage(page.title)}
          </Link>
        </p>
      )}
      <CommentView comment={comment} commentId={comment.id} />
      {(comment.replies > 0 ? (replies?.items ?? []) : []).map((reply) => (
        <CommentView key={reply.id} comment={reply} commentId={comment.id} replyId={reply.id} />
      ))}
      {comment.permissions.reply && (
        <form
          className="reply"
          onSubmit={(event) => {
            event.preventDefault()
            if (text.trim() === '' || isBusy) return
            send({ kind: 'reply', commentId: comment.id, text }, () => setText(''))
          }}
        >
          <input
            className="input"
            aria-label={reviews.replyTo(comment.postedBy.displayName)}
            placeholder={reviews.reply}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          {text.trim() === '' ? (
            <Button
              label={isResolved ? reviews.reopenComment : reviews.resolve}
              onPress={() => send({ kind: 'resolve', commentId: comment.id, resolved: !isResolved })}
            />
          ) : (
            <Button type="submit" look="primary" label={reviews.send} isBusy={isBusy} />
          )}
        </form>
      )}
    </div>
  )
}
