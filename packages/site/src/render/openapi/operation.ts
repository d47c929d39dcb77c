import type { MediaRef, OpenAPIRef } from '@verso/markdown'
import { html, type SafeHtml } from '../../html/html.ts'
import type { RenderContext } from '../context.ts'
import { renderRequestBody, renderResponseExamples, renderResponses } from './bodies.ts'
import { renderDescription } from './description.ts'
import { renderMissing, renderOrFallback } from './fallback.ts'
import { findOperation, type OperationWithParameters } from './find-operation.ts'
import { type Sample, writeSamples } from './sample-languages.ts'
import { createSampleRequest, findSecuritySchemes, listServerUrls, MAX_CODE_CHARACTERS } from './samples.ts'
import { isObject, renderField } from './schema.ts'
import { renderCodeTabs } from './tabs.ts'
import { createTestableOperation } from './testable-operation.ts'
import type { OpenAPIDocument, Operation, Parameter } from './types.ts'

/** No real operation has more samples; of one that does, the first are shown. */
const MAX_SAMPLES = 20

interface OperationBlock {
  ref: OpenAPIRef | MediaRef
  path: string
  method: string
  /** A headless operation has no title and no description. */
  headless?: boolean
}

interface WebhookBlock {
  ref: OpenAPIRef
  name: string
  method: string
  headless?: boolean
}

/** Renders an operation of an API: parameters, body, responses and samples. */
export function renderOpenAPIOperation(data: OperationBlock, context: RenderContext): SafeHtml {
  const document = context.references.resolveOpenAPI(data.ref)
  const match = document && findOperation(document.paths, data.path, data.method)
  if (!document || !match) return renderMissing(data.method, data.path, context, data.ref)
  return renderOrFallback(
    () => renderOperation(document, data, match, context),
    () => renderMissing(data.method, data.path, context, data.ref),
  )
}

/** Renders a webhook of an API: the request that the API sends, and the responses that it expects. */
export function renderOpenAPIWebhook(data: WebhookBlock, context: RenderContext): SafeHtml {
  return renderOrFallback(
    () => renderWebhook(data, context),
    () => renderMissing(data.method, data.name, context),
  )
}

function renderWebhook(data: WebhookBlock, context: RenderContext): SafeHtml {
  const document = context.references.resolveOpenAPI(data.ref)
  const match = document && findOperation(document.webhooks, data.name, data.method)
  if (!document || !match) return renderMissing(data.method, data.name, context)
  const { operation } = match
  return html`<section class="api">
    ${!data.headless && renderTitle(operation, data.name, context)}
    <div class="api-line">
      <span class="method ${data.method.toLowerCase()}">${context.locale.api.webhook}</span
      ><code>${data.name}</code>
    </div>
    ${!data.headless && renderDescription(operation.description, context)}${renderRequestBody(operation, context)}${renderResponses(operation, context)}
  </section>`
}

function renderOperation(
  document: OpenAPIDocument,
  data: OperationBlock,
  match: OperationWithParameters,
  context: RenderContext,
): SafeHtml {
  const { operation } = match
  const { path, headless } = data
  const method = data.method.toLowerCase()
  const server = listServerUrls(document, operation)[0] ?? ''
  // Code that can throw runs before the title is rendered, so that a failed operation has no entry in the outline.
  const columns = renderColumns(document, data, match, context)
  const title = !headless && renderTitle(operation, `${method.toUpperCase()} ${path}`, context)
  const heading = context.outline.at(-1)
  if (heading) context.operations.push({ method, heading })
  return html`<section class="api">
    ${title} ${renderCallLine(method, server, path)}
    ${!headless && renderDescription(operation.description, context)}
    <div class="api-columns">${columns}</div>
  </section>`
}

