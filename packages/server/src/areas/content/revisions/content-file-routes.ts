import type { Visitor } from '../../../audience/visitor-admission.ts'
import { list, object, type Route, createRouteBuilder } from '../../../http/route.ts'
import { RevisionFile } from '../files/schema.ts'
import type { ContentFileService } from './content-file-service.ts'
import { RevisionQuery } from './schema.ts'
import { describeReader, type RevisionScope } from './service.ts'

const route = createRouteBuilder('Files')

/** The operations on files, each for the current revision of a space, for a change request and for one revision. */
export const contentFileRoutes = (files: ContentFileService): Route[] => [
  ...createScopeRoutes(files, {
    path: '/spaces/:spaceId/content',
    scopeName: 'the content of a space',
    operationIds: { list: 'listFiles', get: 'getFileById' },
    visitors: true,
    readScope: () => ({ of: 'space' }),
  }),
  ...createScopeRoutes(files, {
    path: '/spaces/:spaceId/change-requests/:changeRequestId/content',
    scopeName: 'the content of a change request',
    operationIds: { list: 'listFilesInChangeRequestById', get: 'getFileInChangeRequestById' },
    visitors: false,
    readScope: ({ changeRequestId }) => ({ of: 'change-request', changeRequestId }),
  }),
  ...createScopeRoutes(files, {
    path: '/spaces/:spaceId/revisions/:revisionId',
    scopeName: 'a revision',
    operationIds: { list: 'listFilesInRevisionById', get: 'getFileInRevisionById' },
    visitors: true,
    readScope: ({ revisionId }) => ({ of: 'revision', revisionId }),
  }),
]

interface ScopeRoutes {
  path:
    | '/spaces/:spaceId/content'
    | '/spaces/:spaceId/change-requests/:changeRequestId/content'
    | '/spaces/:spaceId/revisions/:revisionId'
  /** What the scope is called in the summaries of operations. */
  scopeName: string
  /** Whether visitors of sites may read it. They never read change requests. */
  visitors: boolean
  operationIds: Record<'list' | 'get', string>
  readScope: (params: { changeRequestId: string; revisionId: string }) => RevisionScope
}

function createScopeRoutes(
  files: ContentFileService,
  { path, scopeName, operationIds, visitors, readScope }: ScopeRoutes,
): Route[] {
  // The parameters are typed by path, and this function has any of the three paths. Each has those that its scope reads.
  const getScope = (params: object, visitor: Visitor | undefined): RevisionScope => ({
    ...readScope(params as { changeRequestId: string; revisionId: string }),
    ...describeReader(visitor),
  })
  return [
    route.get(
      `${path}/files`,
      {
        operationId: operationIds.list,
        summary: `List the files in ${scopeName}`,
        permission: 'space.view',
        visitorAccess: visitors,
        query: RevisionQuery,
        response: list(RevisionFile),
      },
      ({ subject, params, paging, visitor }) => files.list(subject, getScope(params, visitor), paging),
    ),
    route.get(
      `${path}/files/:fileId`,
      {
        operationId: operationIds.get,
        summary: `Get a file in ${scopeName}`,
        permission: 'space.view',
        visitorAccess: visitors,
        query: RevisionQuery,
        response: object(RevisionFile),
      },
      ({ subject, params, visitor }) => files.get(subject, getScope(params, visitor), params.fileId),
    ),
  ]
}
