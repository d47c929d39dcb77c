import { Type } from 'typebox'
import { createRouteBuilder, eventStream, noContent, object, type Route } from '../../http/route.ts'
import {
  FollowUpdates,
  LivePage,
  LiveUpdate,
  MAX_COMMIT_BYTES,
  ReadUpdates,
  SendCommit,
  SetPresence,
} from './schema.ts'
import type { LiveService } from './service.ts'

const route = createRouteBuilder('Live editing')

export const liveRoutes = (live: LiveService): Route[] => [
  route.get(
    '/spaces/:spaceId/change-requests/:changeRequestId/content/page/:pageId/live',
    {
      operationId: 'openLivePage',
      summary: 'Open a page to edit it together with others',
      description:
        'The page as those who are writing it have it now: a document of the editor and its version. 409 when the change ' +
        'request is merged or archived, 400 for a page that can only be edited as Markdown.',
      permission: 'space.edit',
      response: object(LivePage),
    },
    ({ subject, params }) => live.open(subject, params),
  ),
  route.post(
    '/spaces/:spaceId/change-requests/:changeRequestId/content/page/:pageId/live/commits',
    {
      operationId: 'commitLiveSteps',
      summary: 'Change a page that is open',
      description:
        'Adds steps that were made on top of a version. They are rebased over what others have added since, and the ' +
        'response has all commits since that version: the last one is yours as it stands now. What was answered with 200 ' +
        'is stored; it is written into the change request some seconds later.',
      permission: 'space.edit',
      body: SendCommit,
      bodyLimit: MAX_COMMIT_BYTES,
      response: object(LiveUpdate),
    },
    ({ caller, subject, params, body }) => live.commit(caller, subject, params, body),
  ),
  route.get(
    '/spaces/:spaceId/change-requests/:changeRequestId/content/page/:pageId/live/commits',
    {
      operationId: 'readLiveUpdates',
      summary: 'Read what is new in a page that is open',
      description: 'For programs that ask again and again instead of following the stream.',
      permission: 'space.edit',
      query: ReadUpdates,
      response: object(LiveUpdate),
    },
    ({ subject, params, query }) => live.read(subject, params, query),
  ),
  route.get(
    '/spaces/:spaceId/change-requests/:changeRequestId/content/page/:pageId/live/stream',
    {
      operationId: 'streamLiveUpdates',
      summary: 'Follow a page that is open',
      description:
        'Server-sent events: commits of everybody in their order, who is in the page, and up to which version it is saved. ' +
        'The last one says why it ended, if it did: `closed`. Connect again with the last version that you have as `since`.',
      permission: 'space.edit',
      query: FollowUpdates,
      response: eventStream(LiveUpdate),
    },
    async ({ caller, subject, params, query, request }) => {
      const follows = query.follow !== false && request.method === 'GET'
      const stream = await live.follow(caller, subject, params, { ...query, follows })
      return stream.readable
    },
  ),
  route.post(
    '/spaces/:spaceId/change-requests/:changeRequestId/content/page/:pageId/live/save',
    {
      operationId: 'saveLivePage',
      summary: 'Write a page that is open into the change request now',
      description:
        'It is written there by itself some seconds after the last change, and before the change request is merged. 400 ' +
        'when its text cannot be written, with the reason.',
      permission: 'space.edit',
      body: Type.Object({ session: ReadUpdates.properties.session }),
      response: object(LiveUpdate),
    },
    ({ subject, params, body }) => live.save(subject, params, body),
  ),
  route.put(
    '/spaces/:spaceId/change-requests/:changeRequestId/content/page/:pageId/live/presence',
    {
      operationId: 'setLivePresence',
      summary: 'Say that you are in a page, and where',
      description: 'Others see it for 30 seconds: say it again before. A commit with a `cursor` says it too.',
      permission: 'space.edit',
      body: SetPresence,
      response: noContent,
    },
    ({ caller, subject, params, body }) => live.setPresence(caller, subject, params, body),
  ),
]
