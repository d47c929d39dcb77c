import { call, useWrite } from '../../../api/index.ts'
import {
  applyCommentSuggestion,
  type Comment,
  getChangeRequestById,
  getSpaceById,
  listCommentRepliesInChangeRequest,
  listCommentRepliesInSpace,
  listCommentsInChangeRequest,
  listCommentsInSpace,
} from '../../../api/operations.ts'
import { useFailureToast } from '../../../app/use-failure-toast.ts'
import { useReviewWords } from '../../../locales/features/reviews.ts'
import { showToast } from '../../../ui/toast.tsx'
import { listCommentOperations } from './comment-operations.ts'
import { type CommentPlace, useCommentPlace } from './comment-place.ts'

/** Words that a comment is on. */
type Quote = NonNullable<Comment['target']['quote']>

/** What one says, and where. */
export interface NewCommentFields {
  text: string
  pageId?: string | undefined
  quote?: Quote | undefined
  /** The words instead of those of the quote. */
  replacement?: string | undefined
}

export const buildCommentBody = ({ text, pageId, quote, replacement }: NewCommentFields) => ({
  ...(text !== '' && { body: { markdown: text } }),
  ...(replacement !== undefined && { suggestion: { replacement } }),
  ...(pageId !== undefined && { page: pageId }),
  ...(quote && { quote }),
})

type CommentWrite =
  | ({ kind: 'post' } & NewCommentFields)
  | { kind: 'apply'; commentId: string }
  | { kind: 'react'; commentId: string; replyId?: string | undefined; emoji: string; isAdded: boolean }
  | { kind: 'reply'; commentId: string; text: string }
  | { kind: 'edit'; commentId: string; replyId?: string | undefined; text: string }
  | { kind: 'resolve'; commentId: string; resolved: boolean }
  | { kind: 'delete'; commentId: string; replyId?: string | undefined }

function sendComment(place: CommentPlace, write: CommentWrite): Promise<unknown> {
  const comments = listCommentOperations(place)
  switch (write.kind) {
    case 'post':
      return comments.post(buildCommentBody(write))
    case 'apply': {
      const { spaceId, changeRequestId = '' } = place
      return call(applyCommentSuggestion, { spaceId, changeRequestId, commentId: write.commentId })
    }
    case 'react': {
      const { commentId, replyId, emoji, isAdded } = write
      const body = isAdded ? { addedReactions: [emoji] } : { removedReactions: [emoji] }
      return replyId === undefined
        ? comments.update(commentId, body)
        : comments.updateReply(commentId, replyId, body)
    }
    case 'reply':
      return comments.reply(write.commentId, { body: { markdown: write.text } })
    case 'edit': {
      const { commentId, replyId } = write
      const body = { body: { markdown: write.text } }
      return replyId === undefined
        ? comments.update(commentId, body)
        : comments.updateReply(commentId, replyId, body)
    }
    case 'resolve':
      return comments.update(write.commentId, { resolved: write.resolved })
    case 'delete': {
      const { commentId, replyId } = write
      return replyId === undefined ? comments.delete(commentId) : comments.deleteReply(commentId, replyId)
    }
  }
}

/** The writes of a conversation. What failed is said, and what was typed stays. */
export function useCommentWrites() {
  const words = useReviewWords()
  const fail = useFailureToast()
  const place = useCommentPlace()
  const send = async (write: CommentWrite): Promise<void> => {
    await sendComment(place, write)
    // Its thread, which is resolved by this, may be gone from the screen by now, and its callbacks with it.
    if (write.kind === 'apply') showToast({ message: words.reviews.suggestionApplied })
  }
  const { mutateAsync, isPending } = useWrite(send, {
    stale:
      place.changeRequestId === undefined
        ? [listCommentsInSpace, listCommentRepliesInSpace, getSpaceById]
        : [listCommentsInChangeRequest, listCommentRepliesInChangeRequest, getChangeRequestById],
  })
  return {
    isBusy: isPending,
    // Callbacks of `mutate` are gone with the screen, which somebody may have left before the answer.
    send: (write: CommentWrite, onDone?: () => void): void => void mutateAsync(write).then(onDone, fail),
  }
}
