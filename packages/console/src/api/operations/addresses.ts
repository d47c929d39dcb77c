// Written by `npm run generate:operations` from the route table of the server. Do not edit.
import { defineOperation } from '../operation.ts'
import type { ContentLookup, Subdomain } from './types.ts'

/** Resolve an address to a collection, or to a space, a change request and a page in it. */
export const getContentByUrl = /* @__PURE__ */ defineOperation<{ query: { url: string } }, ContentLookup>(
  'getContentByUrl',
  'GET',
  '/urls/content',
)

/** Get the organization that goes by a name in addresses. */
export const getSubdomain = /* @__PURE__ */ defineOperation<{ subdomain: string }, Subdomain>(
  'getSubdomain',
  'GET',
  '/subdomains/{subdomain}',
)
