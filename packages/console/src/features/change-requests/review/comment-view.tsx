import type { Comment, CommentReply } from '../../../api/operations.ts'
import { useFormats } from '../../../locales/index.ts'
import { useReviewWords } from '../../../locales/features/reviews.ts'
import { Avatar } from '../../../ui/badges.tsx'
import { Button } from '../../../ui/button.tsx'
import { ellipsis, link, pen, trashCan } from '../../../ui/icon-paths.ts'
import { Menu } from '../../../ui/menu.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { CommentField } from './comment-field.tsx'
import { useCommentPlace } from './comment-place.ts'
import { buildCommentUrl, useCommentAnchor } from './linked-comment.ts'
import { useKeptEdit } from './kept-comment.ts'
import { readDraft, splitMentions, writeDraft } from './mentions.ts'
import { Reactions } from './reactions.tsx'
import { useCommentWrites } from './use-comments.ts'

interface CommentViewProps {
  comment: Comment | CommentReply
  commentId: string
  replyId?: string
  /** The page that it is read beside: a link to it leads there. */
  textPageId?: string
}

/** What somebody said, with what they can do about it. */
export function CommentView({ comment, commentId, replyId, textPageId }: CommentViewProps) {
  const { common, reviews } = useReviewWords()
  const { relativeTime, dateTime } = useFormats()
  const { send, isBusy } = useCommentWrites()
  const { edited, hasBegun, begin, change, end } = useKeptEdit(replyId ?? commentId)
  const { isLinked, ...anchor } = useCommentAnchor(replyId ?? commentId)
  const copyLink = useCopyLink(replyId ?? commentId, textPageId)
  const { postedBy, postedAt, editedAt, permissions } = comment
  const text = comment.body.markdown ?? ''
  return (
    <article className="comment" data-linked={isLinked} tabIndex={-1} {...anchor}>
      <Avatar name={postedBy.displayName} imageUrl={postedBy.photoURL} />
      <header className="comment-head">
        <strong>{postedBy.displayName}</strong>
        <time dateTime={postedAt} title={dateTime(postedAt)}>
          {relativeTime(postedAt)}
        </time>
        {editedAt !== undefined && <span className="soft">{reviews.edited}</span>}
        <span className="grow" />
        <Menu
          label={reviews.moreFor(postedBy.displayName)}
          placement="bottom end"
          items={[
            { id: 'link', label: reviews.copyLink, icon: link, onAction: copyLink },
            permissions.edit && {
              id: 'edit',
              label: reviews.edit,
              icon: pen,
              onAction: () => begin(readDraft(text)),
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
      </header>
      {edited === undefined ? (
        <>
          {text !== '' && <CommentText markdown={text} />}
          <Reactions
            reactions={comment.reactions}
            commentId={commentId}
            replyId={replyId}
            canReact={permissions.reply}
          />
        </>
      ) : (
        <form
          className="comment-body stack-s"
          onSubmit={(event) => {
            event.preventDefault()
            if (edited.text.trim() === '' || isBusy) return
            send({ kind: 'edit', commentId, replyId, text: writeDraft(edited) }, end)
          }}
        >
          <CommentField label={reviews.comment} draft={edited} onChange={change} autoFocus={hasBegun} />
          <div className="actions">
            <Button type="submit" look="primary" label={common.save} isBusy={isBusy} />
            <Button look="quiet" label={common.cancel} onPress={end} />
          </div>
        </form>
      )}
    </article>
  )
}

/** What was said, with the names of those who are mentioned. */
export function CommentText({ markdown }: { markdown: string }) {
  return (
    <div className="comment-body">
      {splitMentions(markdown).map((piece, index) =>
        piece.isMention ? (
          <strong key={index} className="mention">
            {piece.text}
          </strong>
        ) : (
          piece.text
        ),
      )}
    </div>
  )
}

/** Copies the address of a comment. */
function useCopyLink(id: string, textPageId: string | undefined): () => void {
  const { reviews } = useReviewWords()
  const place = useCommentPlace()
  return () => {
    const url = buildCommentUrl(place, id, textPageId)
    navigator.clipboard.writeText(url).then(
      () => showToast({ message: reviews.linkCopied }),
      // A browser that lets nobody copy still shows it.
      () => showToast({ message: url }),
    )
  }
}
