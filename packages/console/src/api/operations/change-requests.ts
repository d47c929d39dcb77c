// Written by `npm run generate:operations` from the route table of the server. Do not edit.
import { defineOperation } from '../operation.ts'
import type {
  ChangeRequest,
  ChangeRequestContentChange,
  ChangeRequestMergeability,
  ChangeRequestStatus,
  JSONDocument,
  MergeUndo,
  PreviewLink,
  RevisionFile,
  TextMatchList,
  TextReplacement,
} from './types.ts'

/** Cancel the planned merge of a change request. */
export const cancelPlannedChangeRequestMerge = /* @__PURE__ */ defineOperation<
  { spaceId: string; changeRequestId: string },
  undefined
>(
  'cancelPlannedChangeRequestMerge',
  'DELETE',
  '/spaces/{spaceId}/change-requests/{changeRequestId}/planned-merge',
)

/** Create a change request. */
export const createChangeRequest = /* @__PURE__ */ defineOperation<
  { spaceId: string; body: { subject?: string; agentTaskId?: string } },
  ChangeRequest
>('createChangeRequest', 'POST', '/spaces/{spaceId}/change-requests')

/** Create a link that previews a change request. */
export const createPreviewLink = /* @__PURE__ */ defineOperation<
  { spaceId: string; changeRequestId: string; body: { site: string; days?: number } },
  PreviewLink
>('createPreviewLink', 'POST', '/spaces/{spaceId}/change-requests/{changeRequestId}/preview-links')

/** End a link that previews a change request. */
export const deletePreviewLink = /* @__PURE__ */ defineOperation<
  { spaceId: string; changeRequestId: string; previewLinkId: string },
  undefined
>(
  'deletePreviewLink',
  'DELETE',
  '/spaces/{spaceId}/change-requests/{changeRequestId}/preview-links/{previewLinkId}',
)

/** Find words in the pages and reusable contents of a change request. */
export const findTextInChangeRequest = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    changeRequestId: string
    query: {
      text: string
      matchCase?: boolean | undefined
      wholeWords?: boolean | undefined
      revision?: string | undefined
      from?: number | undefined
    }
  },
  TextMatchList
>(
  'findTextInChangeRequest',
  'GET',
  '/spaces/{spaceId}/change-requests/{changeRequestId}/content/text-matches',
)

/** Get a change request, by its id or its number in the space. */
export const getChangeRequestById = /* @__PURE__ */ defineOperation<
  { spaceId: string; changeRequestId: string },
  ChangeRequest
>('getChangeRequestById', 'GET', '/spaces/{spaceId}/change-requests/{changeRequestId}')

/** Tell whether a change request can be merged. */
export const getChangeRequestMergeability = /* @__PURE__ */ defineOperation<
  { spaceId: string; changeRequestId: string },
  ChangeRequestMergeability
>('getChangeRequestMergeability', 'GET', '/spaces/{spaceId}/change-requests/{changeRequestId}/mergeability')

/** List the change requests of an organization. */
export const listChangeRequestsForOrganization = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    query?: {
      status?: Array<ChangeRequestStatus> | undefined
      query?: string | undefined
      creator?: string | undefined
      contributor?: string | undefined
      requestedReviewer?: string | undefined
      space?: string | undefined
      page?: string | undefined
      limit?: number | undefined
    }
  },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<ChangeRequest> }
>('listChangeRequestsForOrganization', 'GET', '/orgs/{organizationId}/change-requests')

/** List the change requests of a space. */
export const listChangeRequestsForSpace = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    query?: {
      status?: Array<ChangeRequestStatus> | undefined
      query?: string | undefined
      creator?: string | undefined
      contributor?: string | undefined
      page?: string | undefined
      limit?: number | undefined
    }
  },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<ChangeRequest> }
>('listChangeRequestsForSpace', 'GET', '/spaces/{spaceId}/change-requests')

