import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Admission, AdmissionResult, Caller } from '../access/admission.ts'
import { decideAccess, ssoRequiredMessage } from '../access/decide.ts'
import { permissions } from '../access/permissions.ts'
import type { Subjects } from '../access/subjects.ts'
import type { SiteToken } from '../audience/site-tokens.ts'
import type { Visitor, VisitorAdmission } from '../audience/visitor-admission.ts'
import { type Clock, minutes } from '../common/clock.ts'
import { Forbidden, NotFound, SignInTooOld, Unauthenticated } from '../common/errors.ts'
import { describeMissingCredentials, hashCredentials, readBearerToken } from './credentials.ts'
import { errorBody } from './errors.ts'
import { createRateLimitHeaders } from './rate-limit.ts'
import { createRateLimitKey } from './rate-limit-key.ts'
import type { Route } from './route.ts'

/**
 * Why a route is neither authenticated nor counted by the guard:
 * - `probe`: monitoring must work without credentials;
 * - `signed-url`: its address carries a signature that the handler checks;
 * - `published-site`: the site's own audience decides, in `audience/`.
 */
export type UnguardedReason = 'probe' | 'signed-url' | 'published-site'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The row of the route table; absent on pages that are not part of the API. */
    route?: Route
    /** Skips authentication and rate limits of the API, for this reason. */
    unguarded?: UnguardedReason
  }
  interface FastifyRequest {
    admitted: AdmissionResult<keyof Subjects | 'none'> | null
    visitor: Visitor | null
    /** Whether the request has an access token that is valid, of a person or of a visitor. */
    hasValidToken: boolean
  }
}

export interface RequestGuard {
  admission: Admission
  visitors: VisitorAdmission
  clock: Clock
  /** Requests a minute; 0 turns counting off. */
  rateLimit: number
  /** Verso's own origin, which a page must have for its session cookie to count. */
  origin: string
}

const subjectParams = {
  organization: 'organizationId',
  collection: 'collectionId',
  space: 'spaceId',
  site: 'siteId',
} as const

/** Authenticates, counts and authorizes every request, also those to routes that do not exist. */
export function registerRequestGuard(app: FastifyInstance, guard: RequestGuard): void {
  app.decorateRequest('admitted', null)
  app.decorateRequest('visitor', null)
  app.decorateRequest('hasValidToken', false)
  app.addHook('onRequest', async (request, reply) => {
    const { route, unguarded } = request.routeOptions.config
    if (unguarded) return undefined
    const token = readBearerToken(request)
    const siteToken = token === undefined ? undefined : guard.visitors.readToken(token)
    const kind = siteToken ? 'none' : findSubjectKind(route)
    const admitted = await guard.admission.admit(
      kind,
      {
        tokenHash: hashCredentials(request, guard.origin),
        // A renderer sends the requests of many visitors from one address, so they are counted by their tokens. Visitors of
        // whom nothing is known have the same token: one of them must not use up what the others may send.
        address: siteToken
          ? `visitor:${siteToken.id}:${createRateLimitKey(request.ip)}`
          : createRateLimitKey(request.ip),
        subjectId: kind === 'none' ? null : readIdentifier(request, subjectParams[kind]),
      },
      route?.details,
    )
    if (isInOtherOrganization(request, admitted.subject)) admitted.subject = undefined
    request.admitted = admitted
    request.hasValidToken = token !== undefined && (siteToken !== undefined || admitted.caller !== undefined)
    const limit = siteToken ? guard.rateLimit * VISITORS_PER_TOKEN : guard.rateLimit
    if (limit > 0) {
      const { headers, exceeded } = createRateLimitHeaders(limit, admitted.requests, guard.clock.now())
      reply.headers(headers)
      if (exceeded) {
        return reply.code(429).send(errorBody(429, `More than ${limit} requests in this minute.`))
      }
    }
    if (!route || route.permission === 'public') return undefined
    if (siteToken) return admitVisitor(guard, route, siteToken, request, admitted)
    if (!admitted.caller) throw new Unauthenticated(describeMissingCredentials(request))
    requireTokenScope(admitted.caller, route, kind)
    if (kind === 'none' && admitted.caller.organizationId !== undefined && !route.withinOrganization) {
      throw new Forbidden(
        `Your ${admitted.caller.signedInAt === undefined ? 'access token' : 'sign-in'} is limited to one organization, and this request is not.`,
      )
    }
    if (route.recentSignIn) requireRecentSignIn(admitted.caller, guard.clock.now())
    if (kind === 'none') return undefined
    return requirePermission(route, kind, admitted, reply, request)
  })
}

/**
 * Holds a limited access token to what it is for. Which space or site it may reach is decided with the subject, by
 * `access/subjects.ts`.
 */
function requireTokenScope(caller: Caller, route: Route, kind: keyof Subjects | 'none'): void {
  if (caller.isReadOnly && route.method !== 'GET') {
    throw new Forbidden('Your access token only reads. Create one that may write.')
  }
  if (caller.contentId !== undefined && kind === 'none' && !route.withinContent) {
    throw new Forbidden('Your access token is limited to one space or site, and this request is not.')
  }
}

