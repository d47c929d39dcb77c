import { permissions } from '../access/permissions.ts'
import { listSchema } from './lists.ts'
import { createQuerySchema } from './register-routes.ts'
import type { Route } from './route.ts'

type Json = { [name: string]: unknown }

interface ApiInfo {
  publicUrl: string
  version: string
}

const titles: Record<number, string> = {
  200: 'OK',
  201: 'Created',
  204: 'No content',
  205: 'Deleted',
}

/** Creates the OpenAPI 3.1 document from the route table of the server. */
export function describeApi(routes: readonly Route[], { publicUrl, version }: ApiInfo): Json {
  const components = new Components()
  const paths: Record<string, Json> = {}
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: describeRoute(route, components) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Verso API',
      version,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      description: introduction,
    },
    servers: [{ url: `${publicUrl}/v1` }],
    security: [{ user: [] }],
    tags: [...new Set(routes.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { user: { type: 'http', scheme: 'bearer' } },
      schemas: { ...components.schemas, Error: errorSchema },
      responses: { Error: { description: 'What went wrong', content: jsonContent(reference('Error')) } },
    },
  }
}

const introduction = `
Verso speaks the HTTP API that GitBook made known.

- **Access**: \`Authorization: Bearer <token>\`. What you may not see is answered with 404, what you may see but not do with 403.
- **Errors** are always \`{ "error": { "code", "message" } }\`.
- **Lists** take \`limit\` (at most 1000) and \`page\`, and answer with \`next.page\` and \`previous.page\` where there are more.
- **Deletions** answer 205 when something was deleted and 204 when there was nothing to delete.
- **Limits**: \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\` on every answer, \`Retry-After\` on 429.
- **Roles**: \`x-permission\` of an operation names the permission that it needs, and the weakest role that has it, on what.
- Reads carry an \`ETag\`; send it back as \`If-None-Match\` to get 304 while nothing has changed.
`

const errorSchema = {
  type: 'object',
  properties: {
    error: {
      type: 'object',
      properties: { code: { type: 'integer' }, message: { type: 'string' } },
      required: ['code', 'message'],
    },
  },
  required: ['error'],
}

function describeRoute(route: Route, components: Components): Json {
  const { permission } = route
  const query = createQuerySchema(route)
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    description: [route.description, describePermission(permission)]
      .filter((text) => text !== undefined)
      .join('\n\n'),
    'x-permission': describeNeededRole(permission),
    ...(permission === 'public' && { security: [] }),
    parameters: [
      ...[...route.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
        name,
        in: 'path',
        required: true,
        schema: { type: 'string' },
      })),
      ...Object.entries(query?.properties ?? {}).map(([name, schema]) => ({
        name,
        in: 'query',
        required: query?.required?.includes(name) ?? false,
        schema: components.use(schema),
      })),
    ],
    ...(route.body && {
      requestBody: { required: !route.bodyOptional, content: jsonContent(components.use(route.body)) },
    }),
    responses: { ...describeResponses(route, components), default: { $ref: '#/components/responses/Error' } },
  }
}

/** What a program needs to tell people which role they lack: the permission, and the role on what. */
function describeNeededRole(permission: Route['permission']): Json {
  const rule = permissions[permission]
  return { name: permission, on: rule.on, role: rule.atLeast, ...('who' in rule && { who: rule.who }) }
}

function describePermission(permission: Route['permission']): string | undefined {
  const rule = permissions[permission]
  const { on, atLeast } = rule
  if ('who' in rule) return rule.who
  if (on === 'anyone' || on === 'self') return undefined
  return atLeast === 'guest'
    ? `Open to every member of the ${on}, guests too.`
    : `Needs the role \`${atLeast}\` on the ${on}, or a stronger one.`
}

function describeResponses({ response }: Route, components: Components): Json {
  const description = titles[response.status]
  switch (response.kind) {
    case 'object':
      return {
        [response.status]: {
          description,
          ...(response.status === 201 && {
            headers: { Location: { schema: { type: 'string', format: 'uri' } } },
          }),
          content: jsonContent(components.use(response.schema)),
        },
      }
    case 'put': {
      const content = jsonContent(components.use(response.schema))
      const headers = { Location: { schema: { type: 'string', format: 'uri' } } }
      return { 200: { description, content }, 201: { description: titles[201], headers, content } }
    }
    case 'list':
      return {
        200: {
          description,
          content: jsonContent(components.use(listSchema(response.schema, response.more))),
        },
      }
    case 'stream':
      return {
        200: {
          description,
          content: { 'text/event-stream': { itemSchema: components.use(response.schema) } },
        },
      }
    case 'deletion':
      return { 205: { description }, 204: { description: 'There was nothing to delete' } }
    case 'nothing':
      return { [response.status]: { description } }
  }
}

const jsonContent = (schema: unknown): Json => ({ 'application/json': { schema } })

const reference = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })

/** Collects schemas that have a name, and puts references in their place. */
class Components {
  readonly schemas: Record<string, Json> = {}

  use(schema: unknown): unknown {
    if (Array.isArray(schema)) return schema.map((part) => this.use(part))
    if (typeof schema !== 'object' || schema === null) return schema
    const { 'x-name': name, ...parts } = schema as Json
    if (typeof name !== 'string') return this.#replaceParts(parts)
    if (!(name in this.schemas)) {
      this.schemas[name] = {}
      this.schemas[name] = this.#replaceParts(parts)
    }
    return reference(name)
  }

  #replaceParts(parts: Json): Json {
    return Object.fromEntries(Object.entries(parts).map(([key, value]) => [key, this.use(value)]))
  }
}
