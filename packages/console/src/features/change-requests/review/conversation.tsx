import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LoadFailure } from '../../../app/failures.tsx'
import { useWords } from '../../../locales/index.ts'
import { Button } from '../../../ui/button.tsx'
import { SkeletonRows } from '../../../ui/states.tsx'
import { useChangeRequest } from '../use-change-request.ts'
import { CommentThread } from './comment-thread.tsx'
import { commentsRead, useCommentWrites } from './use-comments.ts'

/** The comments on a change request, with a field for the next one. */
export function Conversation() {
  const { common, reviews } = useWords()
  const { ids, rights } = useChangeRequest()
  const { data, error, refetch } = useQuery(commentsRead(ids))
  const [showsResolved, setShowsResolved] = useState(false)
  const open = data?.items.filter(({ status }) => status === 'open') ?? []
  const resolved = data?.items.filter(({ status }) => status === 'resolved') ?? []
  return (
    <section aria-labelledby="conversation" className="conversation">
      <h2 id="conversation">{reviews.conversation}</h2>
      {error ? (
        <LoadFailure error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows label={common.loading} />
      ) : (
        <>
          {open.length === 0 && <p className="soft">{reviews.noComments}</p>}
          {open.map((comment) => (
            <CommentThread key={comment.id} comment={comment} />
          ))}
          {resolved.length > 0 && (
            <button
              type="button"
              className="fold"
              aria-expanded={showsResolved}
              onClick={() => setShowsResolved(!showsResolved)}
            >
              {reviews.showResolved} ({resolved.length})
            </button>
          )}
          {showsResolved && resolved.map((comment) => <CommentThread key={comment.id} comment={comment} />)}
        </>
      )}
      {rights.canComment && <NewComment />}
    </section>
  )
}

function NewComment() {
  const { reviews } = useWords()
  const { send, isBusy } = useCommentWrites()
  const [text, setText] = useState('')
  return (
    <form
      className="stack-s"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '' && !isBusy) send({ kind: 'post', text }, () => setText(''))
      }}
    >
      <textarea
        className="textarea"
        aria-label={reviews.comment}
        placeholder={reviews.commentPlaceholder}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div>
        <Button type="submit" label={reviews.send} isBusy={isBusy} isDisabled={text.trim() === ''} />
      </div>
    </form>
  )
}
