import { list, object, type Route, createRouteBuilder } from '../../../http/route.ts'
import { RevisionFile } from '../files/schema.ts'
import type { ContentFileService } from './files.ts'
import { RevisionQuery } from './schema.ts'
import type { RevisionScope } from './service.ts'

const route = createRouteBuilder('Files')

/** Two reads, each of what a space shows, of what a change request has, and of one revision. */
export const fileRoutes = (files: ContentFileService): Route[] => [
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
  scope: (params: { changeRequestId: string; revisionId: string }) => RevisionScope
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
        visitorAccess: visitors,
        query: RevisionQuery,
        response: list(RevisionFile),
      },
      ({ subject, params, paging }) => files.list(subject, scopeOf(params), paging),
    ),
    route.get(
      `${path}/files/:fileId`,
      {
        operationId: names.get,
        summary: `Get a file in ${what}`,
        permission: 'space.view',
        visitorAccess: visitors,
        query: RevisionQuery,
        response: object(RevisionFile),
      },
      ({ subject, params }) => files.get(subject, scopeOf(params), params.fileId),
    ),
  ]
}
