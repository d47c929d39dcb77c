import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type TObject, Type } from 'typebox'
import type { Caller } from '../access/admission.ts'
import type { Subjects } from '../access/subjects.ts'
import type { Visitor } from '../audience/visitor-admission.ts'
import { CacheableResponse } from '../common/cacheable-response.ts'
import { Invalid } from '../common/errors.ts'
import type { Page, Paging } from '../database/paging.ts'
import { cacheTagHeader, createCacheTags } from './cache-tags.ts'
import type { Cursors } from './cursors.ts'
import { errorBody } from './errors.ts'
import { createListBody, readPaging } from './list-pages.ts'
import { DEFAULT_LIST_LIMIT, listQuery, listSchema } from './lists.ts'
import type { ResponseCache } from './response-cache.ts'
import { PreparedResponse, type PutResult, type Route } from './route.ts'
import { requireStorableText } from './storable-text.ts'
import { createValidator, type Validator } from './validation.ts'

/** The argument of a handler, without the types of its route. */
interface UntypedContext {
  caller: Caller | undefined
  visitor: Visitor | undefined
  subject: Subjects[keyof Subjects] | undefined
  params: unknown
  query: unknown
  body: unknown
  paging: Paging
  request: FastifyRequest
  setCookie: (header: string) => void
}

interface RouteServices {
  cursors: Cursors
  responses: ResponseCache
}

/** Registers the route table with Fastify, and answers 405 to the methods that a path does not have. */
export function registerRoutes(
  app: FastifyInstance,
  routes: readonly Route[],
  services: RouteServices,
): void {
  for (const route of routes) registerRoute(app, route, services)
  for (const [url, methods] of listUnusedMethods(routes)) {
    app.route({
      method: methods.unused,
      url,
      handler: (request, reply) =>
        reply
          .code(405)
          .header('allow', methods.used.join(', '))
          .send(errorBody(405, `${request.method} is not possible here; ${methods.used.join(', ')} is.`)),
    })
  }
}

function registerRoute(app: FastifyInstance, route: Route, { cursors, responses }: RouteServices): void {
  const { response } = route
  const query = createQuerySchema(route)
  const checkQuery = query && createValidator(query, 'query', { convert: true })
  const checkBody = createBodyValidator(route)
  // The route table has checked the type of each handler. Here they are all called in the same way.
  const handle = route.handle as (context: UntypedContext) => unknown

  app.route({
    method: route.method,
    url: `/v1${route.path}`,
    config: { route },
    ...(route.bodyLimit !== undefined && { bodyLimit: route.bodyLimit }),
    // Compression would hold events back until there are enough of them.
    ...(response.kind === 'stream' && { compress: false }),
    ...(response.kind === 'object' && { schema: { response: { [response.status]: response.schema } } }),
    ...(response.kind === 'put' && { schema: { response: { 200: response.schema, 201: response.schema } } }),
    ...(response.kind === 'list' && {
      schema: { response: { 200: listSchema(response.schema, response.more) } },
    }),
    handler: async (request, reply) => {
      requireStorableText('params', request.params)
      requireStorableText('query', request.query)
      const checkedQuery = checkQuery?.(request.query)
      const result = await handle({
        caller: request.admitted?.caller,
        visitor: request.visitor ?? undefined,
        subject: request.admitted?.subject,
        params: request.params,
        query: checkedQuery,
        body: checkBody?.(request.body),
        paging:
          response.kind === 'list'
            ? readPaging(request, checkedQuery, cursors)
            : { limit: DEFAULT_LIST_LIMIT },
        request,
        setCookie: (header) => void reply.header('set-cookie', header),
      })
      if (route.method === 'GET') {
        // Fastify's parameters are always text.
        const tags = createCacheTags(request.params as Record<string, string>)
        if (tags !== '') reply.header(cacheTagHeader, tags)
      }
      if (result instanceof CacheableResponse) return responses.send(reply, route.operationId, result)
      return sendResult(reply, route, result, (page) => createListBody(request, page, cursors))
    },
  })
}

function sendResult(
  reply: FastifyReply,
  { response }: Route,
  result: unknown,
  createList: (page: Page<unknown>) => object,
): unknown {
  reply.code(response.status)
  switch (response.kind) {
    case 'object': {
      if (result instanceof PreparedResponse) {
        const { bytes, etag } = result
        return reply.header('etag', etag).type('application/json; charset=utf-8').send(bytes)
      }
      const location = response.status === 201 ? readLocation(result) : undefined
      if (location !== undefined) reply.header('location', location)
      return result
    }
    case 'put': {
      // The types of the route ensure that its handler returns this.
      const { created, value } = result as PutResult<unknown>
      const location = created ? readLocation(value) : undefined
      if (location !== undefined) reply.code(201).header('location', location)
      return value
    }
    case 'list':
      // The types of the route ensure that its handler returns this.
      return createList(result as Page<unknown>)
    case 'stream':
      return reply.headers(streamHeaders).send(result)
    case 'deletion':
      return reply.code(result === true ? 205 : 204).send()
    case 'nothing':
      return reply.send()
  }
}

/** Neither caches nor proxies may keep events or hold them back. */
const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
}

function createBodyValidator(route: Route): Validator | undefined {
  const { body: schema } = route
  if (!schema) return undefined
  const check = createValidator(schema, 'body', { convert: false })
  return (body) => {
    if (body === undefined) {
      if (route.bodyOptional) return undefined
      throw new Invalid('body must be given: a JSON object.')
    }
    requireStorableText('body', body)
    return check(body)
  }
}

/** The query parameters of a route, with those that every list has. */
export function createQuerySchema({ response, query }: Route): TObject | undefined {
  return response.kind === 'list' ? Type.Object({ ...query?.properties, ...listQuery.properties }) : query
}

// Created objects carry their own address in `urls.location`.
const readLocation = (result: unknown): string | undefined =>
  (result as { urls?: { location?: string } }).urls?.location

function listUnusedMethods(routes: readonly Route[]) {
  const byUrl = new Map<string, { used: string[]; unused: string[] }>()
  for (const url of new Set(routes.map(({ path }) => `/v1${path}`))) {
    const used = routes.filter(({ path }) => `/v1${path}` === url).map(({ method }): string => method)
    if (used.includes('GET')) used.push('HEAD')
    const unused = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE'].filter(
      (method) => !used.includes(method),
    )
    byUrl.set(url, { used, unused })
  }
  return byUrl
}
