import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { Invalid } from '../common/errors.ts'
import { errorBody } from './errors.ts'
import { createRouteBuilder, object, PreparedResponse, type Route } from './route.ts'

/** As many as the largest screen of the console needs, and some more. */
const MAX_BATCH_READS = 20
const MAX_PATH_LENGTH = 4000
/** A response is put together and compressed while all others wait. */
const MAX_BATCH_CHARACTERS = 4 * 1024 * 1024

const BatchQuery = Type.Object({
  path: Type.Array(Type.String({ minLength: 1, maxLength: MAX_PATH_LENGTH, pattern: '^/' }), {
    minItems: 1,
    maxItems: MAX_BATCH_READS,
    description: 'The paths to read, below `/v1` and with their queries: `path=/user&path=/orgs?limit=5`.',
  }),
})

const BatchResponse = Type.Object(
  {
    status: Type.Integer(),
    body: Type.Unknown(),
    requestId: Type.Optional(
      Type.String({ description: 'Which request failed, as `X-Request-Id` says it.' }),
    ),
  },
  { 'x-name': 'BatchResponse' },
)

const BatchResponses = Type.Object(
  { responses: Type.Array(BatchResponse, { description: 'In the order of the paths.' }) },
  { 'x-name': 'BatchResponses' },
)

const route = createRouteBuilder('Service')

export const batchRoute: Route = route.get(
  '/batch',
  {
    operationId: 'batchReads',
    summary: 'Read several things in one request',
    description:
      'Each path is a GET of its own: it is authorized, counted and answered as if it were sent alone, with the credentials of this request. One that fails leaves the others as they are. Streams, and paths with secrets in them, cannot be read in a batch. What would make the response too large is answered 413, and has to be read by itself.',
    // Each of the reads is authorized by its own row of the route table.
    permission: 'public',
    query: BatchQuery,
    response: object(BatchResponses),
  },
  ({ request, query }) => readBatch(request, query.path),
)

/** Whether a request is one of a batch. Only `readBatch` can make it so, whatever a client sends. */
const batchContext = new AsyncLocalStorage<true>()

/** Refuses what a batch may not contain: an event stream would never end, a batch could hold batches without end. */
export function registerBatchGuard(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const isRefused = batchContext.getStore() === true && !isBatchable(request.routeOptions.config.route)
    done(
      isRefused ? new Invalid('This path cannot be read in a batch. Send a request of its own.') : undefined,
    )
  })
}

const isBatchable = (row: Route | undefined): boolean =>
  row !== undefined &&
  row !== batchRoute &&
  row.method === 'GET' &&
  (row.response.kind === 'object' || row.response.kind === 'list') &&
  // The path of a batch is logged without its query, but proxies in front of Verso log queries.
  (row.secretParams ?? []).length === 0 &&
  // The header that asks for a new sign-in is not part of a batch.
  row.recentSignIn !== true

const tooLarge = JSON.stringify({
  status: 413,
  body: errorBody(413, 'The batch would be too large with this. Send a request of its own.'),
})

/** Sends each read through the whole server, so that nothing of a request is decided in a second place. */
async function readBatch(
  request: FastifyRequest,
  paths: readonly string[],
): Promise<PreparedResponse<Static<typeof BatchResponses>>> {
  const headers = keepSharedHeaders(request)
  const { remoteAddress } = request.socket
  const responses = await Promise.all(
    paths.map((path) =>
      // The request is only sent when somebody waits for it, which has to be inside of the context.
      batchContext.run(
        true,
        async () =>
          await request.server.inject({
            method: 'GET',
            url: `/v1${path}`,
            headers,
            ...(remoteAddress !== undefined && { remoteAddress }),
          }),
      ),
    ),
  )
  let length = 0
  const parts = responses.map(({ statusCode, payload, headers: { 'x-request-id': requestId } }) => {
    if (length > 0 && length + payload.length > MAX_BATCH_CHARACTERS) return tooLarge
    length += payload.length
    // The bodies are JSON already. The id is left out where nothing failed: the response would otherwise never be the same.
    return statusCode < 400
      ? `{"status":${statusCode},"body":${payload}}`
      : `{"status":${statusCode},"body":${payload},"requestId":${JSON.stringify(requestId)}}`
  })
  return PreparedResponse.fromJson(`{"responses":[${parts.join(',')}]}`)
}

/** Headers that are about the response as a whole, and not about who asks. */
const ownHeaders = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'if-modified-since',
  'if-none-match',
  'range',
  'transfer-encoding',
])

const keepSharedHeaders = ({ headers }: FastifyRequest): FastifyRequest['headers'] =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !ownHeaders.has(name)))
