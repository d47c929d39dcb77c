import cors, { type FastifyCorsOptions } from '@fastify/cors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readSessionCookie } from './session-cookie.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Pages of every origin may send requests to this route and read its responses: its URL is the permission. */
    isOpenToAllOrigins?: boolean
  }
}

const exposedHeaders = [
  'ETag',
  'Location',
  'Retry-After',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
]

// Cookies are never allowed: a page of another origin proves what it may do with a token or with a signed URL.
const allOrigins: FastifyCorsOptions = {
  origin: '*',
  // OPTIONS requests without the headers of a preflight are answered too.
  strictPreflight: false,
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  exposedHeaders,
  maxAge: 86_400,
}

const noOrigins: FastifyCorsOptions = { origin: false }

/** Says which pages may embed a response, for example as a picture. */
const resourcePolicyHeader = 'cross-origin-resource-policy'

/** For what is equal in every installation and at every site, such as fonts. */
export const openAssetHeaders = { 'access-control-allow-origin': '*', [resourcePolicyHeader]: 'cross-origin' }

const apiResponseHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': exposedHeaders.join(', '),
}

/**
 * Registers the headers that let pages of other origins read responses. By default no page can: whoever reads an intranet's
 * pages in a browser also opens other websites in it, and those must not read the intranet through that browser. There are
 * two exceptions: the API for a page that sends a valid access token, and routes whose URL is the permission.
 */
export async function registerCors(app: FastifyInstance, { secure }: { secure: boolean }): Promise<void> {
  const hasSession = ({ headers }: FastifyRequest): boolean =>
    readSessionCookie(headers.cookie, { secure }) !== undefined
  // A preflight has the path of the request that it asks about, and finds the same configuration.
  const openUrls = new Set<string>()
  app.addHook('onRoute', ({ url, config }) => {
    if (config?.isOpenToAllOrigins !== true || openUrls.has(url)) return
    openUrls.add(url)
    app.options(url, { config: { isOpenToAllOrigins: true } }, (_request, reply) => reply.callNotFound())
  })
  await app.register(cors, {
    delegator: (request, callback) =>
      callback(null, !hasSession(request) && isOpenBeforeRouting(request) ? allOrigins : noOrigins),
  })
  app.addHook('onRequest', ({ routeOptions }, reply, done) => {
    if (routeOptions.config.isOpenToAllOrigins) reply.header(resourcePolicyHeader, 'cross-origin')
    done()
  })
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (!hasSession(request) && isApiResponseReadable(request, reply)) reply.headers(apiResponseHeaders)
    done()
  })
}

/** Whether a request is a preflight that is allowed, or one to a route whose URL is the permission. */
function isOpenBeforeRouting({ method, url, headers, routeOptions }: FastifyRequest): boolean {
  if (routeOptions.config.isOpenToAllOrigins) return true
  return method === 'OPTIONS' && isApiPath(url) && (headers.origin === undefined || announcesToken(headers))
}

/**
 * Whether a page of another origin may read this response of the API. Some operations need no token and tell whoever can reach
 * Verso what a site shows, so a token that is not valid opens nothing but the error that says so.
 */
const isApiResponseReadable = (
  { url, headers, hasValidToken }: FastifyRequest,
  reply: FastifyReply,
): boolean =>
  headers.origin !== undefined &&
  isApiPath(url) &&
  headers.authorization !== undefined &&
  (hasValidToken || reply.statusCode === 401)

const isApiPath = (url: string): boolean => /^\/v1(?:[/?]|$)/.test(url)

const announcesToken = (headers: FastifyRequest['headers']): boolean =>
  (headers['access-control-request-headers'] ?? '')
    .toLowerCase()
    .split(',')
    .some((name) => name.trim() === 'authorization')
