// Written by `npm run generate:operations` from the route table of the server. Do not edit.
import { defineOperation } from '../operation.ts'
import type { SearchPageResult, SearchSpaceResult } from './types.ts'

/** Search the content of an organization. */
export const searchOrganizationContent = /* @__PURE__ */ defineOperation<
  { organizationId: string; query: { query: string; page?: string | undefined; limit?: number | undefined } },
  {
    next?: { page: string }
    previous?: { page: string }
    count: number
    complete?: boolean
    progress?: { indexed: number; total: number }
    items: Array<SearchSpaceResult>
  }
>('searchOrganizationContent', 'GET', '/orgs/{organizationId}/search')

/** Search the content of a space. */
export const searchSpaceContent = /* @__PURE__ */ defineOperation<
  { spaceId: string; query: { query: string; page?: string | undefined; limit?: number | undefined } },
  {
    next?: { page: string }
    previous?: { page: string }
    count: number
    complete?: boolean
    progress?: { indexed: number; total: number }
    items: Array<SearchPageResult>
  }
>('searchSpaceContent', 'GET', '/spaces/{spaceId}/search')
