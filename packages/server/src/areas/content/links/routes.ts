import { list, listWith, object, type Route, createRouteBuilder } from '../../../http/route.ts'
import type { RevisionScope } from '../revisions/service.ts'
import { ContentLocation, Link, LinkStats, ListLinks, MetaLinks } from './schema.ts'
import type { LinkService } from './service.ts'
import { spaceDetails } from '../spaces/columns.ts'

const route = createRouteBuilder('Links')

export const linkRoutes = (links: LinkService): Route[] => [
  route.get(
    '/spaces/:spaceId/links',
    {
      operationId: 'listSpaceLinks',
      summary: 'List the links of a space',
      description:
        'Each target that its pages and reusable contents refer to, once, with the places that refer to it.',
      permission: 'space.view',
      details: spaceDetails,
      query: ListLinks,
      response: listWith(Link, LinkStats),
    },
    ({ caller, subject, query, paging }) => links.list(caller, subject, query, paging),
  ),
  route.get(
    '/orgs/:organizationId/openapi/:specSlug/uses',
    {
      operationId: 'listOpenAPISpecUses',
      summary: 'List where an OpenAPI spec is used',
      description:
        'The pages and reusable contents that show something of it, in the spaces that you may see. Each is listed once.',
      permission: 'organization.viewOpenAPISpecs',
      response: list(ContentLocation),
    },
    ({ caller, subject, params, paging }) => links.listSpecUses(caller, subject, params.specSlug, paging),
  ),
  ...createContentRoutes(links, {
    path: '/spaces/:spaceId/content',
    place: 'in the content of a space',
    operationIds: {
      page: 'listPageLinksInSpace',
      pageBacklinks: 'listSpacePageBacklinks',
      fileBacklinks: 'listSpaceFileBacklinks',
      reusableContentUses: 'listSpaceReusableContentUses',
    },
    readScope: () => ({ of: 'space' }),
  }),
  ...createContentRoutes(links, {
    path: '/spaces/:spaceId/change-requests/:changeRequestId/content',
    place: 'in the content of a change request',
    operationIds: {
      page: 'listPageLinksInChangeRequest',
      pageBacklinks: 'listChangeRequestPageBacklinks',
      fileBacklinks: 'listChangeRequestFileBacklinks',
      reusableContentUses: 'listChangeRequestReusableContentUses',
    },
    readScope: ({ changeRequestId }) => ({ of: 'change-request', changeRequestId }),
  }),
  createMetaLinksRoute(links, {
    operationId: 'listSpacePageMetaLinks',
    path: '/spaces/:spaceId/content/page/:pageId/meta-links',
    visitors: true,
    readScope: () => ({ of: 'space' }),
  }),
  createMetaLinksRoute(links, {
    operationId: 'listChangeRequestPageMetaLinks',
    path: '/spaces/:spaceId/change-requests/:changeRequestId/content/page/:pageId/meta-links',
    visitors: false,
    readScope: ({ changeRequestId }) => ({ of: 'change-request', changeRequestId }),
  }),
  createMetaLinksRoute(links, {
    operationId: 'listRevisionPageMetaLinks',
    path: '/spaces/:spaceId/revisions/:revisionId/page/:pageId/meta-links',
    visitors: true,
    readScope: ({ revisionId }) => ({ of: 'revision', revisionId }),
  }),
]

type ReadScope = (params: { changeRequestId: string; revisionId: string }) => RevisionScope

// Each path has the parameters that its own function reads, which the types of the paths cannot express.
const resolveScope = (readScope: ReadScope, params: object): RevisionScope =>
  readScope(params as { changeRequestId: string; revisionId: string })

interface ContentRoutes {
  path: '/spaces/:spaceId/content' | '/spaces/:spaceId/change-requests/:changeRequestId/content'
  place: string
  operationIds: Record<'page' | 'pageBacklinks' | 'fileBacklinks' | 'reusableContentUses', string>
  readScope: ReadScope
}

function createContentRoutes(
  links: LinkService,
  { path, place, operationIds, readScope }: ContentRoutes,
): Route[] {
  return [
    route.get(
      `${path}/page/:pageId/links`,
      {
        operationId: operationIds.page,
        summary: `List the links of a page ${place}`,
        description:
          'Each target that it refers to, once, with the places that refer to it. References of its cover are included.',
        permission: 'space.view',
        details: spaceDetails,
        query: ListLinks,
        response: listWith(Link, LinkStats),
      },
      ({ caller, subject, params, query, paging }) =>
        links.listForPage(caller, subject, resolveScope(readScope, params), params.pageId, query, paging),
    ),
    route.get(
      `${path}/page/:pageId/backlinks`,
      {
        operationId: operationIds.pageBacklinks,
        summary: `List where a page is referred to ${place}`,
        permission: 'space.view',
        details: spaceDetails,
        response: list(ContentLocation),
      },
      ({ caller, subject, params, paging }) =>
        links.listBacklinks(
          caller,
          subject,
          resolveScope(readScope, params),
          { page: params.pageId },
          paging,
        ),
    ),
    route.get(
      `${path}/files/:fileId/backlinks`,
      {
        operationId: operationIds.fileBacklinks,
        summary: `List where a file is referred to ${place}`,
        permission: 'space.view',
        details: spaceDetails,
        response: list(ContentLocation),
      },
      ({ caller, subject, params, paging }) =>
        links.listBacklinks(
          caller,
          subject,
          resolveScope(readScope, params),
          { file: params.fileId },
          paging,
        ),
    ),
    route.get(
      `${path}/reusable-contents/:reusableContentId/uses`,
      {
        operationId: operationIds.reusableContentUses,
        summary: `List where a reusable content is included ${place}`,
        permission: 'space.view',
        details: spaceDetails,
        response: list(ContentLocation),
      },
      ({ caller, subject, params, paging }) =>
        links.listBacklinks(
          caller,
          subject,
          resolveScope(readScope, params),
          { reusableContent: params.reusableContentId },
          paging,
        ),
    ),
  ]
}

interface MetaLinksRoute {
  operationId: string
  path:
    | '/spaces/:spaceId/content/page/:pageId/meta-links'
    | '/spaces/:spaceId/change-requests/:changeRequestId/content/page/:pageId/meta-links'
    | '/spaces/:spaceId/revisions/:revisionId/page/:pageId/meta-links'
  visitors: boolean
  readScope: ReadScope
}

const createMetaLinksRoute = (
  links: LinkService,
  { operationId, path, visitors, readScope }: MetaLinksRoute,
): Route =>
  route.get(
    path,
    {
      operationId,
      summary: 'Get the meta links of a page',
      description: 'The canonical page or URL of the page and its alternates, where it declares them.',
      permission: 'space.view',
      details: spaceDetails,
      visitorAccess: visitors,
      response: object(MetaLinks),
    },
    ({ subject, params, visitor }) =>
      links.getMetaLinks(
        subject,
        { ...resolveScope(readScope, params), claims: visitor?.claims },
        params.pageId,
      ),
  )
