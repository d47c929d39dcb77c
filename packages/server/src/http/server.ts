import compress from '@fastify/compress'
import cors, { type FastifyCorsOptions } from '@fastify/cors'
import { isUtf8 } from 'node:buffer'
import { constants } from 'node:zlib'
import fastify, {
  type FastifyInstance,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify'
import type { CacheBudget } from '../common/memory-cache.ts'
import { newId } from '../common/ids.ts'
import type { Cursors } from './cursors.ts'
import { registerETags } from './etag.ts'
import { answerBrokenRequest, registerErrors, sendError } from './errors.ts'
import { registerRoutes } from './register-routes.ts'
import { registerRequestGuard, type RequestGuard } from './request-guard.ts'
import { ResponseCache } from './response-cache.ts'
import type { Metrics } from './metrics.ts'
import type { Route } from './route.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The body as it was sent, for signatures over it. */
    bodyText?: string
  }
}

export interface ServerOptions {
  config: { publicUrl: string; trustProxy: string[] }
  guard: RequestGuard
  cursors: Cursors
  caches: CacheBudget
  routes: readonly Route[]
  metrics: Metrics
  logger: FastifyServerOptions['loggerInstance'] | undefined
}

const MAX_BODY_BYTES = 1024 * 1024

// An API needs none of what a page may do in a browser; pages set their own policy.
const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'cross-origin',
  vary: 'Origin',
}

// Tokens travel in a header that no page sends by itself, so a page of any origin may ask.
const openToAll: FastifyCorsOptions = {
  origin: '*',
  // Whoever asks for the options of a route gets them, with or without the headers of a browser.
  strictPreflight: false,
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  exposedHeaders: [
    'ETag',
    'Location',
    'Retry-After',
    'X-RateLimit-Limit',
    'X-RateLimit-Remaining',
    'X-RateLimit-Reset',
    'X-Request-Id',
  ],
  maxAge: 86_400,
}

// Most callers are programs, which have no use for these headers.
const notAsked: FastifyCorsOptions = { origin: false }

const isFromBrowser = ({ method, headers }: FastifyRequest): boolean =>
  headers.origin !== undefined || method === 'OPTIONS'

/** The HTTP side: everything that all routes share, then the routes. */
export async function createServer(parts: ServerOptions): Promise<FastifyInstance> {
  const { config, guard, caches, cursors, routes, metrics, logger } = parts
  const secure = config.publicUrl.startsWith('https:')
  const headers = secure
    ? { ...securityHeaders, 'strict-transport-security': 'max-age=31536000' }
    : securityHeaders
  const app: FastifyInstance = fastify({
    ...(logger ? { loggerInstance: logger } : { logger: false }),
    // One line a request, below, instead of Fastify's two, and no logger made for each: lines name their request.
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: (parent) => parent,
    genReqId: newId,
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    bodyLimit: MAX_BODY_BYTES,
    // Open connections that have nothing to say are closed on shutdown; requests under way are finished.
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    clientErrorHandler: answerBrokenRequest,
    // A URL that no router can read is answered before any hook has run.
    frameworkErrors: (error, request, reply) =>
      void sendError(error, request, reply.headers(headers).header('x-request-id', request.id)),
  })

  // A connection that was busy when closing began is idle once it has its answer, and clients would keep it
  // open for another minute.
  app.addHook('preClose', async () => {
    const sweep = setInterval(() => app.server.closeIdleConnections(), 50).unref()
    app.server.once('close', () => clearInterval(sweep))
  })
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id)
    done()
  })
  await app.register(cors, {
    delegator: (request, callback) => callback(null, isFromBrowser(request) ? openToAll : notAsked),
  })
  registerETags(app)
  await app.register(compress, {
    threshold: 1024,
    // The default quality of Brotli is made for files that are compressed once.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })

  registerErrors(app)
  registerJsonBodies(app)
  registerRequestGuard(app, guard)
  app.addHook('onResponse', (request, reply, done) => {
    metrics.observe(request, reply)
    request.log.info(
      {
        reqId: request.id,
        method: request.method,
        path: request.url.split('?', 1)[0],
        operation: request.routeOptions.config.route?.operationId,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        user: request.admitted?.caller?.userId,
        address: request.ip,
      },
      'request',
    )
    done()
  })
  registerRoutes(app, routes, { cursors, responses: new ResponseCache(caches) })
  return app
}

/** JSON is the only body. An empty one counts as none, as clients send the header with every request. */
function registerJsonBodies(app: FastifyInstance): void {
  app.decorateRequest('bodyText')
  const parse = app.getDefaultJsonParser('remove', 'remove')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes: Buffer, done) => {
    // Decoding would put other letters in the place of what is none, and nobody would know.
    if (!isUtf8(bytes)) return done(malformed(new Error('it is not UTF-8')), undefined)
    const text = bytes.toString()
    request.bodyText = text
    if (text === '') done(null, undefined)
    else void parse(request, text, (error, body: unknown) => done(error && malformed(error), body))
    return undefined
  })
}

const malformed = (error: Error): Error =>
  Object.assign(new Error(`The body is not valid JSON: ${error.message}`), { statusCode: 400 })
