// Written by `npm run generate:operations` from the route table of the server. Do not edit.
import { defineOperation } from '../operation.ts'
import type { LivePage, LiveUpdate } from './types.ts'

/** Change a page that is open. */
export const commitLiveSteps = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    changeRequestId: string
    pageId: string
    body: {
      session: string
      schema: number
      since: number
      client: string
      ref: string
      steps: Array<Record<string, unknown>>
      cursor?: { anchor: number; head: number }
    }
  },
  LiveUpdate
>(
  'commitLiveSteps',
  'POST',
  '/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/live/commits',
)

/** Open a page to edit it together with others. */
export const openLivePage = /* @__PURE__ */ defineOperation<
  { spaceId: string; changeRequestId: string; pageId: string },
  LivePage
>('openLivePage', 'GET', '/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/live')

/** Read what is new in a page that is open. */
export const readLiveUpdates = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    changeRequestId: string
    pageId: string
    query: { session: string; since?: number | undefined }
  },
  LiveUpdate
>(
  'readLiveUpdates',
  'GET',
  '/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/live/commits',
)

/** Write a page that is open into the change request now. */
export const saveLivePage = /* @__PURE__ */ defineOperation<
  { spaceId: string; changeRequestId: string; pageId: string; body: { session: string } },
  LiveUpdate
>(
  'saveLivePage',
  'POST',
  '/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/live/save',
)

/** Say that you are in a page, and where. */
export const setLivePresence = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    changeRequestId: string
    pageId: string
    body: {
      session: string
      client: string
      version: number
      cursor?: { anchor: number; head: number }
      left?: boolean
    }
  },
  undefined
>(
  'setLivePresence',
  'PUT',
  '/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/live/presence',
)

/** Follow a page that is open. */
export const streamLiveUpdates = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    changeRequestId: string
    pageId: string
    query: { session: string; since?: number | undefined; follow?: boolean | undefined }
  },
  undefined
>(
  'streamLiveUpdates',
  'GET',
  '/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/live/stream',
)
