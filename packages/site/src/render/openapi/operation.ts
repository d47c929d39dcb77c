import type { MediaRef, OpenAPIRef } from '@verso/markdown'
import { renderAttributes, html, nothing, type SafeHtml } from '../../html/html.ts'
import { sanitizeUrl } from '../../html/urls.ts'
import { renderPlainCode } from '../code.ts'
import type { RenderContext } from '../context.ts'
import { renderLinkAttributes } from '../links.ts'
import { renderDescription } from './description.ts'
import {
  createExample,
  sampleLanguages,
  chooseMediaType,
  createSampleRequest,
  findSecuritySchemes,
} from './samples.ts'
import {
  listEntries,
  renderField,
  flattenSchema,
  isObject,
  renderProperties,
  describeType,
} from './schema.ts'
import {
  methods,
  type Method,
  type OpenAPIDocument,
  type Operation,
  type Parameter,
  type PathItem,
  type Schema,
} from './types.ts'

/** Nobody's API has more; of what has more, the first are shown. */
const MAX_RESPONSES = 60
const MAX_SAMPLES = 20
/** Characters of one sample. */
const MAX_CODE_CHARACTERS = 20_000

/** A description is someone else's; what is not what it should be costs its own block, and not the page. */
function renderOrFallback(render: () => SafeHtml, otherwise: () => SafeHtml): SafeHtml {
  try {
    return render()
  } catch {
    return otherwise()
  }
}

export const isMethod = (name: string): name is Method => methods.some((method) => method === name)

export function renderOpenAPIOperation(
  data: { ref: OpenAPIRef | MediaRef; path: string; method: string; headless?: boolean },
  context: RenderContext,
): SafeHtml {
  const document = context.references.openapi(data.ref)
  const found = document && findOperation(document.paths, data.path, data.method)
  if (!document || !found) return renderMissing(data.method, data.path, context, data.ref)
  return renderOrFallback(
    () =>
      renderOperation(document, data.path, data.method.toLowerCase(), found, data.headless === true, context),
    () => renderMissing(data.method, data.path, context, data.ref),
  )
}

export const renderOpenAPIWebhook: typeof renderWebhook = (data, context) =>
  renderOrFallback(
    () => renderWebhook(data, context),
    () => renderMissing(data.method, data.name, context),
  )

function renderWebhook(
  data: { ref: OpenAPIRef; name: string; method: string; headless?: boolean },
  context: RenderContext,
): SafeHtml {
  const document = context.references.openapi(data.ref)
  const found = document && findOperation(document.webhooks, data.name, data.method)
  if (!document || !found) return renderMissing(data.method, data.name, context)
  const { api } = context.locale
  return html`<section class="api">
    ${!data.headless && renderTitle(found.operation, data.name, context)}
    <div class="api-line">
      <span class="method ${data.method.toLowerCase()}">${api.webhook}</span><code>${data.name}</code>
    </div>
    ${!data.headless && renderDescription(found.operation.description, context)}${renderRequestBody(found.operation, context)}${renderResponses(found.operation, context)}
  </section>`
}

export const renderOpenAPISchemas: typeof renderModels = (data, context) =>
  renderOrFallback(
    () => renderModels(data, context),
    () => renderMissing('', data.schemas.join(', '), context),
  )

function renderModels(
  data: { ref: OpenAPIRef; schemas: string[]; grouped?: boolean; title?: string },
  context: RenderContext,
): SafeHtml {
  const document = context.references.openapi(data.ref)
  if (!document) return renderMissing('', data.schemas.join(', '), context)
  const found = data.schemas.flatMap((name) => {
    const schemas = document.components?.schemas ?? {}
    const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined
    return isObject(schema) ? [[name, schema] as const] : []
  })
  const items = found.map(
    ([name, schema]) =>
      html`<details class="model" ${renderAttributes({ open: found.length === 1 })}>
        <summary>
          ${context.icons.use('chevron-right', 'solid')}<code>${schema.title ?? name}</code
          ><span class="field-type">${describeType(schema)}</span>
        </summary>
        <div class="model-body">
          ${renderDescription(schema.description, context)}
          <div class="fields">${renderProperties(schema, context, [schema])}</div>
        </div>
      </details>`,
  )
  return html`<section class="api models">
    ${data.grouped === true && html`<div class="api-label">${data.title ?? context.locale.api.models}</div>`}${items}
  </section>`
}

interface OperationWithParameters {
  operation: Operation
  parameters: Parameter[]
}

function findOperation(
  items: Record<string, PathItem | undefined> | undefined,
  path: string,
  name: string,
): OperationWithParameters | undefined {
  const item = items && Object.hasOwn(items, path) ? items[path] : undefined
  const method = name.toLowerCase()
  const operation = isObject(item) && isMethod(method) ? item[method] : undefined
  if (!item || !isObject(operation)) return undefined
  const own = Array.isArray(operation.parameters) ? operation.parameters : []
  const shared = (Array.isArray(item.parameters) ? item.parameters : []).filter(
    (parameter) => !own.some((other) => other.name === parameter.name && other.in === parameter.in),
  )
  return { operation, parameters: [...shared, ...own].filter(isObject) }
}

