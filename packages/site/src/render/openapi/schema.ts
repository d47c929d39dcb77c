import { html, nothing, renderAttributes, type SafeHtml } from '../../html/html.ts'
import type { RenderContext } from '../context.ts'
import { renderDescription } from './description.ts'
import type { PageParts } from './parts.ts'
import type { Schema } from './types.ts'

const MAX_DEPTH = 8
const MAX_PROPERTIES = 300
/** Schemas in one `allOf`. */
const MAX_OPTIONS = 50
/** Alternatives of `oneOf` or `anyOf` that the name of a type lists. */
const MAX_NAMED_OPTIONS = 8
/** Values in one example. */
const MAX_EXAMPLE_VALUES = 2000

export const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Lists the entries of a map whose values are objects. The map comes from a description and can be anything. */
export function listEntries<Value extends object>(
  map: Record<string, Value | undefined> | undefined,
): [string, Value][] {
  return Object.entries(isObject(map) ? map : {}).filter((entry): entry is [string, Value] =>
    isObject(entry[1]),
  )
}

/** Caches flattened schemas, because many places of a description refer to the same one. */
const flattenedSchemas = new WeakMap<Schema, Schema>()

/** Merges the schemas of an `allOf` into one. */
export function flattenSchema(schema: Schema, seen: readonly Schema[] = []): Schema {
  if (!Array.isArray(schema.allOf) || seen.includes(schema) || seen.length > MAX_DEPTH) return schema
  const cachedSchema = flattenedSchemas.get(schema)
  if (cachedSchema) return cachedSchema
  const { allOf, ...ownFields } = schema
  const parts = allOf
    .filter(isObject)
    .slice(0, MAX_OPTIONS)
    .map((part) => flattenSchema(part, [...seen, schema]))
  const properties = [...parts, ownFields].flatMap((part) =>
    isObject(part.properties) ? Object.entries(part.properties).slice(0, MAX_PROPERTIES) : [],
  )
  const required = [...parts, ownFields].flatMap((part) =>
    Array.isArray(part.required) ? part.required.slice(0, MAX_PROPERTIES) : [],
  )
  const result = {
    ...Object.assign({}, ...parts),
    ...ownFields,
    ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
    ...(required.length > 0 && { required: [...new Set(required)] }),
    // Object.assign merges parts of schemas, whose type TypeScript does not keep.
  } as Schema
  flattenedSchemas.set(schema, result)
  return result
}

/** Describes the type of a value in a word or two, such as `string · email` or `integer[]`. */
export function describeType(unflattened: Schema, depth = 0): string {
  const schema = flattenSchema(unflattened)
  const types = (Array.isArray(schema.type) ? schema.type : [schema.type]).filter(
    (type) => typeof type === 'string',
  )
  const typeNames = types.filter((type) => type !== 'null')
  const suffix = types.includes('null') || schema.nullable === true ? ' | null' : ''
  if (typeNames[0] === 'array' || schema.items) {
    return `${isObject(schema.items) && depth < 3 ? describeType(schema.items, depth + 1) : 'any'}[]${suffix}`
  }
  const options = schema.oneOf ?? schema.anyOf
  if (typeNames.length === 0 && Array.isArray(options)) {
    return (
      [
        ...new Set(
          options
            .filter(isObject)
            .slice(0, MAX_NAMED_OPTIONS)
            .map((option) => (depth < 3 ? describeType(option, depth + 1) : 'any')),
        ),
      ].join(' | ') + suffix
    )
  }
  const name = typeNames.join(' | ') || (schema.properties ? 'object' : schema.enum ? 'enum' : 'any')
  const format = typeof schema.format === 'string' ? ` · ${schema.format}` : ''
  return `${name}${format}${suffix}`
}

/** Copies an example up to a number of values. An example in a description can contain itself or repeat without bound. */
export function limitValue(value: unknown, limit = { left: MAX_EXAMPLE_VALUES }, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value
  const takeParts = <Part>(parts: Part[]): Part[] => {
    const allowedParts = depth < 4 * MAX_DEPTH ? parts.slice(0, Math.max(0, limit.left)) : []
    limit.left -= allowedParts.length
    return allowedParts
  }
  if (Array.isArray(value)) return takeParts<unknown>(value).map((part) => limitValue(part, limit, depth + 1))
  const fields = takeParts<[string, unknown]>(Object.entries(value))
  return Object.fromEntries(fields.map(([name, part]) => [name, limitValue(part, limit, depth + 1)]))
}

