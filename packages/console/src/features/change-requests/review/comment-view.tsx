import { useState } from 'react'
import type { Comment, CommentReply } from '../../../api/operations.ts'
import { useFormats, useWords } from '../../../locales/index.ts'
import { Avatar } from '../../../ui/badges.tsx'
import { Button } from '../../../ui/button.tsx'
import { ellipsis, pen, trashCan } from '../../../ui/icon-paths.ts'
import { Menu } from '../../../ui/menu.tsx'
import { useCommentWrites } from './use-comments.ts'

interface CommentViewProps {
  comment: Comment | CommentReply
  commentId: string
  replyId?: string
}

/** What somebody said, with what they can do about it. */
export function CommentView({ comment, commentId, replyId }: CommentViewProps) {
  const { common, reviews } = useWords()
  const { relativeTime, dateTime } = useFormats()
  const { send, isBusy } = useCommentWrites()
  const [edited, setEdited] = useState<string>()
  const { postedBy, postedAt, editedAt, permissions } = comment
  const text = comment.body.markdown ?? ''
  return (
    <article className="comment">
      <Avatar name={postedBy.displayName} imageUrl={postedBy.photoURL} />
      <header className="comment-head">
        <strong>{postedBy.displayName}</strong>
        <time dateTime={postedAt} title={dateTime(postedAt)}>
          {relativeTime(postedAt)}
        </time>
        {editedAt !== undefined && <span className="soft">{reviews.edited}</span>}
        <span className="grow" />
        {(permissions.edit || permissions.delete) && (
          <Menu
            label={reviews.moreFor(postedBy.displayName)}
            placement="bottom end"
            items={[
              permissions.edit && {
                id: 'edit',
                label: reviews.edit,
                icon: pen,
                onAction: () => setEdited(text),
              },
              permissions.delete && {
                id: 'delete',
                label: common.delete,
                icon: trashCan,
                isDangerous: true,
                onAction: () => send({ kind: 'delete', commentId, replyId }),
              },
            ]}
          >
            <Button
              look="quiet"
              isDense
              isIconOnly
              icon={ellipsis}
              label={reviews.moreFor(postedBy.displayName)}
            />
          </Menu>
        )}
      </header>
      {edited === undefined ? (
        <div className="comment-body">{text}</div>
      ) : (
        <form
          className="comment-body stack-s"
          onSubmit={(event) => {
            event.preventDefault()
            if (edited.trim() === '' || isBusy) return
            send({ kind: 'edit', commentId, replyId, text: edited }, () => setEdited(undefined))
          }}
        >
          <textarea
            className="textarea"
            aria-label={reviews.comment}
            value={edited}
            onChange={(event) => setEdited(event.target.value)}
          />
          <div className="actions">
            <Button type="submit" look="primary" label={common.save} isBusy={isBusy} />
            <Button look="quiet" label={common.cancel} onPress={() => setEdited(undefined)} />
          </div>
        </form>
      )}
    </article>
  )
}
