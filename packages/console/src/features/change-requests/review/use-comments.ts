import { call, read, useWrite } from '../../../api/index.ts'
import {
  applyCommentSuggestion,
  type Comment,
  deleteCommentInChangeRequest,
  deleteCommentReplyInChangeRequest,
  getChangeRequestById,
  listCommentRepliesInChangeRequest,
  listCommentsInChangeRequest,
  postCommentInChangeRequest,
  postCommentReplyInChangeRequest,
  updateCommentInChangeRequest,
  updateCommentReplyInChangeRequest,
} from '../../../api/operations.ts'
import { describeError } from '../../../app/failures.tsx'
import { useWords } from '../../../locales/index.ts'
import { showToast } from '../../../ui/toast.tsx'
import { type ChangeRequestIds, useIds } from '../use-change-request.ts'

export const repliesRead = (ids: ChangeRequestIds, commentId: string) =>
  read(listCommentRepliesInChangeRequest, { ...ids, commentId, query: { format: 'markdown', limit: 100 } })

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

function sendComment(ids: ChangeRequestIds, write: CommentWrite): Promise<unknown> {
  switch (write.kind) {
    case 'post':
      return call(postCommentInChangeRequest, { ...ids, body: buildCommentBody(write) })
    case 'apply':
      return call(applyCommentSuggestion, { ...ids, commentId: write.commentId })
    case 'react': {
      const { commentId, replyId, emoji, isAdded } = write
      const body = isAdded ? { addedReactions: [emoji] } : { removedReactions: [emoji] }
      return replyId === undefined
        ? call(updateCommentInChangeRequest, { ...ids, commentId, body })
        : call(updateCommentReplyInChangeRequest, { ...ids, commentId, commentReplyId: replyId, body })
    }
    case 'reply':
      return call(postCommentReplyInChangeRequest, {
        ...ids,
        commentId: write.commentId,
        body: { body: { markdown: write.text } },
      })
    case 'edit': {
      const { commentId, replyId } = write
      const body = { body: { markdown: write.text } }
      return replyId === undefined
        ? call(updateCommentInChangeRequest, { ...ids, commentId, body })
        : call(updateCommentReplyInChangeRequest, { ...ids, commentId, commentReplyId: replyId, body })
    }
    case 'resolve':
      return call(updateCommentInChangeRequest, {
        ...ids,
        commentId: write.commentId,
        body: { resolved: write.resolved },
      })
    case 'delete': {
      const { commentId, replyId } = write
      return replyId === undefined
        ? call(deleteCommentInChangeRequest, { ...ids, commentId })
        : call(deleteCommentReplyInChangeRequest, { ...ids, commentId, commentReplyId: replyId })
    }
  }
}

/** The writes of a conversation. What failed is said, and what was typed stays. */
export function useCommentWrites() {
  const words = useWords()
  const ids = useIds()
  const send = async (write: CommentWrite): Promise<void> => {
    await sendComment(ids, write)
    // Its thread, which is resolved by this, may be gone from the screen by now, and its callbacks with it.
    if (write.kind === 'apply') showToast({ message: words.reviews.suggestionApplied })
  }
  const { mutate, isPending } = useWrite(send, {
    stale: [listCommentsInChangeRequest, listCommentRepliesInChangeRequest, getChangeRequestById],
  })
  return {
    isBusy: isPending,
    send: (write: CommentWrite, onDone?: () => void): void =>
      mutate(write, {
        onError: (error) => showToast({ message: describeError(error, words), isError: true }),
        ...(onDone && { onSuccess: onDone }),
      }),
  }
}
