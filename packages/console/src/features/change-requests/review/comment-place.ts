import { useParams } from '@tanstack/react-router'
import { read } from '../../../api/index.ts'
import {
  listCommentRepliesInChangeRequest,
  listCommentRepliesInSpace,
  listCommentsInSpace,
} from '../../../api/operations.ts'

/** Where people talk: in a change request, or about what the space shows. */
export interface CommentPlace {
  spaceId: string
  changeRequestId?: string
}

/** The change request, or else the space, whose screens are open. */
export function useCommentPlace(): CommentPlace {
  const { spaceId = '', changeRequestId } = useParams({ strict: false })
  return { spaceId, ...(changeRequestId !== undefined && { changeRequestId }) }
}

/** The newest comments on one page of a space, the last first. */
export const spacePageCommentsRead = (spaceId: string, pageId: string) =>
  read(listCommentsInSpace, {
    spaceId,
    query: { format: 'markdown', status: 'all', order: 'desc', targetPage: pageId, limit: 100 },
  })

export function repliesRead({ spaceId, changeRequestId }: CommentPlace, commentId: string) {
  const query = { format: 'markdown', limit: 100 } as const
  return changeRequestId === undefined
    ? read(listCommentRepliesInSpace, { spaceId, commentId, query })
    : read(listCommentRepliesInChangeRequest, { spaceId, changeRequestId, commentId, query })
}
