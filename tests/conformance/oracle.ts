import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'

type Json = { [name: string]: unknown }

interface Response {
  $ref?: string
  content?: { 'application/json'?: { schema: Json } }
  headers?: Record<string, unknown>
}

interface Operation {
  operationId: string
  responses: Record<string, Response>
}

interface Description {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Json; responses: Record<string, Response> }
}

/** An operation as its public description has it. */
export interface DescribedOperation {
  method: string
  /** With `{name}` for parameters. */
  path: string
  /** The statuses it may answer with. */
  statuses: number[]
  /** The body of an answer with this status; undefined when there is none. */
  schema(status: number): Json | undefined
  /** Whether an answer with this status must say where the new object is. */
  hasLocation(status: number): boolean
}

const require = createRequire(import.meta.url)

/** One version of the public description, as something that answers can be held against. */
export class Oracle {
  readonly #name: string
  readonly #description: Description
  readonly #ajv = new Ajv({ strict: false, allErrors: true, validateSchema: false })
  readonly #validators = new Map<string, ValidateFunction>()

  constructor(packageName: string) {
    this.#name = packageName
    const text = readFileSync(require.resolve(`${packageName}/spec/openapi.json`), 'utf8')
    this.#description = JSON.parse(text) as Description
    addFormats.default(this.#ajv)
    // Formats of the description's own that no validator knows.
    for (const format of ['emoji', 'icon']) this.#ajv.addFormat(format, true)
    const { components } = this.#description
    this.#ajv.addSchema({ $id: packageName, components: toJsonSchema(components, packageName) as Json })
  }

  find(operationId: string): DescribedOperation | undefined {
    for (const [path, operations] of Object.entries(this.#description.paths)) {
      const found = Object.entries(operations).find(([, operation]) => operation.operationId === operationId)
      if (found) return this.#describe(found[0], path, found[1])
    }
    return undefined
  }

  /** What is wrong with the body of an answer; nothing when it is as described. */
  problems(schema: Json, body: unknown): string[] {
    const key = JSON.stringify(schema)
    const validate = this.#validators.get(key) ?? this.#ajv.compile(toJsonSchema(schema, this.#name) as Json)
    this.#validators.set(key, validate)
    if (validate(body)) return []
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath || '/'} ${message}`)
  }

  #describe(method: string, path: string, { responses }: Operation): DescribedOperation {
    const response = (status: number): Response | undefined => {
      const given = responses[status]
      const name = given?.$ref?.split('/').at(-1)
      return name === undefined ? given : this.#description.components.responses[name]
    }
    return {
      method: method.toUpperCase(),
      path,
      statuses: Object.keys(responses).map(Number),
      schema: (status) => response(status)?.content?.['application/json']?.schema,
      hasLocation: (status) => 'Location' in (response(status)?.headers ?? {}),
    }
  }
}

/**
 * OpenAPI 3.0 is not quite JSON Schema: `nullable` stands beside a type or a reference instead of being one of
 * several. References get the name of the description, because schemas are compiled one at a time.
 */
function toJsonSchema(value: unknown, description: string): unknown {
  if (Array.isArray(value)) return value.map((part) => toJsonSchema(part, description))
  if (typeof value !== 'object' || value === null) return value
  if (isNoText(value)) return noText
  const { nullable, ...given } = value as Json
  const schema = Object.fromEntries(
    Object.entries(given).map(([name, part]) => [
      name === 'oneOf' && (areAttributes(part) || areSources(part)) ? 'anyOf' : name,
      name === '$ref' && typeof part === 'string' ? `${description}${part}` : toJsonSchema(part, description),
    ]),
  )
  // `nullable` may also be the name of a property.
  if (nullable !== true) return nullable === undefined ? schema : { ...schema, nullable }
  return { anyOf: [schema, { type: 'null' }] }
}

/**
 * What was edited in a page is described as exactly one of three, none of which excludes what the others have. Taken
 * literally, no edit fits, for it fits them all.
 */
const areAttributes = (alternatives: unknown): boolean =>
  Array.isArray(alternatives) &&
  alternatives.every(
    (each: Json) => typeof each['$ref'] === 'string' && each['$ref'].endsWith('ChangeAttributes'),
  )

/**
 * Where a page's text comes from is described as exactly one of two, the second of which asks for nothing. Taken
 * literally, no page fits that says what it was computed from.
 */
const areSources = (alternatives: unknown): boolean =>
  Array.isArray(alternatives) &&
  alternatives.some(
    ({ required }: Json) =>
      Array.isArray(required) && required.includes('computedSeed') && required.length === 2,
  )

/**
 * "No text", one of the ways to give a page's text, is described as an object without any property. Taken literally,
 * no page could have it, for a page has others; what is meant is that it has none of the two that hold a text.
 */
const noText = { not: { anyOf: [{ required: ['markdown'] }, { required: ['document'] }] } }

const isNoText = (schema: object): boolean =>
  'title' in schema && schema.title === 'Empty' && 'additionalProperties' in schema
