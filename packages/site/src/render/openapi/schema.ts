import { renderAttributes, html, nothing, type SafeHtml } from '../../html/html.ts'
import type { RenderContext } from '../context.ts'
import { renderDescription } from './description.ts'
import type { Schema } from './types.ts'

const MAX_DEPTH = 8
const MAX_PROPERTIES = 300
/** Schemas of which one, or all, hold. */
const MAX_OPTIONS = 50
/** Of those, the ones that are named in the place of a type. */
const MAX_NAMED_OPTIONS = 8
/** Values inside an example. */
const MAX_EXAMPLE_VALUES = 2000

export const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The entries of a map that hold something; `undefined` and what is no map hold nothing. */
export function listEntries<Value extends object>(
  map: Record<string, Value | undefined> | undefined,
): [string, Value][] {
  return Object.entries(isObject(map) ? map : {}).filter((entry): entry is [string, Value] =>
    isObject(entry[1]),
  )
}

/** What was made of schemas: many places refer to the same one. */
const flattenedSchemas = new WeakMap<Schema, Schema>()

/** Several schemas that all hold, as one. */
export function flattenSchema(schema: Schema, seen: readonly Schema[] = []): Schema {
  if (!Array.isArray(schema.allOf) || seen.includes(schema) || seen.length > MAX_DEPTH) return schema
  const known = flattenedSchemas.get(schema)
  if (known) return known
  const { allOf, ...own } = schema
  const parts = allOf
    .filter(isObject)
    .slice(0, MAX_OPTIONS)
    .map((part) => flattenSchema(part, [...seen, schema]))
  const properties = [...parts, own].flatMap((part) =>
    isObject(part.properties) ? Object.entries(part.properties).slice(0, MAX_PROPERTIES) : [],
  )
  const required = [...parts, own].flatMap((part) =>
    Array.isArray(part.required) ? part.required.slice(0, MAX_PROPERTIES) : [],
  )
  const result = {
    ...Object.assign({}, ...parts),
    ...own,
    ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
    ...(required.length > 0 && { required: [...new Set(required)] }),
  } as Schema
  flattenedSchemas.set(schema, result)
  return result
}

