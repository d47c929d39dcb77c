// Written by `npm run generate:operations` from the route table of the server. Do not edit.
import { defineOperation } from '../operation.ts'
import type {
  PublishedContentSite,
  PublishedSiteContentLookup,
  SearchSpaceResult,
  SiteVisitorPayload,
} from './types.ts'

/** Resolve the address of published content. */
export const getPublishedContentByUrl = /* @__PURE__ */ defineOperation<
  { query: { url: string; visitorAuthToken?: string | undefined; redirectOnError?: boolean | undefined } },
  PublishedSiteContentLookup
>('getPublishedContentByUrl', 'GET', '/urls/published')

/** Get a published site: its structure and its looks. */
export const getPublishedContentSite = /* @__PURE__ */ defineOperation<
  { organizationId: string; siteId: string; query?: { shareKey?: string | undefined } },
  PublishedContentSite
>('getPublishedContentSite', 'GET', '/orgs/{organizationId}/sites/{siteId}/published')

/** Resolve the address of published content, for a visitor. */
export const resolvePublishedContentByUrl = /* @__PURE__ */ defineOperation<
  { body: { url: string; redirectOnError?: boolean; visitor?: SiteVisitorPayload } },
  PublishedSiteContentLookup
>('resolvePublishedContentByUrl', 'POST', '/urls/published')

/** Search what a site shows. */
export const searchSiteContent = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    siteId: string
    query?: { page?: string | undefined; limit?: number | undefined }
    body: {
      query: string
      scope?: {
        mode: 'default' | 'specific' | 'all'
        currentSiteSpace?: string
        restrictTo?: 'currentSiteSpace' | 'otherSiteSpaces'
        includedSiteSpaces?: Array<string>
        siteSpaceIds?: Array<string>
      }
      mode?: 'specific' | 'current' | 'all'
      siteSpaceId?: string
      siteSpaceIds?: Array<string>
    }
  },
  {
    next?: { page: string }
    previous?: { page: string }
    count: number
    complete?: boolean
    progress?: { indexed: number; total: number }
    items: Array<SearchSpaceResult>
  }
>('searchSiteContent', 'POST', '/orgs/{organizationId}/sites/{siteId}/search')
