import { createSample, isObject, limitValue, listEntries } from './schema.ts'
import { findSecuritySchemes, listServerUrls } from './samples.ts'
import type { OperationWithParameters } from './find-operation.ts'
import type { TestableAuthentication, TestableOperation, TestableParameter } from './tester-data.ts'
import type { MediaType, OpenAPIDocument, Operation, Parameter } from './types.ts'

const MAX_BODY_CHARACTERS = 10_000
const MAX_OPTIONS = 100
const MAX_VALUES = 50
/** Browsers set these themselves. */
const forbiddenHeaders = /^(?:accept|content-type|authorization|cookie|host|origin|proxy-.*|sec-.*)$/i

/** The part of an operation that a reader's browser can send. Undefined if there is no server that it could send it to. */
export function createTestableOperation(
  document: OpenAPIDocument,
  { title, method, path }: { title: string; method: string; path: string },
  { operation, parameters }: OperationWithParameters,
): TestableOperation | undefined {
  if (operation['x-hideTryItPanel'] === true || document['x-hideTryItPanel'] === true) return undefined
  const servers = listServerUrls(document, operation).filter((url) => /^https?:\/\/[^{}\s]+$/i.test(url))
  if (servers.length === 0) return undefined
  return {
    title,
    method: method.toUpperCase(),
    path,
    servers,
    authentication: listAuthentication(document, operation),
    parameters: parameters.flatMap(createParameter),
    bodies: listEntries(operation.requestBody?.content).map(([type, mediaType]) => ({
      type,
      text: createBody(mediaType).slice(0, MAX_BODY_CHARACTERS),
    })),
  }
}

function listAuthentication(document: OpenAPIDocument, operation: Operation): TestableAuthentication[] {
  return findSecuritySchemes(document, operation).flatMap(([id, scheme]): TestableAuthentication[] => {
    if (scheme.type === 'apiKey') {
      const { in: kind, name } = scheme
      return (kind === 'header' || kind === 'query') && typeof name === 'string' ? [{ id, kind, name }] : []
    }
    const isBasic = scheme.type === 'http' && scheme.scheme?.toLowerCase() === 'basic'
    return [{ id, kind: isBasic ? 'basic' : 'bearer', name: 'Authorization' }]
  })
}

function createParameter(parameter: Parameter): TestableParameter[] {
  const { name, in: location, required } = parameter
  if (typeof name !== 'string') return []
  if (location !== 'path' && location !== 'query' && location !== 'header') return []
  if (location === 'header' && forbiddenHeaders.test(name)) return []
  const isRequired = location === 'path' || required === true
  const options = isObject(parameter.schema) ? parameter.schema.enum : undefined
  return [
    {
      name,
      in: location,
      required: isRequired,
      value: isRequired ? formatValue(parameter.example ?? createSample(parameter.schema)) : '',
      options: Array.isArray(options) ? options.slice(0, MAX_OPTIONS).map(formatValue) : [],
    },
  ]
}

function createBody({ example, examples, schema }: MediaType): string {
  const [firstExample] = Object.values(isObject(examples) ? examples : {})
  const value = limitValue(example ?? firstExample?.value) ?? createSample(schema)
  return typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '')
}

/** An example can contain itself, so only its first values are written. */
const formatValue = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(limitValue(value, { left: MAX_VALUES })) ?? '')

/** The operations of a page that readers can test, and where their browser must be allowed to send them. */
export class TestableOperations {
  readonly origins = new Set<string>()
  #count = 0

  get isEmpty(): boolean {
    return this.#count === 0
  }

  add({ servers }: TestableOperation): void {
    this.#count += 1
    for (const server of servers) {
      const origin = URL.parse(server)?.origin
      if (origin !== undefined && origin !== 'null') this.origins.add(origin)
    }
  }
}
