import { html, nothing, type SafeHtml } from '../../html/html.ts'
import type { RenderContext } from '../context.ts'
import { renderDescription } from './description.ts'
import { chooseMediaType, formatExample } from './samples.ts'
import {
  describeType,
  flattenSchema,
  hasProperties,
  isObject,
  listEntries,
  renderField,
  renderProperties,
  renderSchemaPart,
} from './schema.ts'
import { renderCodeTabs } from './tabs.ts'
import type { Operation, Response, Schema } from './types.ts'

/** No real API has more responses; of a description that does, the first are shown. */
const MAX_RESPONSES = 60
const MAX_SUMMARY_CHARACTERS = 160

export function renderRequestBody(operation: Operation, context: RenderContext): SafeHtml {
  const entry = chooseMediaType(operation.requestBody?.content)
  if (!entry) return nothing
  const [name, { schema }] = entry
  const { api } = context.locale
  return html`<div class="api-group">
    <div class="api-label">
      ${api.body}<span class="field-type">${name}</span
      >${operation.requestBody?.required === true && html`<span class="required">${api.required}</span>`}
    </div>
    ${renderDescription(operation.requestBody?.description, context)}${renderSchema(schema, context)}
  </div>`
}

function renderSchema(schema: Schema | undefined, context: RenderContext): SafeHtml {
  if (!isObject(schema)) return nothing
  const flatSchema = flattenSchema(schema)
  const properties = renderProperties(flatSchema, context, [schema])
  if (properties.text !== '') return html`<div class="fields">${properties}</div>`
  return html`<div class="fields">
    ${renderField({ name: describeType(flatSchema), schema: flatSchema, required: true }, context, [schema])}
  </div>`
}

/** Renders the schema of a response, which is closed at first. */
function renderClosedSchema(code: string, schema: Schema | undefined, context: RenderContext): SafeHtml {
  const flatSchema = isObject(schema) ? flattenSchema(schema) : undefined
  return flatSchema && context.parts?.areClosedParts === true && hasProperties(flatSchema)
    ? html`<div class="fields">${renderSchemaPart(code, flatSchema, context.parts, context)}</div>`
    : renderSchema(schema, context)
}

const isStatus = (code: string): boolean => /^[1-5](?:\d\d|XX)$/.test(code)
const getStatusClass = (code: string): string =>
  isStatus(code) ? `status-${code.charAt(0)}` : 'status-other'

/** Lists the responses of an operation by status code. */
export const listResponses = (operation: Operation): [code: string, response: Response][] =>
  listEntries(operation.responses).slice(0, MAX_RESPONSES)

export function renderResponses(operation: Operation, context: RenderContext): SafeHtml {
  const responses = listResponses(operation)
  if (responses.length === 0) return nothing
  const { api } = context.locale
  const items = responses.map(([code, response]) => {
    const [name, mediaType] = chooseMediaType(response.content) ?? []
    return html`<details class="response">
      <summary>
        ${context.icons.use('chevron-right', 'solid')}<span class="status ${getStatusClass(code)}"
          >${code}</span
        ><span class="response-text">${readFirstLine(response.description)}</span
        ><span class="field-type">${name}</span>
      </summary>
      <div class="response-body">
        ${mediaType ? renderClosedSchema(code, mediaType.schema, context) : html`<p>${api.noContent}</p>`}
      </div>
    </details>`
  })
  return html`<div class="api-group">
    <div class="api-label">${api.responses}</div>
    ${items}
  </div>`
}

const readFirstLine = (text: unknown): string =>
  typeof text === 'string' ? (text.split('\n', 1)[0]?.slice(0, MAX_SUMMARY_CHARACTERS) ?? '') : ''

export function renderResponseExamples(operation: Operation, context: RenderContext): SafeHtml {
  const items = listResponses(operation).flatMap(([code, response]) => {
    const example = formatExample(response.content)
    return example === undefined ? [] : [{ label: code, source: example, syntax: 'json' }]
  })
  return items.length === 0
    ? nothing
    : html`<div class="api-label">${context.locale.api.response}</div>
        ${renderCodeTabs(items, context)}`
}