/** A token that visitors share may be used this many times as often as that of one person. */
const VISITORS_PER_TOKEN = 20

/** How long ago somebody who changes how they sign in may have shown who they are. */
const MAX_SIGN_IN_AGE_MS = 10 * minutes

function requireRecentSignIn({ signedInAt }: Caller, now: Date): void {
  if (signedInAt !== undefined && now.getTime() - Date.parse(signedInAt) > MAX_SIGN_IN_AGE_MS) {
    throw new SignInTooOld('Your sign-in is more than ten minutes ago. Sign in again, and then do this.')
  }
}

/** Admits a visitor to the routes that are open to visitors, for the content that their site shows them. */
async function admitVisitor(
  guard: RequestGuard,
  route: Route,
  token: SiteToken,
  request: FastifyRequest,
  admitted: AdmissionResult<keyof Subjects | 'none'>,
): Promise<undefined> {
  const kind = findSubjectKind(route)
  if (!route.visitorAccess || kind === 'collection') {
    throw new Forbidden('This access token reads one published site, and nothing else.')
  }
  // A route without a subject is about the visitor's site.
  const subjectOfRoute =
    kind === 'none'
      ? ({ kind: 'site', id: token.siteId } as const)
      : { kind, id: readIdentifier(request, subjectParams[kind]) }
  const { admission, subject, revisionId, readsDraft } = await guard.visitors.admit(token, {
    ...subjectOfRoute,
    revisionId: readParam(request, 'revisionId') || null,
    changeRequest: route.visitorAccess === 'previews' ? readParam(request, 'changeRequestId') : null,
    details: route.details,
  })
  if (admission === 'unauthenticated') throw new Unauthenticated(describeMissingCredentials(request))
  if (!subject || isInOtherOrganization(request, subject)) {
    throw new NotFound(subjectOfRoute.kind, subjectOfRoute.id ?? '')
  }
  if (kind !== 'none') admitted.subject = subject
  // Here and not in each handler, so that none can read a revision that the visitor was not admitted to.
  if (revisionId !== undefined) Object.assign(request.params as Record<string, string>, { revisionId })
  const { siteId, organizationId, identity, expiresAt } = token
  const { claims } = identity
  request.visitor = {
    siteId,
    organizationId,
    claims,
    identity,
    expiresAt,
    readsDraft: readsDraft === true,
  }
}

function requirePermission(
  route: Route,
  kind: keyof Subjects,
  { subject, caller }: Pick<AdmissionResult<keyof Subjects>, 'subject' | 'caller'>,
  reply: FastifyReply,
  request: FastifyRequest,
): undefined | FastifyReply {
  switch (decideAccess(route.permission, subject, { includesDeleted: route.includesDeleted ?? false })) {
    case 'allowed':
      return undefined
    case 'sso':
      throw new Forbidden(ssoRequiredMessage)
    case 'forbidden':
      throw new Forbidden(`You may see this ${kind}, but your role does not include ${route.permission}.`)
    case 'hidden':
      // Deleting what does not exist is no error, and neither is deleting what the caller may not know of.
      if (route.response.kind === 'deletion' && route.path.endsWith(`:${subjectParams[kind]}`)) {
        return reply.code(204).send()
      }
      throw createNotFound(kind, readParam(request, subjectParams[kind]), caller)
  }
}

/** The same for what does not exist and for what a limited token does not reach, but it names the limit. */
function createNotFound(kind: keyof Subjects, id: string, caller: Caller | undefined): NotFound {
  const { signedInAt, contentId, organizationId } = caller ?? {}
  if (signedInAt !== undefined || (contentId === undefined && organizationId === undefined)) {
    return new NotFound(kind, id)
  }
  const limit =
    contentId === undefined ? `the organization "${organizationId}"` : `one space or site, "${contentId}"`
  return new UnreachableByToken(kind, id, limit)
}

class UnreachableByToken extends NotFound {
  constructor(kind: keyof Subjects, id: string, limit: string) {
    super(kind, id)
    this.message += ` Your access token is limited to ${limit}.`
  }
}

function findSubjectKind(route: Route | undefined): keyof Subjects | 'none' {
  const on = route ? permissions[route.permission].on : 'anyone'
  return on === 'anyone' || on === 'self' ? 'none' : on
}

// Fastify's parameters are always text; their names come from the route's own path.
const readParam = (request: FastifyRequest, name: string): string =>
  (request.params as Record<string, string>)[name] ?? ''

/** Whether the path names another organization than that of the subject. */
function isInOtherOrganization(
  request: FastifyRequest,
  subject: Subjects[keyof Subjects] | undefined,
): boolean {
  const organizationId = readParam(request, 'organizationId')
  return subject !== undefined && organizationId !== '' && subject.organizationId !== organizationId
}

/** Null for text that cannot be an identifier, because it could break the statement that many requests share. */
function readIdentifier(request: FastifyRequest, name: string): string | null {
  const id = readParam(request, name)
  return /^[A-Za-z0-9_-]{1,64}$/.test(id) ? id : null
}
