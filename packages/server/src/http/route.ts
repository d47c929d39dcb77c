import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { Static, TObject, TSchema } from 'typebox'
import type { Caller } from '../access/admission.ts'
import type { Permission, permissions } from '../access/permissions.ts'
import type { SubjectDetails, Subjects } from '../access/subjects.ts'
import type { Visitor } from '../audience/visitor-admission.ts'
import type { CacheableResponse } from '../common/cacheable-response.ts'
import type { Page, Paging } from '../database/paging.ts'
import { createETag } from './etag.ts'
import type { SegmentedResponse } from './segmented-response.ts'

/**
 * A row of the route table: method, path, names, permission, schemas of the request and the response, and a handler that
 * calls a service. `register-routes.ts` turns rows into Fastify routes, and `openapi.ts` describes them.
 */
export interface Route {
  readonly method: HttpMethod
  /** Below `/v1`, with `:name` for parameters. */
  readonly path: string
  readonly operationId: string
  readonly tag: string
  readonly summary: string
  readonly description?: string
  readonly permission: Permission
  /** Further columns of the subject that the handler presents. */
  readonly details?: SubjectDetails<object>
  readonly query?: TObject
  readonly body?: TSchema
  /** A body may be left out altogether. */
  readonly bodyOptional?: boolean
  /** The maximum size of the body in bytes, if it is not the default. */
  readonly bodyLimit?: number
  readonly response: RouteResponse
  /** Parameters of the path that give access to whoever knows them. The log does not show them. */
  readonly secretParams?: readonly string[]
  /** Whether the route also finds deleted spaces. */
  readonly includesDeleted?: boolean
  /** Whether the route is open to sessions that are limited to one organization. It must not show them anything else. */
  readonly withinOrganization?: boolean
  /** Whether the route is open to tokens that are limited to one space or site, though it is about neither. */
  readonly withinContent?: boolean
  /**
   * Whether a session must have begun, or been confirmed, in the last minutes: somebody at an unlocked computer must not be
   * able to take over the account. Access tokens are not asked.
   */
  readonly recentSignIn?: boolean
  /** Whether the route is open to visitors of a site, who have a token that gives access to what the site shows. */
  readonly visitorAccess?: VisitorAccess
  readonly handle: (context: never) => unknown
}

/** `previews` opens a route only to previews of a site, whose author may see the content in the organization. */
export type VisitorAccess = boolean | 'previews'

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The successful responses of a route. */
export type RouteResponse =
  | { readonly kind: 'object'; readonly status: 200 | 201; readonly schema: TSchema }
  /** 201 when the object was created, 200 when it existed. */
  | { readonly kind: 'put'; readonly status: 200; readonly schema: TSchema }
  /** `more` has the fields of the response besides the items. */
  | { readonly kind: 'list'; readonly status: 200; readonly schema: TSchema; readonly more?: TObject }
  /** Server-sent events, each with data of this schema. The response stays open. */
  | { readonly kind: 'stream'; readonly status: 200; readonly schema: TSchema }
  | { readonly kind: 'nothing'; readonly status: 200 | 201 | 204 }
  /** 205 when something was deleted, 204 when there was nothing to delete. */
  | { readonly kind: 'deletion'; readonly status: 205 }

export const object = <Schema extends TSchema>(schema: Schema) =>
  ({ kind: 'object', status: 200, schema }) as const
export const created = <Schema extends TSchema>(schema: Schema) =>
  ({ kind: 'object', status: 201, schema }) as const
export const createdOrUpdated = <Schema extends TSchema>(schema: Schema) =>
  ({ kind: 'put', status: 200, schema }) as const
export const list = <Schema extends TSchema>(schema: Schema) =>
  ({ kind: 'list', status: 200, schema }) as const
export const listWith = <Schema extends TSchema, More extends TObject>(schema: Schema, more: More) =>
  ({ kind: 'list', status: 200, schema, more }) as const
export const eventStream = <Schema extends TSchema>(schema: Schema) =>
  ({ kind: 'stream', status: 200, schema }) as const
export const noContent = { kind: 'nothing', status: 204 } as const
/** Something was done, and the response has no body. Newer operations answer 204. */
export const okWithoutBody = { kind: 'nothing', status: 200 } as const
/** Something was created, and the response has no body. */
export const createdWithoutBody = { kind: 'nothing', status: 201 } as const
export const deletion = { kind: 'deletion', status: 205 } as const

/** A serialized response, for values that are created once and sent often. It must fit the schema of the route. */
export class PreparedResponse<Value> {
  readonly bytes: Buffer
  readonly etag: string
  /** The type of the serialized value. It exists at compile time only. */
  declare readonly value: Value

  private constructor(json: string) {
    this.bytes = Buffer.from(json)
    this.etag = createETag(json)
  }

  static fromValue<Value>(value: Value): PreparedResponse<Value> {
    return new PreparedResponse(JSON.stringify(value))
  }

