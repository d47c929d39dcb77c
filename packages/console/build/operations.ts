/** A JSON Schema as `/openapi.json` has it. */
interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  patternProperties?: Record<string, Schema>
}

interface Parameter {
  name: string
  in: string
  required?: boolean
  schema: Schema
}

interface Operation {
  operationId: string
  tags: string[]
  summary: string
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}

export interface ApiDocument {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

const note = '// Written by `npm run generate:operations` from the route table of the server. Do not edit.'

/** Files of TypeScript by their names. */
type Files = Record<string, string>

/**
 * Writes the operations of the API as TypeScript: a type for each named schema, and a constant for each operation. Each tag has
 * a file of its own below `operations/`, so that a screen loads those of what it shows; `operations.ts` names them all.
 */
export function writeOperations(document: ApiDocument): Files {
  const schemas = Object.entries(document.components.schemas).sort(([a], [b]) => (a < b ? -1 : 1))
  const operations = Object.entries(document.paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
    )
    .sort((a, b) => (a.operation.operationId < b.operation.operationId ? -1 : 1))
  const groups = Object.entries(Object.groupBy(operations, ({ operation }) => nameFile(operation))).sort(
    ([a], [b]) => (a < b ? -1 : 1),
  )
  const typeNames = schemas.map(([name]) => name)
  const types = schemas.map(([name, schema]) => `export type ${name} = ${writeType(schema)}`)
  return {
    'operations.ts': [
      note,
      "export type * from './operations/types.ts'",
      ...groups.map(([file]) => `export * from './operations/${file}.ts'`),
      '',
    ].join('\n'),
    'operations/types.ts': [note, '', types.join('\n\n'), ''].join('\n'),
    ...Object.fromEntries(
      groups.map(([file, members = []]) => [`operations/${file}.ts`, writeGroupFile(members, typeNames)]),
    ),
  }
}

interface PlacedOperation {
  path: string
  method: string
  operation: Operation
}

/** "Change requests" is `change-requests`. */
const nameFile = ({ tags: [tag = 'other'] }: Operation): string =>
  tag.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')

function writeGroupFile(members: readonly PlacedOperation[], typeNames: readonly string[]): string {
  const body = members
    .map(({ path, method, operation }) => writeOperation(method.toUpperCase(), path, operation))
    .join('\n\n')
  // Names in comments and texts are not types.
  const words = new Set(body.replaceAll(/\/\*\*.*\*\/|'[^']*'|"[^"]*"/g, '').match(/\w+/g))
  const used = typeNames.filter((name) => words.has(name))
  return [
    note,
    "import { defineOperation } from '../operation.ts'",
    ...(used.length > 0 ? [`import type { ${used.join(', ')} } from './types.ts'`] : []),
    '',
    body,
    '',
  ].join('\n')
}

function writeOperation(method: string, path: string, operation: Operation): string {
  const parameters = operation.parameters ?? []
  const input = [
    ...parameters
      .filter((parameter) => parameter.in === 'path')
      .map(({ name, schema }) => `${writeName(name)}: ${writeType(schema)}`),
    writeGroup(
      'query',
      parameters.filter((parameter) => parameter.in === 'query'),
    ),
    writeBody(operation),
  ].filter((text) => text !== undefined)
  return [
    `/** ${operation.summary}. */`,
    `export const ${operation.operationId} = /* @__PURE__ */ defineOperation<`,
    input.length > 0 ? `  { ${input.join('; ')} },` : '  object,',
    `  ${writeResult(operation)}`,
    `>('${operation.operationId}', '${method}', '${path}')`,
  ].join('\n')
}

function writeGroup(name: string, parameters: readonly Parameter[]): string | undefined {
  if (parameters.length === 0) return undefined
  const isRequired = parameters.some(({ required }) => required === true)
  const fields = parameters.map(
    ({ name: field, required, schema }) =>
      `${writeName(field)}${required === true ? '' : '?'}: ${writeType(schema)} ${required === true ? '' : '| undefined'}`,
  )
  return `${name}${isRequired ? '' : '?'}: { ${fields.join('; ')} }`
}

function writeBody({ requestBody }: Operation): string | undefined {
  const schema = requestBody?.content['application/json']?.schema
  return schema && `body${requestBody?.required === false ? '?' : ''}: ${writeType(schema)}`
}

function writeResult({ responses }: Operation): string {
  const schemas = Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([, { content }]) => content?.['application/json']?.schema)
  const types = new Set(schemas.map((schema) => (schema ? writeType(schema) : 'undefined')))
  return [...types].join(' | ')
}

const writeName = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name))

function writeType(schema: Schema): string {
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1) ?? 'unknown'
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return writeUnion(schema.enum.map((value) => JSON.stringify(value)))
  const alternatives = schema.anyOf ?? schema.oneOf
  if (alternatives) return writeUnion(alternatives.map(writeType))
  if (schema.allOf) return schema.allOf.map((part) => `(${writeType(part)})`).join(' & ')
  if (Array.isArray(schema.type)) return writeUnion(schema.type.map((type) => writeType({ ...schema, type })))
  switch (schema.type) {
    case 'string':
      return 'string'
    case 'integer':
    case 'number':
      return 'number'
    case 'boolean':
      return 'boolean'
    case 'null':
      return 'null'
    case 'array':
      return `Array<${schema.items ? writeType(schema.items) : 'unknown'}>`
    case 'object':
      return writeObject(schema)
    default:
      return 'unknown'
  }
}

const writeUnion = (types: readonly string[]): string => [...new Set(types)].join(' | ') || 'never'

function writeObject({
  properties = {},
  required = [],
  additionalProperties,
  patternProperties,
}: Schema): string {
  const fields = Object.entries(properties).map(
    ([name, schema]) => `${writeName(name)}${required.includes(name) ? '' : '?'}: ${writeType(schema)}`,
  )
  const values = [
    ...Object.values(patternProperties ?? {}),
    ...(typeof additionalProperties === 'object' ? [additionalProperties] : []),
  ]
  const rest = values.length > 0 ? `Record<string, ${writeUnion(values.map(writeType))}>` : undefined
  if (fields.length === 0) return rest ?? 'Record<string, unknown>'
  const object = `{ ${fields.join('; ')} }`
  return rest === undefined ? object : `${object} & ${rest}`
}
