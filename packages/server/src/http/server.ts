import compress from '@fastify/compress'
import { isUtf8 } from 'node:buffer'
import { constants } from 'node:zlib'
import fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify'
import { minutes } from '../common/clock.ts'
import type { CacheBudget } from '../common/memory-cache.ts'
import { newId } from '../common/ids.ts'
import { registerBatchGuard } from './batch.ts'
import { registerCors } from './cors.ts'
import type { Cursors } from './cursors.ts'
import { registerETags } from './etag.ts'
import { respondToInvalidRequest, registerErrors, sendError } from './errors.ts'
import { createLazySerializers } from './lazy-serializers.ts'
import { describePath } from './log-path.ts'
import { registerRoutes } from './register-routes.ts'
import { registerRequestGuard, type RequestGuard } from './request-guard.ts'
import { ResponseCache } from './response-cache.ts'
import { getOperation, type RequestMetrics } from './request-metrics.ts'
import type { Route } from './route.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The body as it was sent, for signatures over it. */
    bodyText?: string
  }
}

export interface ServerOptions {
  config: { publicUrl: string; trustProxy: string[]; httpTimeouts: HttpTimeouts }
  guard: RequestGuard
  cursors: Cursors
  caches: CacheBudget
  routes: readonly Route[]
  metrics: RequestMetrics
  logger: FastifyServerOptions['loggerInstance'] | undefined
}

/** How long clients may take, in milliseconds. */
export interface HttpTimeouts {
  /** To send the headers of a request. */
  headersMs: number
  /** To send a whole request. */
  requestMs: number
  /** Between two requests on one connection. */
  keepAliveMs: number
}

const MAX_BODY_BYTES = 1024 * 1024

const MAX_BYTES_COMPRESSED_AT_ONCE = 64 * 1024

/** A client that takes no byte of its response for so long has gone. */
const RESPONSE_IDLE_TIMEOUT_MS = 5 * minutes

// An API needs none of the features of a page in a browser. Pages set their own policy.
const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  vary: 'Origin',
}

/** Creates the HTTP server with everything that all routes share, and registers the routes. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const { config, guard, caches, cursors, routes, metrics, logger } = options
  const secure = config.publicUrl.startsWith('https:')
  const headers = secure
    ? { ...securityHeaders, 'strict-transport-security': 'max-age=31536000' }
    : securityHeaders
  const app: FastifyInstance = fastify({
    ...(logger ? { loggerInstance: logger } : { logger: false }),
    // Each request is logged once, by the hook below, instead of twice by Fastify. The lines have the request id, so that no
    // logger has to be created for each request.
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: (parent) => parent,
    genReqId: newId,
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    bodyLimit: MAX_BODY_BYTES,
    ...createTimeoutOptions(config.httpTimeouts),
    // Idle connections are closed on shutdown, and running requests are finished.
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    clientErrorHandler: respondToInvalidRequest,
    schemaController: { compilersFactory: { buildSerializer: createLazySerializers() } },
    // Fastify rejects an invalid URL before any hook has run, so the headers are set here.
    frameworkErrors: (error, request, reply) =>
      void sendError(error, request, reply.headers(headers).header('x-request-id', request.id)),
  })

  // A connection that was busy when the server began to close becomes idle later, and clients would keep it open for
  // another minute.
  app.addHook('preClose', async () => {
    const sweep = setInterval(() => app.server.closeIdleConnections(), 50).unref()
    app.server.once('close', () => clearInterval(sweep))
  })
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id)
    done()
  })
  await registerCors(app, { secure: config.publicUrl.startsWith('https:') })
  registerETags(app)
  await app.register(compress, {
    threshold: 1024,
    // A thread and a stream cost more than compressing a response of this size, which takes half a millisecond.
    syncThreshold: MAX_BYTES_COMPRESSED_AT_ONCE,
    // Responses are compressed for each request. The default efforts take twice as long, for a twentieth fewer bytes.
    zlibOptions: { level: 3 },
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } },
  })

  app.decorateRequest('operation', undefined)
  app.decorateRequest('logPath', undefined)
  registerErrors(app)
  registerJsonBodies(app)
  registerRequestGuard(app, guard)
  registerBatchGuard(app)
  app.addHook('onResponse', (request, reply, done) => {
    metrics.observe(request, reply)
    request.log.info(
      {
        reqId: request.id,
        method: request.method,
        path: describePath(request),
        operation: getOperation(request),
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

/** Node looks for late requests at intervals, so a short limit needs a short interval. */
const createTimeoutOptions = ({ headersMs, requestMs, keepAliveMs }: HttpTimeouts) => {
  const headersTimeout = Math.min(headersMs, requestMs)
  const connectionsCheckingInterval = Math.min(5000, Math.max(50, Math.floor(headersTimeout / 4)))
  return {
    http: { headersTimeout, requestTimeout: requestMs, connectionsCheckingInterval },
    requestTimeout: requestMs,
    keepAliveTimeout: keepAliveMs,
    connectionTimeout: RESPONSE_IDLE_TIMEOUT_MS,
  }
}

/** Accepts JSON bodies only. An empty body counts as none, because some clients send the content type with every request. */
function registerJsonBodies(app: FastifyInstance): void {
  app.decorateRequest('bodyText')
  const parse = app.getDefaultJsonParser('remove', 'remove')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes: Buffer, done) => {
    // Decoding would silently replace invalid bytes by other characters.
    if (!isUtf8(bytes)) return done(createMalformedBodyError(new Error('it is not UTF-8')), undefined)
    const text = bytes.toString()
    request.bodyText = text
    if (text === '') done(null, undefined)
    else
      void parse(request, text, (error, body: unknown) =>
        done(error && createMalformedBodyError(error), body),
      )
    return undefined
  })
}

const createMalformedBodyError = (error: Error): Error =>
  Object.assign(new Error(`The body is not valid JSON: ${error.message}`), { statusCode: 400 })
