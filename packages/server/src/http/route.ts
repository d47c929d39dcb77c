import type { FastifyRequest } from 'fastify'
import type { Static, TObject, TSchema } from 'typebox'
import type { Caller } from '../access/admission.ts'
import type { Permission, permissions } from '../access/permissions.ts'
import type { Subjects } from '../access/subjects.ts'
import type { Visitor } from '../audience/visitor-admission.ts'
import type { CacheableResponse } from '../common/cacheable-response.ts'
import type { Page, Paging } from '../database/paging.ts'
import { createETag } from './etag.ts'

/**
 * A route is a row of a table: method, path, what it is called, who may, what comes in, what goes out, and one
 * line that calls a service. `register.ts` turns rows into Fastify routes, `openapi.ts` into the description.
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
  readonly query?: TObject
  readonly body?: TSchema
  /** A body may be left out altogether. */
  readonly bodyOptional?: boolean
  /** How many bytes of a body are read, where that is more than usual. */
  readonly bodyLimit?: number
  readonly response: RouteResponse
  /** Reaches deleted spaces too, which otherwise do not exist. */
  readonly includesDeleted?: boolean
  /** Open also to those who signed in to one organization only; it tells them of nothing else. */
  readonly withinOrganization?: boolean
  /** Open to visitors of a site too, who read it with a token of their own: for what the site shows them, and no more. */
  readonly visitorAccess?: VisitorAccess
  readonly handle: (context: never) => unknown
}

/** `previews`: only where the site is read by a preview, whose maker may see in the organization what is asked for. */
export type VisitorAccess = boolean | 'previews'

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** What a route says when all went well. */
export type RouteResponse =
  | { readonly kind: 'object'; readonly status: 200 | 201; readonly schema: TSchema }
  /** 201 when it was made, 200 when it was there already. */
  | { readonly kind: 'put'; readonly status: 200; readonly schema: TSchema }
  /** `more` is what the answer says besides its items. */
  | { readonly kind: 'list'; readonly status: 200; readonly schema: TSchema; readonly more?: TObject }
  | { readonly kind: 'nothing'; readonly status: 201 | 204 }
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
export const noContent = { kind: 'nothing', status: 204 } as const
/** Something was made, and there is nothing to say about it. */
export const createdWithoutBody = { kind: 'nothing', status: 201 } as const
export const deletion = { kind: 'deletion', status: 205 } as const

/** An answer as it is sent, for what is made once and sent often. It has the shape that the schema says. */
export class PreparedResponse<Value> {
  readonly bytes: Buffer
  readonly etag: string
  /** What it is the text of. */
  declare readonly value: Value

  private constructor(json: string) {
    this.bytes = Buffer.from(json)
    this.etag = createETag(json)
  }

  static fromValue<Value>(value: Value): PreparedResponse<Value> {
    return new PreparedResponse(JSON.stringify(value))
  }

  /** One that was text all along. */
  static fromJson<Value>(json: string): PreparedResponse<Value> {
    return new PreparedResponse(json)
  }
}

/** Something that was put where it may have been before. */
export interface PutResult<Value> {
  created: boolean
  value: Value
}

type HandlerResult<Given extends RouteResponse> = Given extends {
  kind: 'object'
  schema: infer Schema extends TSchema
}
  ? Static<Schema> | CacheableResponse<Static<Schema>> | PreparedResponse<Static<Schema>>
  : Given extends { kind: 'put'; schema: infer Schema extends TSchema }
    ? PutResult<Static<Schema>>
    : Given extends { kind: 'list'; schema: infer Schema extends TSchema; more: infer More extends TObject }
      ? Page<Static<Schema>> & Static<More>
      : Given extends { kind: 'list'; schema: infer Schema extends TSchema }
        ? Page<Static<Schema>>
        : Given extends { kind: 'deletion' }
          ? boolean
          : void

type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

type SubjectOf<Name extends Permission> = (typeof permissions)[Name]['on'] extends infer Kind
  ? Kind extends keyof Subjects
    ? Subjects[Kind]
    : undefined
  : never

/** What a handler is given. */
export interface RequestContext<
  Name extends Permission,
  Path extends string,
  Query,
  Body,
  OpenToVisitors extends VisitorAccess | undefined = undefined,
> {
  caller: Name extends 'public'
    ? Caller | undefined
    : OpenToVisitors extends true | 'previews'
      ? Caller | undefined
      : Caller
  /** Who asks in the place of a caller, on routes that are open to visitors. */
  visitor: OpenToVisitors extends true | 'previews' ? Visitor | undefined : undefined
  /** What the route is about, as this caller meets it. */
  subject: SubjectOf<Name>
  params: Record<ParamNames<Path>, string>
  query: Query
  body: Body
  /** Which part of a list is asked for. */
  paging: Paging
  request: FastifyRequest
}

interface RouteOptions<
  Name extends Permission,
  Given extends RouteResponse,
  Query extends TObject | undefined,
  Body extends TSchema | undefined,
  BodyOptional extends boolean | undefined,
  OpenToVisitors extends VisitorAccess | undefined,
> {
  operationId: string
  summary: string
  description?: string
  permission: Name
  query?: Query
  body?: Body
  bodyOptional?: BodyOptional
  bodyLimit?: number
  response: Given
  includesDeleted?: boolean
  withinOrganization?: boolean
  visitorAccess?: OpenToVisitors
}

type StaticOf<Schema> = Schema extends TSchema ? Static<Schema> : undefined

const defineRoute =
  (method: HttpMethod, tag: string) =>
  <
    const Path extends string,
    const Name extends Permission,
    const Given extends RouteResponse,
    Query extends TObject | undefined = undefined,
    Body extends TSchema | undefined = undefined,
    BodyOptional extends boolean | undefined = undefined,
    const OpenToVisitors extends VisitorAccess | undefined = undefined,
  >(
    path: Path,
    options: RouteOptions<Name, Given, Query, Body, BodyOptional, OpenToVisitors>,
    handle: (
      context: RequestContext<
        Name,
        Path,
        StaticOf<Query>,
        BodyOptional extends true ? StaticOf<Body> | undefined : StaticOf<Body>,
        OpenToVisitors
      >,
    ) => HandlerResult<Given> | Promise<HandlerResult<Given>>,
  ): Route =>
    // Each handler knows its own context; the table holds them all, and only `register.ts` calls them, with
    // what the same row describes.
    ({ method, tag, path, ...options, handle }) as Route

/** The makers of one resource's routes; `tag` is the heading they stand under in the reference. */
export const createRouteBuilder = (tag: string) => ({
  get: defineRoute('GET', tag),
  post: defineRoute('POST', tag),
  put: defineRoute('PUT', tag),
  patch: defineRoute('PATCH', tag),
  delete: defineRoute('DELETE', tag),
})

/** For routes that are open to visitors: whoever is none was asked for a token at the door. */
export function requireCaller(caller: Caller | undefined): Caller {
  if (!caller) throw new Error('neither a caller nor a visitor')
  return caller
}
