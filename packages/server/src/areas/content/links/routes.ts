import { list, listWith, object, type Route, routesOf } from '../../../http/route.ts'
import type { Scope } from '../revisions/service.ts'
import { ContentLocation, Link, LinkStats, ListLinks, MetaLinks } from './schema.ts'
import type { LinkService } from './service.ts'

const route = routesOf('Links')

export const linkRoutes = (links: LinkService): Route[] => [
  route.get(
    '/spaces/:spaceId/links',
    {
      operationId: 'listSpaceLinks',
      summary: 'List the links of a space',
      description:
        'Everything that its pages and reusable contents refer to, each once, with where it stands.',
      permission: 'space.view',
      query: ListLinks,
      answer: listWith(Link, LinkStats),
    },
    ({ caller, subject, query, paging }) => links.list(caller, subject, query, paging),
  ),
  ...routesIn(links, {
    path: '/spaces/:spaceId/content',
    what: 'in the content of a space',
    names: {
      page: 'listPageLinksInSpace',
      pageBacklinks: 'listSpacePageBacklinks',
      fileBacklinks: 'listSpaceFileBacklinks',
    },
    scope: () => ({ of: 'space' }),
  }),
  ...routesIn(links, {
    path: '/spaces/:spaceId/change-requests/:changeRequestId/content',
    what: 'in the content of a change request',
    names: {
      page: 'listPageLinksInChangeRequest',
      pageBacklinks: 'listChangeRequestPageBacklinks',
      fileBacklinks: 'listChangeRequestFileBacklinks',
    },
    scope: ({ changeRequestId }) => ({ of: 'change-request', changeRequestId }),
  }),
  metaLinks(links, {
    operationId: 'listSpacePageMetaLinks',
    path: '/spaces/:spaceId/content/page/:pageId/meta-links',
    visitors: true,
    scope: () => ({ of: 'space' }),
  }),
  metaLinks(links, {
    operationId: 'listChangeRequestPageMetaLinks',
    path: '/spaces/:spaceId/change-requests/:changeRequestId/content/page/:pageId/meta-links',
    visitors: false,
    scope: ({ changeRequestId }) => ({ of: 'change-request', changeRequestId }),
  }),
  metaLinks(links, {
    operationId: 'listRevisionPageMetaLinks',
    path: '/spaces/:spaceId/revisions/:revisionId/page/:pageId/meta-links',
    visitors: true,
    scope: ({ revisionId }) => ({ of: 'revision', revisionId }),
  }),
]

type ScopeOf = (params: { changeRequestId: string; revisionId: string }) => Scope

// Each path has the parameters that its own scope reads.
const read = (scope: ScopeOf, params: object): Scope =>
  scope(params as { changeRequestId: string; revisionId: string })

interface In {
  path: '/spaces/:spaceId/content' | '/spaces/:spaceId/change-requests/:changeRequestId/content'
  what: string
  names: Record<'page' | 'pageBacklinks' | 'fileBacklinks', string>
  scope: ScopeOf
}

function routesIn(links: LinkService, { path, what, names, scope }: In): Route[] {
  return [
    route.get(
      `${path}/page/:pageId/links`,
      {
        operationId: names.page,
        summary: `List the links of a page ${what}`,
        description: 'Everything that it refers to, each once, with where it stands. Its cover refers too.',
        permission: 'space.view',
        query: ListLinks,
        answer: listWith(Link, LinkStats),
      },
      ({ caller, subject, params, query, paging }) =>
        links.listOfPage(caller, subject, read(scope, params), params.pageId, query, paging),
    ),
    route.get(
      `${path}/page/:pageId/backlinks`,
      {
        operationId: names.pageBacklinks,
        summary: `List where a page is referred to ${what}`,
        permission: 'space.view',
        answer: list(ContentLocation),
      },
      ({ caller, subject, params, paging }) =>
        links.backlinks(caller, subject, read(scope, params), { page: params.pageId }, paging),
    ),
    route.get(
      `${path}/files/:fileId/backlinks`,
      {
        operationId: names.fileBacklinks,
        summary: `List where a file is referred to ${what}`,
        permission: 'space.view',
        answer: list(ContentLocation),
      },
      ({ caller, subject, params, paging }) =>
        links.backlinks(caller, subject, read(scope, params), { file: params.fileId }, paging),
    ),
  ]
}

interface MetaLinksIn {
  operationId: string
  path:
    | '/spaces/:spaceId/content/page/:pageId/meta-links'
    | '/spaces/:spaceId/change-requests/:changeRequestId/content/page/:pageId/meta-links'
    | '/spaces/:spaceId/revisions/:revisionId/page/:pageId/meta-links'
  visitors: boolean
  scope: ScopeOf
}

const metaLinks = (links: LinkService, { operationId, path, visitors, scope }: MetaLinksIn): Route =>
  route.get(
    path,
    {
      operationId,
      summary: 'Get the meta links of a page',
      description: 'Which page or address stands for it, and which stand beside it, where it says so.',
      permission: 'space.view',
      visitors,
      answer: object(MetaLinks),
    },
    ({ subject, params, visitor }) =>
      links.metaLinks(subject, { ...read(scope, params), claims: visitor?.claims }, params.pageId),
  )
