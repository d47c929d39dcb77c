import { NotFound } from '../../../common/errors.ts'
import { object, type Route, routesOf } from '../../../http/route.ts'
import { Embed, EmbedQuery } from './schema.ts'
import type { LinkService } from '../links/service.ts'
import type { EmbedService } from './service.ts'

const route = routesOf('Content')

export const embedRoutes = (embeds: EmbedService, links: LinkService): Route[] => [
  route.get(
    '/spaces/:spaceId/embed',
    {
      operationId: 'getEmbedByUrlInSpace',
      summary: 'Say what stands behind a URL',
      description:
        'From what the page says about itself. A page that cannot be reached, or may not be, is a link with its host ' +
        'as its title. Visitors ask about what the space refers to.',
      permission: 'space.view',
      visitors: true,
      query: EmbedQuery,
      answer: object(Embed),
    },
    async ({ subject, query: { url }, visitor }) => {
      // What the world can make Verso fetch is what somebody wrote into a page.
      if (visitor && !(await links.refersTo([subject.id], visitor.claims, { url }))) {
        throw new NotFound('embed', url)
      }
      return embeds.get(url)
    },
  ),
]