const formatValue = (value: unknown): string => {
  const text =
    typeof value === 'string' ? value : (JSON.stringify(limitValue(value, { left: 100 })) ?? String(value))
  return text.length > 200 ? `${text.slice(0, 199)}…` : text
}

/** Renders the limits, default and possible values of a schema. */
function renderConstraints(schema: Schema, context: RenderContext): SafeHtml {
  const { api } = context.locale
  const constraints: SafeHtml[] = []
  const add = (label: string, value: SafeHtml) =>
    constraints.push(html`<div class="fact"><span>${label}</span> ${value}</div>`)
  if (Array.isArray(schema.enum) && schema.enum.length > 0) {
    add(
      api.possible,
      html`${schema.enum.slice(0, 60).map((value) => html`<code>${formatValue(value)}</code> `)}`,
    )
  }
  if (schema.const !== undefined) add(api.possible, html`<code>${formatValue(schema.const)}</code>`)
  if (schema.default !== undefined) add(api.default, html`<code>${formatValue(schema.default)}</code>`)
  if (schema.example !== undefined) add(api.example, html`<code>${formatValue(schema.example)}</code>`)
  const minimum = schema.minimum ?? schema.minLength ?? schema.minItems
  const maximum = schema.maximum ?? schema.maxLength ?? schema.maxItems
  if (typeof minimum === 'number') add(api.min, html`<code>${minimum}</code>`)
  if (typeof maximum === 'number') add(api.max, html`<code>${maximum}</code>`)
  if (typeof schema.pattern === 'string') add(api.pattern, html`<code>${formatValue(schema.pattern)}</code>`)
  return constraints.length === 0 ? nothing : html`<div class="facts">${constraints}</div>`
}

interface Field {
  name: string
  schema: Schema
  required: boolean
  description?: string | undefined
  deprecated?: boolean | undefined
}

/** Renders a field: its name and type, its description and its children. */
export function renderField(
  { name, schema: unflattened, required, description, deprecated }: Field,
  context: RenderContext,
  seen: readonly Schema[] = [],
): SafeHtml {
  if (!context.budget.takeField()) return nothing
  const schema = flattenSchema(unflattened)
  const { api } = context.locale
  const isDeprecated = deprecated === true || schema.deprecated === true
  const labels = [
    required
      ? html`<span class="required">${api.required}</span>`
      : html`<span class="optional">${api.optional}</span>`,
    isDeprecated && html`<span class="deprecated">${api.deprecated}</span>`,
    schema.readOnly === true && html`<span class="optional">${api.readOnly}</span>`,
    schema.writeOnly === true && html`<span class="optional">${api.writeOnly}</span>`,
  ]
  const head = html`<div class="field-head">
      <code class="field-name">${name}</code><span class="field-type">${describeType(schema)}</span>${labels}
    </div>
    ${renderDescription(description ?? schema.description, context)}${renderConstraints(schema, context)}`
  context.parts?.count(head.text.length)
  return html`<div class="field${isDeprecated ? ' is-deprecated' : ''}">
    ${head}${renderChildren(name, schema, context, [...seen, unflattened])}
  </div>`
}

/** Renders the children of a schema: its properties, those of its items, or its alternatives. */
function renderChildren(
  name: string,
  schema: Schema,
  context: RenderContext,
  seen: readonly Schema[],
): SafeHtml {
  const { api } = context.locale
  const { parts } = context
  const innerSchema = isObject(schema.items) ? flattenSchema(schema.items) : schema
  const hasAlternatives = listAlternatives(innerSchema).length > 0
  if (!hasAlternatives && !hasProperties(innerSchema)) return nothing
  const isPart = parts?.areClosedParts === true
  // A part may contain itself, because browsers show one level at a time.
  if (!isPart && (seen.length > MAX_DEPTH || (isObject(schema.items) && seen.includes(schema.items))))
    return nothing
  const fields = isPart
    ? renderSchemaPart(name, innerSchema, parts, context)
    : renderSchemaChildren(innerSchema, context, seen)
  if (fields.text === '') return nothing
  const label = innerSchema === schema ? api.properties : api.items
  return html`<details class="children" ${renderAttributes({ open: !isPart && seen.length < 2 })}>
    <summary>
      ${context.icons.use('chevron-right', 'solid')}${hasAlternatives ? (innerSchema.oneOf ? api.oneOf : api.anyOf) : label}
    </summary>
    <div class="fields">${fields}</div>
  </details>`
}

/** Renders the link to the part with the children of a flattened schema. */
export const renderSchemaPart = (
  label: string,
  schema: Schema,
  parts: PageParts,
  context: RenderContext,
): SafeHtml => parts.add(schema, label, context, () => renderSchemaChildren(schema, context, [schema]))

