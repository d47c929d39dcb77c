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

/** An operation of the public description. */
export interface DescribedOperation {
  method: string
  /** The path with `{name}` for parameters. */
  path: string
  /** The statuses of its responses. */
  statuses: number[]
  /** The schema of a response body; undefined when there is no body. */
  schema(status: number): Json | undefined
  /** Whether a response with this status must have a Location header. */
  hasLocation(status: number): boolean
}

const require = createRequire(import.meta.url)

/** One version of the public description, which responses are checked against. */
export class Oracle {
  readonly name: string
  readonly #description: Description
  readonly #ajv = new Ajv({ strict: false, allErrors: true, validateSchema: false })
  readonly #operations = new Map<string, DescribedOperation>()
  readonly #validators = new Map<string, ValidateFunction>()

  constructor(packageName: string) {
    this.name = packageName
    const text = readFileSync(require.resolve(`${packageName}/spec/openapi.json`), 'utf8')
    this.#description = JSON.parse(text) as Description
    addFormats.default(this.#ajv)
    // These formats are defined by the description, so the validator does not know them.
    for (const format of ['emoji', 'icon']) this.#ajv.addFormat(format, true)
    const { components } = this.#description
    this.#ajv.addSchema({ $id: packageName, components: toJsonSchema(components, packageName) as Json })
  }

  find(operationId: string): DescribedOperation | undefined {
    const found = this.#operations.get(operationId) ?? this.#search(operationId)
    if (found) this.#operations.set(operationId, found)
    return found
  }

  #search(operationId: string): DescribedOperation | undefined {
    for (const [path, operations] of Object.entries(this.#description.paths)) {
      const entry = Object.entries(operations).find(([, operation]) => operation.operationId === operationId)
      if (entry) return this.#describe(entry[0], path, entry[1])
    }
    return undefined
  }

  /** Lists how a body deviates from its schema. */
  findProblems(schema: Json, body: unknown): string[] {
    const key = JSON.stringify(schema)
    const validate = this.#validators.get(key) ?? this.#ajv.compile(toJsonSchema(schema, this.name) as Json)
    this.#validators.set(key, validate)
    if (validate(body)) return []
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath || '/'} ${message}`)
  }

  #describe(method: string, path: string, { responses }: Operation): DescribedOperation {
    const findResponse = (status: number): Response | undefined => {
      const response = responses[status]
      const name = response?.$ref?.split('/').at(-1)
      return name === undefined ? response : this.#description.components.responses[name]
    }
    return {
      method: method.toUpperCase(),
      path,
      statuses: Object.keys(responses).map(Number),
      schema: (status) => findResponse(status)?.content?.['application/json']?.schema,
      hasLocation: (status) => 'Location' in (findResponse(status)?.headers ?? {}),
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
  const { nullable, ...keywords } = value as Json
  const schema = Object.fromEntries(
    Object.entries(keywords).map(([name, part]) => [
      name === 'oneOf' && (areAttributes(part) || areSources(part)) ? 'anyOf' : name,
      name === '$ref' && typeof part === 'string' ? `${description}${part}` : toJsonSchema(part, description),
    ]),
  )
  // `nullable` may also be the name of a property.
  if (nullable !== true) return nullable === undefined ? schema : { ...schema, nullable }
  return { anyOf: [schema, { type: 'null' }] }
}

/**
 * The changes of a page are described as `oneOf` three schemas that do not exclude each other. Every change fits all of
 * them, so `oneOf` would reject all. They are checked with `anyOf`.
 */
const areAttributes = (alternatives: unknown): boolean =>
  Array.isArray(alternatives) &&
  alternatives.every(
    (each: Json) => typeof each['$ref'] === 'string' && each['$ref'].endsWith('ChangeAttributes'),
  )

/**
 * The source of a page is described as `oneOf` two schemas, and the second requires nothing. A computed page fits both, so
 * `oneOf` would reject it. It is checked with `anyOf`.
 */
const areSources = (alternatives: unknown): boolean =>
  Array.isArray(alternatives) &&
  alternatives.some(
    ({ required }: Json) =>
      Array.isArray(required) && required.includes('computedSeed') && required.length === 2,
  )

/**
 * A page without text is described as an object without any property, which no page is. It is checked as an object without
 * the two properties that hold a text.
 */
const noText = { not: { anyOf: [{ required: ['markdown'] }, { required: ['document'] }] } }

const isNoText = (schema: object): boolean =>
  'title' in schema && schema.title === 'Empty' && 'additionalProperties' in schema