/** Renders the details of an operation: what it takes and gives, and samples beside that. */
function renderColumns(
  document: OpenAPIDocument,
  data: OperationBlock,
  match: OperationWithParameters,
  context: RenderContext,
): SafeHtml {
  const { operation, parameters } = match
  const { path } = data
  const method = data.method.toLowerCase()
  const render = (): SafeHtml => {
    const samples = createSamples(document, path, method, match, context)
    const authentication = renderAuthentication(document, operation, context)
    return html`<div class="api-main">
        ${authentication}${renderParameterGroups(parameters, context)}${renderRequestBody(operation, context)}${renderResponses(operation, context)}
      </div>
      <div class="api-side">
        <div class="api-label">
          ${context.locale.api.request}${renderTestButton(document, data, match, context)}
        </div>
        ${renderCodeTabs(samples, context)}${renderResponseExamples(operation, context)}
      </div>`
  }
  return context.parts?.areOpenParts === true
    ? context.parts.add(operation, `${method.toUpperCase()} ${path}`, context, render)
    : render()
}

/** The button that opens the panel in which readers try an operation. The script of the panel shows it. */
function renderTestButton(
  document: OpenAPIDocument,
  { path, method }: OperationBlock,
  match: OperationWithParameters,
  { testableOperations, locale, icons }: RenderContext,
): SafeHtml | false {
  const title = match.operation.summary
  const operation =
    testableOperations &&
    createTestableOperation(document, { title: typeof title === 'string' ? title : '', method, path }, match)
  if (!operation) return false
  testableOperations.add(operation)
  return html`<button class="api-test" type="button" hidden data-test="${JSON.stringify(operation)}">
    ${icons.use('play', 'solid')}${locale.api.test}
  </button>`
}

function renderTitle(operation: Operation, fallback: string, context: RenderContext): SafeHtml {
  const title =
    typeof operation.summary === 'string' && operation.summary !== '' ? operation.summary : fallback
  const anchor = context.ids.reserve(slugify(operation.operationId ?? title))
  context.outline.push({ anchor, title })
  return html`<h2 id="${anchor}">
    ${title}${operation.deprecated === true && html` <span class="deprecated">${context.locale.api.deprecated}</span>`}<a
      class="anchor"
      href="#${encodeURIComponent(anchor)}"
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

/** Renders the method and URL of a request, with the path parameters marked. */
export const renderCallLine = (method: string, server: string, path: string): SafeHtml =>
  html`<div class="api-line">
    <span class="method ${method}">${method.toUpperCase()}</span
    ><code
      ><span class="server">${server}</span
      >${server !== '' && html`<wbr />`}${path.split(/(\{[^{}]*\})/).map((part) => (part.startsWith('{') ? html`<var>${part}</var>` : html`${part}`))}</code
    >
  </div>`

function renderParameterGroups(parameters: readonly Parameter[], context: RenderContext): SafeHtml[] {
  const { api } = context.locale
  return (['path', 'query', 'header', 'cookie'] as const).flatMap((location) => {
    const group = parameters.filter(
      (parameter) => parameter.in === location && typeof parameter.name === 'string',
    )
    if (group.length === 0) return []
    return html`<div class="api-group">
      <div class="api-label">${api[location]}<span class="field-type">${api.parameters}</span></div>
      <div class="fields">${group.map((parameter) => renderParameter(parameter, context))}</div>
    </div>`
  })
}

function renderParameter(parameter: Parameter, context: RenderContext): SafeHtml {
  return renderField(
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
  )
}

function renderAuthentication(
  document: OpenAPIDocument,
  operation: Operation,
  context: RenderContext,
): SafeHtml | false {
  const { api } = context.locale
  const schemes = findSecuritySchemes(document, operation).map(
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
  return (
    schemes.length > 0 &&
    html`<div class="api-group">
      <div class="api-label">${api.authentication}</div>
      <div class="fields">${schemes}</div>
    </div>`
  )
}

/** Lists the samples that the description gives, then a generated one for each language. */
function createSamples(
  document: OpenAPIDocument,
  path: string,
  method: string,
  { operation, parameters }: OperationWithParameters,
  context: RenderContext,
): Sample[] {
  const request = createSampleRequest(document, path, method, operation, parameters)
  const describedSamples = Array.isArray(operation['x-codeSamples'])
    ? operation['x-codeSamples'].slice(0, MAX_SAMPLES).flatMap(({ label, lang, source }) =>
        typeof source === 'string'
          ? [
              {
                label: label ?? lang ?? context.locale.api.example,
                syntax: lang?.toLowerCase(),
                source: source.slice(0, MAX_CODE_CHARACTERS),
              },
            ]
          : [],
      )
    : []
  return [...describedSamples, ...writeSamples(request)]
}
