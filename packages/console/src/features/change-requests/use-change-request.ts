import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { read } from '../../api/index.ts'
import {
  type ChangeRequest,
  getChangeRequestById,
  getChangeRequestChanges,
  getChangeRequestMergeability,
  getChangeRequestReviewers,
  getSpaceById,
  listCommentsInChangeRequest,
  listDraftComments,
  listPagesInChangeRequest,
  listViewedPages,
  type Space,
} from '../../api/operations.ts'

/** What every operation on a change request takes. */
export interface ChangeRequestIds {
  spaceId: string
  changeRequestId: string
}

/** The change request whose screens are open. */
export function useIds(): ChangeRequestIds {
  const { spaceId, changeRequestId } = useParams({
    from: '/signed-in/spaces/$spaceId/change-requests/$changeRequestId',
  })
  return { spaceId, changeRequestId }
}

export const changeRequestRead = (ids: ChangeRequestIds) => read(getChangeRequestById, ids)

/** The pages of a change request, flat and in the order of the tree. */
export const changeRequestPagesRead = (ids: ChangeRequestIds) =>
  read(listPagesInChangeRequest, { ...ids, query: { fields: 'tree' } })

/** How many changes are shown: as many as the API lists at once. */
const SHOWN_CHANGES = 1000

export const changesRead = (ids: ChangeRequestIds) =>
  read(getChangeRequestChanges, { ...ids, query: { limit: SHOWN_CHANGES } })

/** Which rules are met and which are not, and the conflicts with the space. */
export const mergeabilityRead = (ids: ChangeRequestIds) => read(getChangeRequestMergeability, ids)

/** Everybody who was asked or has answered, each with the latest answer. */
export const reviewersRead = (ids: ChangeRequestIds) => read(getChangeRequestReviewers, ids)

/** Which changed pages one has looked at. */
export const viewedPagesRead = (ids: ChangeRequestIds) => read(listViewedPages, ids)

export const commentsRead = (ids: ChangeRequestIds) =>
  read(listCommentsInChangeRequest, {
    ...ids,
    query: { format: 'markdown', status: 'all', order: 'asc', limit: 100 },
  })

/** The newest comments on one page, the last first. */
export const pageCommentsRead = (ids: ChangeRequestIds, pageId: string) =>
  read(listCommentsInChangeRequest, {
    ...ids,
    query: { format: 'markdown', status: 'all', order: 'desc', targetPage: pageId, limit: 100 },
  })

/** As many drafts as somebody can have. */
const MAX_DRAFTS = 200

/** One's own comments that are parts of a review, which nobody else sees before it is submitted. */
export const draftsRead = (ids: ChangeRequestIds) =>
  read(listDraftComments, { ...ids, query: { format: 'markdown', limit: MAX_DRAFTS } })

export interface Rights {
  /** May write, and the change request still takes it. */
  canWrite: boolean
  /** May change what the change request is: its subject and its state. */
  canEdit: boolean
  canMerge: boolean
  /** May make a change request that takes back what this one has merged. */
  canUndoMerge: boolean
  canReview: boolean
  canComment: boolean
}

const isOpen = (changeRequest: ChangeRequest | undefined): boolean =>
  changeRequest?.status === 'draft' || changeRequest?.status === 'open'

function findRights(space: Space | undefined, changeRequest: ChangeRequest | undefined): Rights {
  const permissions = space?.permissions
  const isChangeable = isOpen(changeRequest)
  return {
    canWrite: isChangeable && permissions?.edit === true,
    canEdit: changeRequest?.status !== 'merged' && permissions?.edit === true,
    canMerge: isChangeable && permissions?.merge === true,
    canUndoMerge: changeRequest?.status === 'merged' && permissions?.edit === true,
    canReview: isChangeable && permissions?.review === true,
    canComment: permissions?.comment === true,
  }
}

/** A change request with its space and what one may do. */
export function useChangeRequest() {
  const ids = useIds()
  const { data: space } = useQuery(read(getSpaceById, { spaceId: ids.spaceId }))
  const { data: changeRequest, error, refetch } = useQuery(changeRequestRead(ids))
  return {
    ids,
    space,
    changeRequest,
    error,
    refetch: () => void refetch(),
    rights: findRights(space, changeRequest),
  }
}
