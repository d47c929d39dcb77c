import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type TObject, Type } from 'typebox'
import type { Admission, Admitted, Caller } from '../access/admission.ts'
import { decide, ssoMessage } from '../access/decide.ts'
import { permissions } from '../access/permissions.ts'
import type { Subjects } from '../access/subjects.ts'
import type { SiteToken } from '../audience/passes.ts'
import type { Visitor, Visitors } from '../audience/visitors.ts'
import type { Clock } from '../common/clock.ts'
import { Generations } from '../common/generations.ts'
import { Kept } from '../common/kept.ts'
import { Forbidden, Invalid, NotFound, Unauthenticated } from '../common/errors.ts'
import type { Page, Paging } from '../database/paging.ts'
import { addressKey } from './address.ts'
import { cacheTagHeader, cacheTags } from './cache-tags.ts'
import type { Cursors } from './cursors.ts'
import { errorBody } from './errors.ts'
import { KeptAnswers } from './kept.ts'
import { rateLimitHeaders } from './rate-limit.ts'
import { Prepared, type Put, type Route } from './route.ts'
import { readCookie } from './session-cookie.ts'
import { defaultLimit, listOf, listQuery } from './lists.ts'
import { requireStorable } from './text.ts'
import { type Validator, validator } from './validation.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The row of the route table; absent on pages that are not part of the API. */
    route?: Route
    /** Not counted and not asked who is there: probes must work when nothing else does, and what is signed needs no more. */
    probe?: true
  }
  interface FastifyRequest {
    admitted: Admitted<keyof Subjects | 'none'> | null
    /** The body as it came, for those that are signed. */
    bodyText?: string
    visitor: Visitor | null
  }
}

export interface Door {
  admission: Admission
  visitors: Visitors
  cursors: Cursors
  clock: Clock
  /** Requests a minute; 0 turns counting off. */
  rateLimit: number
  /** Ours: what a page must come from for its cookie to be worth something. */
  origin: string
}

/** What a handler gets, before the route's own types are put on it. */
interface UntypedContext {
  caller: Caller | undefined
  visitor: Visitor | undefined
  subject: Subjects[keyof Subjects] | undefined
  params: unknown
  query: unknown
  body: unknown
  paging: Paging
  request: FastifyRequest
}

const subjectParams = {
  organization: 'organizationId',
  collection: 'collectionId',
  space: 'spaceId',
  site: 'siteId',
} as const

/** Everyone passes here, also those who ask for a route that does not exist. */
export function registerDoor(app: FastifyInstance, door: Door): void {
  app.decorateRequest('admitted', null)
  app.decorateRequest('visitor', null)
  app.addHook('onRequest', async (request, reply) => {
    const { route, probe } = request.routeOptions.config
    if (probe) return undefined
    const token = bearerToken(request)
    const siteToken = token === undefined ? undefined : door.visitors.read(token)
    const kind = siteToken ? 'none' : subjectKind(route)
    const target = kind === 'none' ? null : targetOf(request, subjectParams[kind])
    const admitted = await door.admission.admit(kind, {
      tokenHash: tokenHash(request, door.origin),
      // Visitors whom a renderer asks for come from one address; each is counted by their own token.
      address: siteToken ? `visitor:${siteToken.id}` : addressKey(request.ip),
      target,
    })
    if (isElsewhere(request, admitted.subject)) admitted.subject = undefined
    request.admitted = admitted
    if (door.rateLimit > 0) {
      const { headers, exceeded } = rateLimitHeaders(door.rateLimit, admitted.requests, door.clock.now())
      reply.headers(headers)
      if (exceeded) {
        return reply.code(429).send(errorBody(429, `More than ${door.rateLimit} requests in this minute.`))
      }
    }
    if (!route || route.permission === 'public') return undefined
    if (siteToken) return admitVisitor(door, route, siteToken, request, admitted)
    if (!admitted.caller) throw new Unauthenticated(unauthenticatedMessage(request))
    if (kind === 'none' && admitted.caller.organizationId !== undefined && !route.withinOrganization) {
      throw new Forbidden('You signed in to one organization; this goes beyond it.')
    }
    if (kind === 'none') return undefined
    return requireAllowed(route, kind, admitted.subject, reply, request)
  })
}