/** List the links that preview a change request. */
export const listPreviewLinks = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    changeRequestId: string
    query?: { page?: string | undefined; limit?: number | undefined }
  },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<PreviewLink> }
>('listPreviewLinks', 'GET', '/spaces/{spaceId}/change-requests/{changeRequestId}/preview-links')

/** Merge a change request into its space. */
export const mergeChangeRequest = /* @__PURE__ */ defineOperation<
  { spaceId: string; changeRequestId: string },
  {
    revision: string
    result: 'merge' | 'conflicts'
    conflicts: Array<{ page?: string; path?: string; kind: string }>
  }
>('mergeChangeRequest', 'POST', '/spaces/{spaceId}/change-requests/{changeRequestId}/merge')

/** Plan the merge of a change request. */
export const planChangeRequestMerge = /* @__PURE__ */ defineOperation<
  { spaceId: string; changeRequestId: string; body: { mergeAt?: string } },
  ChangeRequest
>('planChangeRequestMerge', 'PUT', '/spaces/{spaceId}/change-requests/{changeRequestId}/planned-merge')

/** Replace words in pages and reusable contents of a change request. */
export const replaceTextInChangeRequest = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    changeRequestId: string
    body: {
      text: string
      matchCase?: boolean
      wholeWords?: boolean
      replacement: string
      pages?: Array<{ page: string; version: string; places: Array<string> }>
      reusableContents?: Array<{ reusableContent: string; version: string; places: Array<string> }>
    }
  },
  TextReplacement
>(
  'replaceTextInChangeRequest',
  'POST',
  '/spaces/{spaceId}/change-requests/{changeRequestId}/content/text-replacements',
)

/** Undo the merge of a change request. */
export const undoChangeRequestMerge = /* @__PURE__ */ defineOperation<
  { spaceId: string; changeRequestId: string; body: { subject?: string } },
  MergeUndo
>('undoChangeRequestMerge', 'POST', '/spaces/{spaceId}/change-requests/{changeRequestId}/undo-merge')

/** Undo a replacement of words. */
export const undoTextReplacement = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    changeRequestId: string
    body: {
      revision: string
      pages?: Array<{ page: string; version: string }>
      reusableContents?: Array<{ reusableContent: string; version: string }>
    }
  },
  TextReplacement
>(
  'undoTextReplacement',
  'POST',
  '/spaces/{spaceId}/change-requests/{changeRequestId}/content/text-replacements/undo',
)

/** Update a change request with the current content of its space. */
export const updateChangeRequest = /* @__PURE__ */ defineOperation<
  { spaceId: string; changeRequestId: string },
  {
    revision: string
    result: 'update' | 'conflicts'
    conflicts: Array<{ page?: string; path?: string; kind: string }>
  }
>('updateChangeRequest', 'POST', '/spaces/{spaceId}/change-requests/{changeRequestId}/update')

/** Update a change request. */
export const updateChangeRequestById = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    changeRequestId: string
    body: { subject?: string; description?: JSONDocument; status?: 'draft' | 'open' | 'archived' }
  },
  ChangeRequest
>('updateChangeRequestById', 'PATCH', '/spaces/{spaceId}/change-requests/{changeRequestId}')

/** Write content in a change request. */
export const updateChangeRequestContent = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    changeRequestId: string
    query?: { compat?: boolean | undefined }
    body: { revision?: string; changes: Array<ChangeRequestContentChange> }
  },
  | {
      changeRequest: ChangeRequest
      changes: Array<{
        object:
          | 'created_page'
          | 'updated_page'
          | 'deleted_page'
          | 'created_reusable_content'
          | 'updated_reusable_content'
          | 'deleted_reusable_content'
        ref?: string
        page?: { object: 'page'; id: string; urls: { location: string } } | string
        reusableContent?: string
      }>
      insertedFiles: Array<RevisionFile>
    }
  | ChangeRequest
>('updateChangeRequestContent', 'POST', '/spaces/{spaceId}/change-requests/{changeRequestId}/content')
