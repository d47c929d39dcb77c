import { created, list, object, type Route, routesOf } from '../../../http/route.ts'
import { RevisionQuery } from '../revisions/schema.ts'
import type { Scope } from '../revisions/service.ts'
import type { ContentFileService } from '../revisions/files.ts'
import { CreateUpload, RevisionFile, StorageUploadURL } from './schema.ts'
import type { UploadService } from './uploads.ts'

const route = routesOf('Files')

/** The same two reads of what a space shows, of what a change request has, and of one revision. */
export const fileRoutes = (files: ContentFileService, uploads: UploadService): Route[] => [
  ...routesIn(files, {
    path: '/spaces/:spaceId/content',
    what: 'the content of a space',
    names: { list: 'listFiles', get: 'getFileById' },
    visitors: true,
    scope: () => ({ of: 'space' }),
  }),
  ...routesIn(files, {
    path: '/spaces/:spaceId/change-requests/:changeRequestId/content',
    what: 'the content of a change request',
    names: { list: 'listFilesInChangeRequestById', get: 'getFileInChangeRequestById' },
    visitors: false,
    scope: ({ changeRequestId }) => ({ of: 'change-request', changeRequestId }),
  }),
  ...routesIn(files, {
    path: '/spaces/:spaceId/revisions/:revisionId',
    what: 'a revision',
    names: { list: 'listFilesInRevisionById', get: 'getFileInRevisionById' },
    visitors: true,
    scope: ({ revisionId }) => ({ of: 'revision', revisionId }),
  }),
  route.post(
    '/orgs/:organizationId/storage/upload',
    {
      operationId: 'generateStorageUploadURL',
      summary: 'Get an address to send a file to',
      description:
        'Send the bytes there with PUT, as they are; the answer has the `downloadURL`. The key names the file in ' +
        '`insert_files` and wherever else a key is asked for.',
      permission: 'organization.upload',
      body: CreateUpload,
      answer: created(StorageUploadURL),
    },
    ({ subject, body }) => uploads.create(subject, body),
  ),
]

interface In {
  path:
    | '/spaces/:spaceId/content'
    | '/spaces/:spaceId/change-requests/:changeRequestId/content'
    | '/spaces/:spaceId/revisions/:revisionId'
  what: string
  /** Visitors of sites read what spaces show, and never what change requests have. */
  visitors: boolean
  names: Record<'list' | 'get', string>
  scope: (params: { changeRequestId: string; revisionId: string }) => Scope
}

function routesIn(files: ContentFileService, { path, what, names, visitors, scope }: In): Route[] {
  // Each path has the parameters that its own scope reads.
  const scopeOf = (params: object) => scope(params as { changeRequestId: string; revisionId: string })
  return [
    route.get(
      `${path}/files`,
      {
        operationId: names.list,
        summary: `List the files in ${what}`,
        permission: 'space.view',
        visitors,
        query: RevisionQuery,
        answer: list(RevisionFile),
      },
      ({ subject, params, paging }) => files.list(subject, scopeOf(params), paging),
    ),
    route.get(
      `${path}/files/:fileId`,
      {
        operationId: names.get,
        summary: `Get a file in ${what}`,
        permission: 'space.view',
        visitors,
        query: RevisionQuery,
        answer: object(RevisionFile),
      },
      ({ subject, params }) => files.get(subject, scopeOf(params), params.fileId),
    ),
  ]
}
