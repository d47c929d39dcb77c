import type { OpenAPIRef } from '@verso/markdown'
import { html, renderAttributes, type SafeHtml } from '../../html/html.ts'
import type { RenderContext } from '../context.ts'
import { renderDescription } from './description.ts'
import { renderMissing, renderOrFallback } from './fallback.ts'
import { describeType, flattenSchema, isObject, renderSchemaChildren } from './schema.ts'
import type { Schema } from './types.ts'

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
  const [model] = models
  const render = (): SafeHtml => {
    const items = models.map(([name, schema]) => renderModel(name, schema, models.length === 1, context))
    return html`<section class="api models">
      ${data.grouped === true && html`<div class="api-label">${data.title ?? context.locale.api.models}</div>`}${items}
    </section>`
  }
  // A schema that stands alone is a part as a whole on a large page. Its key differs from that of the same schema where it
  // is nested.
  return model && models.length === 1 && context.parts?.areOpenParts === true
    ? context.parts.add(`model ${model[0]}`, model[0], context, render)
    : render()
}

/** Renders a schema by its name. A schema that stands alone is open. */
function renderModel(name: string, schema: Schema, isOpen: boolean, context: RenderContext): SafeHtml {
  const { parts } = context
  const renderBody = (): SafeHtml =>
    html`${renderDescription(schema.description, context)}
      <div class="fields">${renderSchemaChildren(flattenSchema(schema), context, [schema])}</div>`
  const render = (body: SafeHtml): SafeHtml =>
    html`<details class="model" ${renderAttributes({ open: isOpen })}>
      <summary>
        ${context.icons.use('chevron-right', 'solid')}<code>${schema.title ?? name}</code
        ><span class="field-type">${describeType(schema)}</span>
      </summary>
      <div class="model-body">${body}</div>
    </details>`
  return render(
    !isOpen && parts?.areClosedParts === true
      ? parts.add(`body of model ${name}`, name, context, renderBody)
      : renderBody(),
  )
}