/** What there is to say without the description: what it would be of, and where it is, if that is anywhere. */
function renderMissing(
  method: string,
  path: string,
  context: RenderContext,
  ref?: OpenAPIRef | MediaRef,
): SafeHtml {
  const source = ref && ref.kind !== 'openapi' ? context.references.file(ref) : undefined
  const href = source && sanitizeUrl(source.href)
  return html`<section class="api missing">
    <div class="api-line">
      ${method !== '' && html`<span class="method ${isMethod(method.toLowerCase()) ? method.toLowerCase() : ''}">${method.toUpperCase()}</span>`}<code
        >${path}</code
      >
    </div>
    ${
      source && href !== undefined
        ? html`<p>
            <a href="${href}" ${renderLinkAttributes(href, context)}
              >${context.icons.use('file-code')}${source.name}</a
            >
          </p>`
        : html`<p>${context.locale.api.missingSpec}</p>`
    }
  </section>`
}

function renderTitle(operation: Operation, fallback: string, context: RenderContext): SafeHtml {
  const text =
    typeof operation.summary === 'string' && operation.summary !== '' ? operation.summary : fallback
  const id = context.createAnchor(slugify(operation.operationId ?? text))
  context.outline.push({ anchor: id, title: text })
  return html`<h2 id="${id}">
    ${text}${operation.deprecated === true && html` <span class="deprecated">${context.locale.api.deprecated}</span>`}<a
      class="anchor"
      href="#${encodeURIComponent(id)}"
      aria-label="${context.locale.linkToSection}"
      >${context.icons.use('link', 'solid')}</a
    >
  </h2>`
}

const slugify = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '') || 'operation'

function renderOperation(
  document: OpenAPIDocument,
  path: string,
  method: string,
  { operation: op, parameters }: OperationWithParameters,
  headless: boolean,
  context: RenderContext,
): SafeHtml {
  const { api } = context.locale
  const request = createSampleRequest(document, path, method, op, parameters)
  const server = op.servers?.[0]?.url ?? document.servers?.[0]?.url ?? ''
  const groups = (['path', 'query', 'header', 'cookie'] as const).flatMap((place) => {
    const inPlace = parameters.filter(
      (parameter) => parameter.in === place && typeof parameter.name === 'string',
    )
    if (inPlace.length === 0) return []
    const fields = inPlace.map((parameter) =>
      renderField(
        {
          name: parameter.name ?? '',
          schema: {
            ...(isObject(parameter.schema) ? parameter.schema : {}),
            ...(parameter.example !== undefined && { example: parameter.example }),
          },
          required: parameter.required === true,
          description: parameter.description,
          deprecated: parameter.deprecated,
        },
        context,
      ),
    )
    return html`<div class="api-group">
      <div class="api-label">${api[place]}<span class="field-type">${api.parameters}</span></div>
      <div class="fields">${fields}</div>
    </div>`
  })
  const schemes = findSecuritySchemes(document, op).map(
    ([name, scheme]) =>
      html`<div class="field">
        <div class="field-head">
          <code class="field-name">${scheme.name ?? name}</code
          ><span class="field-type"
            >${[scheme.type, scheme.scheme, scheme.in].filter((part) => typeof part === 'string').join(' · ')}</span
          ><span class="required">${api.required}</span>
        </div>
        ${renderDescription(scheme.description, context)}
      </div>`,
  )
  const authentication =
    schemes.length > 0 &&
    html`<div class="api-group">
      <div class="api-label">${api.authentication}</div>
      <div class="fields">${schemes}</div>
    </div>`
  const samples = Array.isArray(op['x-codeSamples'])
    ? op['x-codeSamples'].slice(0, MAX_SAMPLES).flatMap(({ label, lang, source }) =>
        typeof source === 'string'
          ? [
              {
                label: label ?? lang ?? api.example,
                syntax: lang?.toLowerCase(),
                source: source.slice(0, MAX_CODE_CHARACTERS),
              },
            ]
          : [],
      )
    : []
  const written = sampleLanguages.map((language) => ({
    label: language.label,
    syntax: language.syntax,
    source: language.write(request),
  }))
  return html`<section class="api">
    ${!headless && renderTitle(op, `${method.toUpperCase()} ${path}`, context)}
    ${renderCallLine(method, server, path)} ${!headless && renderDescription(op.description, context)}
    <div class="api-columns">
      <div class="api-main">
        ${authentication}${groups}${renderRequestBody(op, context)}${renderResponses(op, context)}
      </div>
      <div class="api-side">
        <div class="api-label">${api.request}</div>
        ${renderTabs(
          [...samples, ...written].map(({ label, syntax, source }) => ({
            label,
            inside: renderPlainCode(source, syntax, context),
          })),
          context,
        )}${renderResponseExamples(op, context)}
      </div>
    </div>
  </section>`
}