/** The kind of a value in a word or two: `string · email`, `Pet[]`. */
export function describeType(given: Schema, depth = 0): string {
  const schema = flattenSchema(given)
  const types = (Array.isArray(schema.type) ? schema.type : [schema.type]).filter(
    (type) => typeof type === 'string',
  )
  const named = types.filter((type) => type !== 'null')
  const suffix = types.includes('null') || schema.nullable === true ? ' | null' : ''
  if (named[0] === 'array' || schema.items) {
    return `${isObject(schema.items) && depth < 3 ? describeType(schema.items, depth + 1) : 'any'}[]${suffix}`
  }
  const options = schema.oneOf ?? schema.anyOf
  if (named.length === 0 && Array.isArray(options)) {
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
  const name = named.join(' | ') || (schema.properties ? 'object' : schema.enum ? 'enum' : 'any')
  const format = typeof schema.format === 'string' ? ` · ${schema.format}` : ''
  return `${name}${format}${suffix}`
}

/** The same value with an end: what a description gives as an example may contain itself, or all of it many times. */
export function limitValue(value: unknown, room = { left: MAX_EXAMPLE_VALUES }, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value
  const some = <Part>(parts: Part[]): Part[] => {
    const taken = depth < 4 * MAX_DEPTH ? parts.slice(0, Math.max(0, room.left)) : []
    room.left -= taken.length
    return taken
  }
  if (Array.isArray(value)) return some<unknown>(value).map((part) => limitValue(part, room, depth + 1))
  const fields = some<[string, unknown]>(Object.entries(value))
  return Object.fromEntries(fields.map(([name, part]) => [name, limitValue(part, room, depth + 1)]))
}

const formatValue = (value: unknown): string => {
  const text =
    typeof value === 'string' ? value : (JSON.stringify(limitValue(value, { left: 100 })) ?? String(value))
  return text.length > 200 ? `${text.slice(0, 199)}…` : text
}

/** Limits, defaults and possible values, under a name and its type. */
export function renderConstraints(schema: Schema, context: RenderContext): SafeHtml {
  const { api } = context.locale
  const list: SafeHtml[] = []
  const fact = (label: string, value: SafeHtml) =>
    list.push(html`<div class="fact"><span>${label}</span> ${value}</div>`)
  if (Array.isArray(schema.enum) && schema.enum.length > 0) {
    fact(
      api.possible,
      html`${schema.enum.slice(0, 60).map((value) => html`<code>${formatValue(value)}</code> `)}`,
    )
  }
  if (schema.const !== undefined) fact(api.possible, html`<code>${formatValue(schema.const)}</code>`)
  if (schema.default !== undefined) fact(api.default, html`<code>${formatValue(schema.default)}</code>`)
  if (schema.example !== undefined) fact(api.example, html`<code>${formatValue(schema.example)}</code>`)
  const low = schema.minimum ?? schema.minLength ?? schema.minItems
  const high = schema.maximum ?? schema.maxLength ?? schema.maxItems
  if (typeof low === 'number') fact(api.min, html`<code>${low}</code>`)
  if (typeof high === 'number') fact(api.max, html`<code>${high}</code>`)
  if (typeof schema.pattern === 'string') fact(api.pattern, html`<code>${formatValue(schema.pattern)}</code>`)
  return list.length === 0 ? nothing : html`<div class="facts">${list}</div>`
}

export interface Field {
  name: string
  schema: Schema
  required: boolean
  description?: string | undefined
  deprecated?: boolean | undefined
}

/** A name with its type, its description and what is below it. */
export function renderField(
  { name, schema: given, required, description, deprecated }: Field,
  context: RenderContext,
  seen: readonly Schema[] = [],
): SafeHtml {
  if (!context.budget.takeField()) return nothing
  const schema = flattenSchema(given)
  const { api } = context.locale
  const old = deprecated === true || schema.deprecated === true
  const marks = [
    required
      ? html`<span class="required">${api.required}</span>`
      : html`<span class="optional">${api.optional}</span>`,
    old && html`<span class="deprecated">${api.deprecated}</span>`,
    schema.readOnly === true && html`<span class="optional">${api.readOnly}</span>`,
    schema.writeOnly === true && html`<span class="optional">${api.writeOnly}</span>`,
  ]
  return html`<div class="field${old ? ' is-deprecated' : ''}">
    <div class="field-head">
      <code class="field-name">${name}</code><span class="field-type">${describeType(schema)}</span>${marks}
    </div>
    ${renderDescription(description ?? schema.description, context)}${renderConstraints(schema, context)}${renderChildren(schema, context, [...seen, given])}
  </div>`
}

/** What a schema holds inside: its properties, those of its items, or its alternatives. */
function renderChildren(schema: Schema, context: RenderContext, seen: readonly Schema[]): SafeHtml {
  const { api } = context.locale
  if (seen.length > MAX_DEPTH) return nothing
  const inner = isObject(schema.items) ? flattenSchema(schema.items) : schema
  if (isObject(schema.items) && seen.includes(schema.items)) return nothing
  const options = inner.oneOf ?? inner.anyOf
  const fields = renderProperties(inner, context, seen)
  const alternatives =
    Array.isArray(options) && options.some((option) => isObject(option) && option.properties)
      ? html`${options.filter(isObject).map((option, index) => renderAlternative(option, index, context, seen))}`
      : nothing
  if (fields.text === '' && alternatives.text === '') return nothing
  const label = inner === schema ? api.properties : api.items
  return html`<details class="children" ${renderAttributes({ open: seen.length < 2 })}>
    <summary>
      ${context.icons.use('chevron-right', 'solid')}${alternatives.text === '' ? label : inner.oneOf ? api.oneOf : api.anyOf}
    </summary>
    <div class="fields">${fields}${alternatives}</div>
  </details>`
}

function renderAlternative(
  option: Schema,
  index: number,
  context: RenderContext,
  seen: readonly Schema[],
): SafeHtml {
  if (seen.includes(option) || !context.budget.takeField()) return nothing
  const schema = flattenSchema(option)
  return html`<details class="children">
    <summary>
      ${context.icons.use('chevron-right', 'solid')}${schema.title ?? `${describeType(schema)} ${index + 1}`}
    </summary>
    <div class="fields">
      ${renderDescription(schema.description, context)}${renderProperties(schema, context, [...seen, option])}
    </div>
  </details>`
}

/** The properties of a schema, without anything around them. */
export function renderProperties(
  given: Schema,
  context: RenderContext,
  seen: readonly Schema[] = [],
): SafeHtml {
  const schema = flattenSchema(given)
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

/** A value that fits a schema, to show what one looks like. */
export function createSample(
  given: Schema | undefined,
  room = { left: MAX_EXAMPLE_VALUES },
  depth = 0,
): unknown {
  room.left -= 1
  if (!isObject(given) || depth > MAX_DEPTH || room.left < 0) return null
  const schema = flattenSchema(given)
  if (schema.example !== undefined) return limitValue(schema.example, room)
  if (Array.isArray(schema.examples) && schema.examples.length > 0)
    return limitValue(schema.examples[0], room)
  if (schema.const !== undefined) return limitValue(schema.const, room)
  if (schema.default !== undefined) return limitValue(schema.default, room)
  if (Array.isArray(schema.enum) && schema.enum.length > 0) return limitValue(schema.enum[0], room)
  const option = schema.oneOf?.[0] ?? schema.anyOf?.[0]
  if (option && !schema.properties) return createSample(option, room, depth + 1)
  const type = Array.isArray(schema.type) ? schema.type.find((name) => name !== 'null') : schema.type
  if (type === 'array' || schema.items) return depth > 4 ? [] : [createSample(schema.items, room, depth + 1)]
  if (type === 'object' || schema.properties) {
    return Object.fromEntries(
      Object.entries(schema.properties ?? {})
        .filter(([, value]) => isObject(value))
        .slice(0, 50)
        .map(([name, value]) => [name, createSample(value, room, depth + 2)]),
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
