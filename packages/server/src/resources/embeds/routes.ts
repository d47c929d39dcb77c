import { object, type Route, routesOf } from '../../http/route.ts'
import { Embed, EmbedQuery } from './schema.ts'
import type { EmbedService } from './service.ts'

const route = routesOf('Content')

export const embedRoutes = (embeds: EmbedService): Route[] => [
  route.get(
    '/spaces/:spaceId/embed',
    {
      operationId: 'getEmbedByUrlInSpace',
      summary: 'Say what stands behind a URL',
      description:
        'From what the page says about itself. A page that cannot be reached, or may not be, is a link with its host ' +
        'as its title.',
      permission: 'space.view',
      query: EmbedQuery,
      answer: object(Embed),
    },
    ({ query }) => embeds.get(query.url),
  ),
]