/** Renders the properties of a schema and its alternatives, without an element around them. */
export const renderSchemaChildren = (
  schema: Schema,
  context: RenderContext,
  seen: readonly Schema[],
): SafeHtml =>
  html`${renderProperties(schema, context, seen)}${listAlternatives(schema).map((option, index) => renderAlternative(option, index, context, seen))}`

/** Whether there is something that `renderProperties` renders. */
export const hasProperties = (schema: Schema): boolean =>
  isObject(schema.additionalProperties) || Object.values(schema.properties ?? {}).some(isObject)

/** The alternatives of a schema, if one of them has properties: the name of its type tells about others. */
function listAlternatives({ oneOf, anyOf }: Schema): Schema[] {
  const options = oneOf ?? anyOf
  if (!Array.isArray(options)) return []
  const schemas = options.filter(isObject)
  return schemas.some((option) => flattenSchema(option).properties) ? schemas : []
}

function renderAlternative(
  option: Schema,
  index: number,
  context: RenderContext,
  seen: readonly Schema[],
): SafeHtml {
  const { parts } = context
  const isPart = parts?.areClosedParts === true
  if ((!isPart && seen.includes(option)) || !context.budget.takeField()) return nothing
  const schema = flattenSchema(option)
  const label = schema.title ?? `${describeType(schema)} ${index + 1}`
  const fields = isPart
    ? hasProperties(schema) && renderSchemaPart(label, schema, parts, context)
    : renderProperties(schema, context, [...seen, option])
  return html`<details class="children">
    <summary>${context.icons.use('chevron-right', 'solid')}${label}</summary>
    <div class="fields">${renderDescription(schema.description, context)}${fields}</div>
  </details>`
}

/** Renders the properties of a schema, without an element around them. */
export function renderProperties(
  unflattened: Schema,
  context: RenderContext,
  seen: readonly Schema[] = [],
): SafeHtml {
  const schema = flattenSchema(unflattened)
  const required = new Set(Array.isArray(schema.required) ? schema.required : [])
  const entries = Object.entries(schema.properties ?? {}).slice(0, MAX_PROPERTIES)
  const fields = entries.flatMap(([name, value]) =>
    isObject(value) ? renderField({ name, schema: value, required: required.has(name) }, context, seen) : [],
  )
  if (isObject(schema.additionalProperties)) {
    fields.push(
      renderField({ name: '[key]', schema: schema.additionalProperties, required: false }, context, seen),
    )
  }
  return html`${fields}`
}

/** Creates an example of a value that fits a schema. */
export function createSample(
  unflattened: Schema | undefined,
  limit = { left: MAX_EXAMPLE_VALUES },
  depth = 0,
): unknown {
  limit.left -= 1
  if (!isObject(unflattened) || depth > MAX_DEPTH || limit.left < 0) return null
  const schema = flattenSchema(unflattened)
  if (schema.example !== undefined) return limitValue(schema.example, limit)
  if (Array.isArray(schema.examples) && schema.examples.length > 0)
    return limitValue(schema.examples[0], limit)
  if (schema.const !== undefined) return limitValue(schema.const, limit)
  if (schema.default !== undefined) return limitValue(schema.default, limit)
  if (Array.isArray(schema.enum) && schema.enum.length > 0) return limitValue(schema.enum[0], limit)
  const option = schema.oneOf?.[0] ?? schema.anyOf?.[0]
  if (option && !schema.properties) return createSample(option, limit, depth + 1)
  const type = Array.isArray(schema.type) ? schema.type.find((name) => name !== 'null') : schema.type
  if (type === 'array' || schema.items) return depth > 4 ? [] : [createSample(schema.items, limit, depth + 1)]
  if (type === 'object' || schema.properties) {
    return Object.fromEntries(
      Object.entries(schema.properties ?? {})
        .filter(([, value]) => isObject(value))
        .slice(0, 50)
        .map(([name, value]) => [name, createSample(value, limit, depth + 2)]),
    )
  }
  if (type === 'integer' || type === 'number') return typeof schema.minimum === 'number' ? schema.minimum : 1
  if (type === 'boolean') return true
  if (type === 'null') return null
  return samplesByFormat[schema.format ?? ''] ?? 'text'
}

const samplesByFormat: Record<string, string> = {
  date: '2026-01-31',
  'date-time': '2026-01-31T09:00:00Z',
  email: 'name@example.com',
  uri: 'https://example.com',
  url: 'https://example.com',
  uuid: '123e4567-e89b-12d3-a456-426614174000',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  binary: '<bytes>',
  byte: 'dGV4dA==',
}
