import type { FastifyReply, FastifyRequest } from 'fastify'
import { isReserved } from '../../common/reserved.ts'
import type { Urls } from '../../common/urls.ts'
import { lookupOf, type SiteLookup } from '../../common/site-addresses.ts'
import type { SitePaths } from './address.ts'
import type { Met } from './sites.ts'
import { type Brought, broughtBy } from './visitor.ts'

/** A request that a site may answer. */
export interface Asked {
  request: FastifyRequest
  reply: FastifyReply
  url: URL
  lookup: SiteLookup
  brought: Brought
  /** The segments below the site, without those of a preview. */
  rest: string[]
  preview: string | undefined
}

/** One whom the site has let in. */
export interface Inside extends Asked {
  met: Met
  paths: SitePaths
}

/** What a request asks of a site; nothing where no site can be meant. */
export function readRequest(urls: Urls, request: FastifyRequest, reply: FastifyReply): Asked | undefined {
  // The host is only used to find a site; no answer carries it.
  const url = URL.parse(request.url, `${request.protocol}://${request.host}`)
  if (!url || url.pathname.length > 4000) return undefined
  const lookup = lookupOf(urls, url)
  if (!lookup || (lookup.by === 'basename' && isReserved(lookup.organizationName))) return undefined
  const segments = decoded(lookup.rest)
  if (!segments) return undefined
  const isPreview = segments[0] === '~' && segments[1] === 'preview'
  return {
    request,
    reply,
    url,
    lookup,
    brought: broughtBy(request, url),
    rest: isPreview ? segments.slice(3) : segments,
    preview: isPreview ? segments[2] : undefined,
  }
}

/** Segments as they were meant; none where one holds a slash of its own, or is no text. */
function decoded(segments: readonly string[]): string[] | undefined {
  try {
    const texts = segments.map(decodeURIComponent)
    return texts.some((text) => text.includes('/') || text.includes('\0')) ? undefined : texts
  } catch {
    return undefined
  }
}
