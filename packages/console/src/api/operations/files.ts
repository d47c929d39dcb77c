// Written by `npm run generate:operations` from the route table of the server. Do not edit.
import { defineOperation } from '../operation.ts'
import type { RevisionFile, StorageUploadKind, StorageUploadURL } from './types.ts'

/** Get a URL to upload a file to. */
export const generateStorageUploadURL = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    body: { file: { name: string; type: string; size: number }; kind: StorageUploadKind }
  },
  StorageUploadURL
>('generateStorageUploadURL', 'POST', '/orgs/{organizationId}/storage/upload')

/** Get a file in the content of a space. */
export const getFileById = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    fileId: string
    query?: { metadata?: boolean | undefined; computed?: boolean | undefined }
  },
  RevisionFile
>('getFileById', 'GET', '/spaces/{spaceId}/content/files/{fileId}')

/** Get a file in the content of a change request. */
export const getFileInChangeRequestById = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    changeRequestId: string
    fileId: string
    query?: { metadata?: boolean | undefined; computed?: boolean | undefined }
  },
  RevisionFile
>(
  'getFileInChangeRequestById',
  'GET',
  '/spaces/{spaceId}/change-requests/{changeRequestId}/content/files/{fileId}',
)

/** Get a file in a revision. */
export const getFileInRevisionById = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    revisionId: string
    fileId: string
    query?: { metadata?: boolean | undefined; computed?: boolean | undefined }
  },
  RevisionFile
>('getFileInRevisionById', 'GET', '/spaces/{spaceId}/revisions/{revisionId}/files/{fileId}')

/** List the files in the content of a space. */
export const listFiles = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    query?: {
      metadata?: boolean | undefined
      computed?: boolean | undefined
      page?: string | undefined
      limit?: number | undefined
    }
  },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<RevisionFile> }
>('listFiles', 'GET', '/spaces/{spaceId}/content/files')

/** List the files in the content of a change request. */
export const listFilesInChangeRequestById = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    changeRequestId: string
    query?: {
      metadata?: boolean | undefined
      computed?: boolean | undefined
      page?: string | undefined
      limit?: number | undefined
    }
  },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<RevisionFile> }
>('listFilesInChangeRequestById', 'GET', '/spaces/{spaceId}/change-requests/{changeRequestId}/content/files')

/** List the files in a revision. */
export const listFilesInRevisionById = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    revisionId: string
    query?: {
      metadata?: boolean | undefined
      computed?: boolean | undefined
      page?: string | undefined
      limit?: number | undefined
    }
  },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<RevisionFile> }
>('listFilesInRevisionById', 'GET', '/spaces/{spaceId}/revisions/{revisionId}/files')