  /** Creates a response from text that is JSON already. */
  static fromJson<Value>(json: string): PreparedResponse<Value> {
    return new PreparedResponse(json)
  }
}

/** The result of a PUT, which creates or updates an object. */
export interface PutResult<Value> {
  created: boolean
  value: Value
}

/** An object, or the JSON of one. */
type ObjectResult<Value> = Value | PreparedResponse<Value>

type HandlerResult<Response extends RouteResponse> = Response extends {
  kind: 'object'
  schema: infer Schema extends TSchema
}
  ?
      | ObjectResult<Static<Schema>>
      | CacheableResponse<ObjectResult<Static<Schema>> | SegmentedResponse<Static<Schema>>>
  : Response extends { kind: 'put'; schema: infer Schema extends TSchema }
    ? PutResult<Static<Schema>>
    : Response extends {
          kind: 'list'
          schema: infer Schema extends TSchema
          more: infer More extends TObject
        }
      ? Page<Static<Schema>> & Static<More>
      : Response extends { kind: 'list'; schema: infer Schema extends TSchema }
        ? Page<Static<Schema>>
        : Response extends { kind: 'stream' }
          ? Readable
          : Response extends { kind: 'deletion' }
            ? boolean
            : void

type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

type SubjectOf<
  Name extends Permission,
  Details extends object,
> = (typeof permissions)[Name]['on'] extends infer Kind
  ? Kind extends keyof Subjects
    ? Subjects[Kind] & Details
    : undefined
  : never

/** The argument of a handler. */
export interface RequestContext<
  Name extends Permission,
  Path extends string,
  Query,
  Body,
  OpenToVisitors extends VisitorAccess | undefined = undefined,
  Details extends object = object,
> {
  caller: Name extends 'public'
    ? Caller | undefined
    : OpenToVisitors extends true | 'previews'
      ? Caller | undefined
      : Caller
  /** The visitor, who takes the place of the caller on routes that are open to visitors. */
  visitor: OpenToVisitors extends true | 'previews' ? Visitor | undefined : undefined
  /** The subject of the permission, with the role of the caller. */
  subject: SubjectOf<Name, Details>
  params: Record<ParamNames<Path>, string>
  query: Query
  body: Body
  /** The requested part of a list. */
  paging: Paging
  request: FastifyRequest
  /** Adds a `Set-Cookie` header to the response. */
  setCookie: (header: string) => void
}

interface RouteOptions<
  Path extends string,
  Name extends Permission,
  Response extends RouteResponse,
  Query extends TObject | undefined,
  Body extends TSchema | undefined,
  BodyOptional extends boolean | undefined,
  OpenToVisitors extends VisitorAccess | undefined,
  Details extends object,
> {
  operationId: string
  summary: string
  description?: string
  permission: Name
  details?: SubjectDetails<Details>
  query?: Query
  body?: Body
  bodyOptional?: BodyOptional
  bodyLimit?: number
  response: Response
  secretParams?: ParamNames<Path>[]
  includesDeleted?: boolean
  withinOrganization?: boolean
  withinContent?: boolean
  recentSignIn?: boolean
  visitorAccess?: OpenToVisitors
}

type StaticOf<Schema> = Schema extends TSchema ? Static<Schema> : undefined

const defineRoute =
  (method: HttpMethod, tag: string) =>
  <
    const Path extends string,
    const Name extends Permission,
    const Response extends RouteResponse,
    Query extends TObject | undefined = undefined,
    Body extends TSchema | undefined = undefined,
    BodyOptional extends boolean | undefined = undefined,
    const OpenToVisitors extends VisitorAccess | undefined = undefined,
    Details extends object = object,
  >(
    path: Path,
    options: RouteOptions<Path, Name, Response, Query, Body, BodyOptional, OpenToVisitors, Details>,
    handle: (
      context: RequestContext<
        Name,
        Path,
        StaticOf<Query>,
        BodyOptional extends true ? StaticOf<Body> | undefined : StaticOf<Body>,
        OpenToVisitors,
        Details
      >,
    ) => HandlerResult<Response> | Promise<HandlerResult<Response>>,
  ): Route =>
    // Each handler has its own type of context, which the type `Route` does not keep. Only `register-routes.ts` calls
    // handlers, with the context that their row describes.
    ({ method, tag, path, ...options, handle }) as Route

/** Creates functions that define the routes of one resource. `tag` is their heading in the API reference. */
export const createRouteBuilder = (tag: string) => ({
  get: defineRoute('GET', tag),
  post: defineRoute('POST', tag),
  put: defineRoute('PUT', tag),
  patch: defineRoute('PATCH', tag),
  delete: defineRoute('DELETE', tag),
})

/** For routes that are open to visitors: without a visitor, the request guard has required a caller. */
export function requireCaller(caller: Caller | undefined): Caller {
  if (!caller) throw new Error('neither a caller nor a visitor')
  return caller
}
