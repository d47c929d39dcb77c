import { createRouteBuilder, eventStream, type Route } from '../../http/route.ts'
import type { EventHub } from './event-hub.ts'
import { OrganizationEvent, StreamEvents } from './schema.ts'

const route = createRouteBuilder('Events')

export const eventRoutes = (hub: EventHub): Route[] => [
  route.get(
    '/orgs/:organizationId/events/stream',
    {
      operationId: 'streamEventsInOrganization',
      summary: 'Follow what changes in an organization',
      description:
        'Server-sent events that name what has changed: spaces, change requests, comments, reviews, jobs, members. You ' +
        'get the events of what you have access to at that moment. The response stays open until you close it or ' +
        'your access ends; connect again with `Last-Event-ID` to miss nothing. Events are kept for a day.',
      permission: 'organization.view',
      query: StreamEvents,
      response: eventStream(OrganizationEvent),
    },
    async ({ caller, subject, query, request }) => {
      const { userId, tokenId } = caller
      const since = readLastEventId(request.headers['last-event-id']) ?? query.since
      const stream = await hub.open(
        { organizationId: subject.id, userId, tokenId },
        {
          since: since === undefined ? undefined : Number(since),
          follows: query.follow !== false && request.method === 'GET',
        },
      )
      return stream.readable
    },
  ),
]

/** What is not an id of ours is ignored, as if nothing had been received yet. */
const readLastEventId = (header: string | string[] | undefined): string | undefined =>
  typeof header === 'string' && /^[0-9]{1,15}$/.test(header) ? header : undefined