/** The line that says what is called. */
export const renderCallLine = (method: string, server: string, path: string): SafeHtml =>
  html`<div class="api-line">
    <span class="method ${method}">${method.toUpperCase()}</span
    ><code
      ><span class="server">${server}</span
      >${server !== '' && html`<wbr />`}${path.split(/(\{[^{}]*\})/).map((part) => (part.startsWith('{') ? html`<var>${part}</var>` : html`${part}`))}</code
    >
  </div>`

/** Radio buttons and panels, as in the tabs of a page. */
function renderTabs(items: readonly { label: string; inside: SafeHtml }[], context: RenderContext): SafeHtml {
  if (items.length === 0) return nothing
  const group = context.createId('tabs')
  return html`<div class="tabs api-tabs" role="radiogroup">
    ${items.map(
      ({ label, inside }, index) =>
        html`<input
            type="radio"
            name="${group}"
            id="${group}-${index}"
            ${renderAttributes({ checked: index === 0 })}
          /><label for="${group}-${index}">${label}</label>
          <div class="tab-panel">${inside}</div>`,
    )}
  </div>`
}

function renderRequestBody(operation: Operation, context: RenderContext): SafeHtml {
  const media = chooseMediaType(operation.requestBody?.content)
  if (!media) return nothing
  const [type, { schema }] = media
  const { api } = context.locale
  return html`<div class="api-group">
    <div class="api-label">
      ${api.body}<span class="field-type">${type}</span
      >${operation.requestBody?.required === true && html`<span class="required">${api.required}</span>`}
    </div>
    ${renderDescription(operation.requestBody?.description, context)}${renderSchema(schema, context)}
  </div>`
}

function renderSchema(schema: Schema | undefined, context: RenderContext): SafeHtml {
  if (!isObject(schema)) return nothing
  const flat = flattenSchema(schema)
  const own = renderProperties(flat, context, [schema])
  if (own.text !== '') return html`<div class="fields">${own}</div>`
  return html`<div class="fields">
    ${renderField({ name: describeType(flat), schema: flat, required: true }, context, [schema])}
  </div>`
}

const isStatus = (code: string): boolean => /^[1-5](?:\d\d|XX)$/.test(code)
const getStatusClass = (code: string): string =>
  isStatus(code) ? `status-${code.charAt(0)}` : 'status-other'

function renderResponses(operation: Operation, context: RenderContext): SafeHtml {
  const entries = listEntries(operation.responses).slice(0, MAX_RESPONSES)
  if (entries.length === 0) return nothing
  const { api } = context.locale
  const items = entries.map(([code, response]) => {
    const [type, media] = chooseMediaType(response.content) ?? []
    return html`<details class="response">
      <summary>
        ${context.icons.use('chevron-right', 'solid')}<span class="status ${getStatusClass(code)}"
          >${code}</span
        ><span class="response-text">${readFirstLine(response.description)}</span
        ><span class="field-type">${type}</span>
      </summary>
      <div class="response-body">
        ${media ? renderSchema(media.schema, context) : html`<p>${api.noContent}</p>`}
      </div>
    </details>`
  })
  return html`<div class="api-group">
    <div class="api-label">${api.responses}</div>
    ${items}
  </div>`
}

const readFirstLine = (text: unknown): string =>
  typeof text === 'string' ? (text.split('\n', 1)[0]?.slice(0, 160) ?? '') : ''

function renderResponseExamples(operation: Operation, context: RenderContext): SafeHtml {
  const entries = listEntries(operation.responses).slice(0, MAX_RESPONSES)
  const items = entries.flatMap(([code, response]) => {
    const media = chooseMediaType(response.content)
    if (!media) return []
    const example = createExample(media[1])
    const source = typeof example === 'string' ? example : JSON.stringify(example, null, 2)
    return source === undefined || source === 'null'
      ? []
      : [{ label: code, inside: renderPlainCode(source.slice(0, MAX_CODE_CHARACTERS), 'json', context) }]
  })
  return items.length === 0
    ? nothing
    : html`<div class="api-label">${context.locale.api.response}</div>
        ${renderTabs(items, context)}`
}

/** The samples and examples of what a page describes, to colour before it is rendered. */
export function openapiSnippets(
  document: OpenAPIDocument,
  path: string,
  method: string,
): { code: string; syntax: string | undefined }[] {
  const found = findOperation(document.paths, path, method)
  if (!found) return []
  const request = createSampleRequest(document, path, method.toLowerCase(), found.operation, found.parameters)
  const responses = listEntries(found.operation.responses).slice(0, MAX_RESPONSES)
  const examples = responses.flatMap(([, response]) => {
    const media = chooseMediaType(response.content)
    const example = media && createExample(media[1])
    return example === undefined
      ? []
      : [
          {
            code: (typeof example === 'string' ? example : (JSON.stringify(example, null, 2) ?? '')).slice(
              0,
              MAX_CODE_CHARACTERS,
            ),
            syntax: 'json',
          },
        ]
  })
  return [
    ...sampleLanguages.map((language) => ({ code: language.write(request), syntax: language.syntax })),
    ...examples,
  ]
}
