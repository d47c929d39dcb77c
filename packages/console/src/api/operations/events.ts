// Written by `npm run generate:operations` from the route table of the server. Do not edit.
import { defineOperation } from '../operation.ts'

/** Follow what changes in an organization. */
export const streamEventsInOrganization = /* @__PURE__ */ defineOperation<
  { organizationId: string; query?: { since?: string | undefined; follow?: boolean | undefined } },
  undefined
>('streamEventsInOrganization', 'GET', '/orgs/{organizationId}/events/stream')
