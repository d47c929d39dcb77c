/**
 * The parts of an OpenAPI 3.1 description that are rendered, with references resolved. Descriptions are not validated:
 * every field can be missing or have another type, so code checks what it reads. Schemas can contain themselves.
 */
export interface OpenAPIDocument {
  info?: { title?: string; version?: string; description?: string }
  servers?: Server[]
  paths?: Record<string, PathItem | undefined>
  webhooks?: Record<string, PathItem | undefined>
  components?: {
    schemas?: Record<string, Schema | undefined>
    securitySchemes?: Record<string, SecurityScheme | undefined>
  }
  security?: Record<string, string[]>[]
  'x-hideTryItPanel'?: boolean
}

export interface Server {
  url?: string
  description?: string
  variables?: Record<string, { default?: string; enum?: string[]; description?: string } | undefined>
}

export type Method = 'get' | 'put' | 'post' | 'delete' | 'options' | 'head' | 'patch' | 'trace'
export const methods: readonly Method[] = [
  'get',
  'put',
  'post',
  'delete',
  'options',
  'head',
  'patch',
  'trace',
]

export type PathItem = Partial<Record<Method, Operation>> & {
  parameters?: Parameter[]
  servers?: Server[]
}

export interface Operation {
  summary?: string
  description?: string
  operationId?: string
  deprecated?: boolean
  parameters?: Parameter[]
  requestBody?: { description?: string; required?: boolean; content?: Record<string, MediaType | undefined> }
  responses?: Record<string, Response | undefined>
  security?: Record<string, string[]>[]
  servers?: Server[]
  'x-hideTryItPanel'?: boolean
  'x-codeSamples'?: { lang?: string; label?: string; source?: string }[]
}

export interface Parameter {
  name?: string
  in?: string
  description?: string
  required?: boolean
  deprecated?: boolean
  schema?: Schema
  example?: unknown
  examples?: Record<string, { value?: unknown } | undefined>
}

export interface MediaType {
  schema?: Schema
  example?: unknown
  examples?: Record<string, { summary?: string; value?: unknown } | undefined>
}

export interface Response {
  description?: string
  content?: Record<string, MediaType | undefined>
  headers?: Record<string, { description?: string; schema?: Schema } | undefined>
}

export interface SecurityScheme {
  type?: string
  scheme?: string
  name?: string
  in?: string
  description?: string
  bearerFormat?: string
}

export interface Schema {
  type?: string | string[]
  title?: string
  description?: string
  format?: string
  enum?: unknown[]
  const?: unknown
  default?: unknown
  example?: unknown
  examples?: unknown[]
  properties?: Record<string, Schema | undefined>
  required?: string[]
  items?: Schema
  additionalProperties?: boolean | Schema
  oneOf?: Schema[]
  anyOf?: Schema[]
  allOf?: Schema[]
  not?: Schema
  nullable?: boolean
  deprecated?: boolean
  readOnly?: boolean
  writeOnly?: boolean
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  pattern?: string
}