/** Visitors see what their site shows them, on the routes that are open to them, and nothing else. */
async function admitVisitor(
  door: Door,
  route: Route,
  token: SiteToken,
  request: FastifyRequest,
  admitted: Admitted<keyof Subjects | 'none'>,
): Promise<undefined> {
  const kind = subjectKind(route)
  if (!route.visitors || kind === 'collection') {
    throw new Forbidden('This access token reads one published site, and nothing else.')
  }
  // What is about nothing in particular is about the site.
  const asked =
    kind === 'none'
      ? ({ kind: 'site', id: token.siteId } as const)
      : { kind, id: targetOf(request, subjectParams[kind]) }
  const revisionId = paramOf(request, 'revisionId')
  const { admission, subject } = await door.visitors.meet(token, {
    ...asked,
    revisionId: revisionId === '' ? null : revisionId,
    isDraft: route.visitors === 'previews',
  })
  if (admission === 'unauthenticated') throw new Unauthenticated(unauthenticatedMessage(request))
  if (!subject || isElsewhere(request, subject)) throw new NotFound(asked.kind, asked.id ?? '')
  if (kind !== 'none') admitted.subject = subject
  const { siteId, organizationId, pass } = token
  request.visitor = { siteId, organizationId, claims: pass.claims }
}

export function registerRoutes(app: FastifyInstance, routes: readonly Route[], door: Door): void {
  const kept = new KeptAnswers()
  for (const route of routes) register(app, route, door, kept)
  for (const [url, methods] of unusedMethods(routes)) {
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

function register(app: FastifyInstance, route: Route, door: Door, kept: KeptAnswers): void {
  const { answer } = route
  const query = querySchema(route)
  const checkQuery = query && validator(query, 'query', { convert: true })
  const checkBody = bodyValidator(route)
  // The table's types say what each handler takes; here they are all the same.
  const handle = route.handle as (context: UntypedContext) => unknown

  app.route({
    method: route.method,
    url: `/v1${route.path}`,
    config: { route },
    ...(route.bodyLimit !== undefined && { bodyLimit: route.bodyLimit }),
    ...(answer.kind === 'object' && { schema: { response: { [answer.status]: answer.schema } } }),
    ...(answer.kind === 'put' && { schema: { response: { 200: answer.schema, 201: answer.schema } } }),
    ...(answer.kind === 'list' && { schema: { response: { 200: listOf(answer.schema, answer.more) } } }),
    handler: async (request, reply) => {
      requireStorable('params', request.params)
      requireStorable('query', request.query)
      const asked = checkQuery?.(request.query)
      const result = await handle({
        caller: request.admitted?.caller,
        visitor: request.visitor ?? undefined,
        subject: request.admitted?.subject,
        params: request.params,
        query: asked,
        body: checkBody?.(request.body),
        paging: answer.kind === 'list' ? readPaging(request, asked, door.cursors) : { limit: defaultLimit },
        request,
      })
      if (route.method === 'GET') {
        // Fastify's parameters are always text.
        const tags = cacheTags(request.params as Record<string, string>)
        if (tags !== '') reply.header(cacheTagHeader, tags)
      }
      if (result instanceof Kept) return kept.send(reply, route.operationId, result)
      return send(reply, route, result, (page) => writePage(request, page, door.cursors))
    },
  })
}

function send(
  reply: FastifyReply,
  { answer }: Route,
  result: unknown,
  writeList: (page: Page<unknown>) => object,
): unknown {
  reply.code(answer.status)
  switch (answer.kind) {
    case 'object': {
      if (result instanceof Prepared) {
        const { bytes, etag } = result
        return reply.header('etag', etag).type('application/json; charset=utf-8').send(bytes)
      }
      const location = answer.status === 201 ? locationOf(result) : undefined
      if (location !== undefined) reply.header('location', location)
      return result
    }
    case 'put': {
      // The route's types say that its handler gives one.
      const { created, value } = result as Put<unknown>
      const location = created ? locationOf(value) : undefined
      if (location !== undefined) reply.code(201).header('location', location)
      return value
    }
    case 'list':
      return writeList(result as Page<unknown>)
    case 'deletion':
      return reply.code(result === true ? 205 : 204).send()
    case 'nothing':
      return reply.send()
  }
}

function requireAllowed(
  route: Route,
  kind: keyof Subjects,
  subject: Subjects[keyof Subjects] | undefined,
  reply: FastifyReply,
  request: FastifyRequest,
): undefined | FastifyReply {
  switch (decide(route.permission, subject, { withDeleted: route.withDeleted ?? false })) {
    case 'allowed':
      return undefined
    case 'sso':
      throw new Forbidden(ssoMessage)
    case 'forbidden':
      throw new Forbidden(`You may see this ${kind}, but your role does not include ${route.permission}.`)
    case 'hidden':
      // Deleting what is not there is no error, and neither is deleting what one may not know of.
      if (route.answer.kind === 'deletion' && route.path.endsWith(`:${subjectParams[kind]}`)) {
        return reply.code(204).send()
      }
      throw new NotFound(kind, paramOf(request, subjectParams[kind]))
  }
}

const subjectKind = (route: Route | undefined): keyof Subjects | 'none' => {
  const on = route ? permissions[route.permission].on : 'anyone'
  return on === 'anyone' || on === 'self' ? 'none' : on
}

// Fastify's parameters are always text; their names come from the route's own path.
const paramOf = (request: FastifyRequest, name: string): string =>
  (request.params as Record<string, string>)[name] ?? ''

/** A path that names an organization is about what is in that organization. */
const isElsewhere = (request: FastifyRequest, subject: Subjects[keyof Subjects] | undefined): boolean => {
  const organizationId = paramOf(request, 'organizationId')
  return subject !== undefined && organizationId !== '' && subject.organizationId !== organizationId
}

// What cannot be an identifier must not reach the statement that many requests share.
function targetOf(request: FastifyRequest, name: string): string | null {
  const id = paramOf(request, name)
  return /^[A-Za-z0-9_-]{1,64}$/.test(id) ? id : null
}

/** Of the tokens that came last: hashing one takes longer than looking it up. */
const hashes = new Generations<string>(1000)

/** Whoever makes up longer ones does not fill our memory with them. */
const longestToken = 200

function tokenHash(request: FastifyRequest, origin: string): string | null {
  const { authorization } = request.headers
  const secret =
    authorization === undefined ? cookieOf(request, origin) : /^bearer +(\S+)$/i.exec(authorization)?.[1]
  if (secret === undefined) return null
  if (secret.length > longestToken) return hash('sha256', secret, 'hex')
  return hashes.get(secret) ?? hashes.set(secret, hash('sha256', secret, 'hex'))
}

/** A session's cookie comes along with whatever the browser sends; only what our own pages send counts. */
function cookieOf({ method, headers }: FastifyRequest, origin: string): string | undefined {
  const isReading = method === 'GET' || method === 'HEAD'
  const isOurs =
    headers.origin === undefined ? headers['sec-fetch-site'] === 'same-origin' : headers.origin === origin
  return isReading || isOurs ? readCookie(headers.cookie) : undefined
}
const bearerToken = (request: FastifyRequest): string | undefined =>
  /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]

const unauthenticatedMessage = ({ headers: { authorization } }: FastifyRequest): string =>
  authorization === undefined
    ? 'An access token is needed: send it as "Authorization: Bearer <token>".'
    : /^bearer +\S+$/i.test(authorization)
      ? 'This access token is unknown, revoked or expired.'
      : 'The Authorization header must read "Bearer <token>".'

function bodyValidator(route: Route): Validator | undefined {
  const { body: schema } = route
  if (!schema) return undefined
  const check = validator(schema, 'body', { convert: false })
  return (body) => {
    if (body === undefined) {
      if (route.bodyOptional) return undefined
      throw new Invalid('body must be given: a JSON object.')
    }
    requireStorable('body', body)
    return check(body)
  }
}

export function querySchema({ answer, query }: Route): TObject | undefined {
  return answer.kind === 'list' ? Type.Object({ ...query?.properties, ...listQuery.properties }) : query
}

function readPaging(request: FastifyRequest, query: unknown, cursors: Cursors): Paging {
  // The schema of every list includes these two.
  const { limit = defaultLimit, page } = query as { limit?: number; page?: string }
  return page === undefined ? { limit } : { limit, from: cursors.read(listName(request), page) }
}

function writePage(
  request: FastifyRequest,
  { items, count, next, previous, ...more }: Page<unknown>,
  cursors: Cursors,
) {
  const list = listName(request)
  return {
    ...more,
    items,
    count,
    ...(next && { next: { page: cursors.write(list, next) } }),
    ...(previous && { previous: { page: cursors.write(list, previous) } }),
  }
}

/** What a cursor belongs to: the path and everything in the query that chooses or orders. */
function listName(request: FastifyRequest): string {
  const url = new URL(request.url, 'http://verso')
  url.searchParams.delete('page')
  url.searchParams.delete('limit')
  url.searchParams.sort()
  return `${url.pathname}?${url.searchParams.toString()}`
}

function locationOf(result: unknown): string | undefined {
  const { urls } = result as { urls?: { location?: string } }
  return urls?.location
}

function unusedMethods(routes: readonly Route[]) {
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
