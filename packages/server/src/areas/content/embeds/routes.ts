import { NotFound } from '../../../common/errors.ts'
import { object, type Route, createRouteBuilder } from '../../../http/route.ts'
import { Embed, EmbedQuery } from './schema.ts'
import type { LinkService } from '../links/service.ts'
import type { EmbedService } from './service.ts'

const route = createRouteBuilder('Content')

export const embedRoutes = (embeds: EmbedService, links: LinkService): Route[] => [
  route.get(
    '/spaces/:spaceId/embed',
    {
      operationId: 'getEmbedByUrlInSpace',
      summary: 'Describe the page behind a URL',
      description:
        'Uses the metadata of the page, or its player, if it is of a known provider. For a page that cannot be reached, or must not be, the title is its host. Visitors ' +
        'can only request URLs that the space links to.',
      permission: 'space.view',
      visitorAccess: true,
      query: EmbedQuery,
      response: object(Embed),
    },
    async ({ subject, query: { url }, visitor }) => {
      // Anyone may be a visitor, and must not make the server fetch arbitrary URLs: only those that an author linked to.
      if (visitor && !(await links.hasReferenceTo([subject.id], visitor.claims, { url }))) {
        throw new NotFound('embed', url)
      }
      return embeds.get(url)
    },
  ),
]
