import type { OpenAPIRef } from '@verso/markdown'
import { html, renderAttributes, type SafeHtml } from '../../html/html.ts'
import type { RenderContext } from '../context.ts'
import { renderDescription } from './description.ts'
import { renderMissing, renderOrFallback } from './fallback.ts'
import { describeType, isObject, renderProperties } from './schema.ts'

interface SchemasBlock {
  ref: OpenAPIRef
  schemas: string[]
  grouped?: boolean
  title?: string
}

/** Renders schemas of an API by name. */
export function renderOpenAPISchemas(data: SchemasBlock, context: RenderContext): SafeHtml {
  return renderOrFallback(
    () => renderModels(data, context),
    () => renderMissing('', data.schemas.join(', '), context),
  )
}

function renderModels(data: SchemasBlock, context: RenderContext): SafeHtml {
  const document = context.references.resolveOpenAPI(data.ref)
  if (!document) return renderMissing('', data.schemas.join(', '), context)
  const models = data.schemas.flatMap((name) => {
    const schemas = document.components?.schemas ?? {}
    const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined
    return isObject(schema) ? [[name, schema] as const] : []
  })
  const items = models.map(
    ([name, schema]) =>
      html`<details class="model" ${renderAttributes({ open: models.length === 1 })}>
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
