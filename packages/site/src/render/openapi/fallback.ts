import type { MediaRef, OpenAPIRef } from '@verso/markdown'
import { html, type SafeHtml } from '../../html/html.ts'
import { sanitizeUrl } from '../../html/urls.ts'
import { ExpensivePageError, type RenderContext } from '../context.ts'
import { renderLinkAttributes } from '../links.ts'
import { isMethod } from './find-operation.ts'

/** Renders a block, or its fallback if the description is so malformed that rendering throws. The page is still shown. */
export function renderOrFallback(render: () => SafeHtml, renderFallback: () => SafeHtml): SafeHtml {
  try {
    return render()
  } catch (error) {
    if (error instanceof ExpensivePageError) throw error
    return renderFallback()
  }
}

/** Renders a block whose description is missing: the method and path, and a link to the description's file if it has one. */
export function renderMissing(
  method: string,
  path: string,
  context: RenderContext,
  ref?: OpenAPIRef | MediaRef,
): SafeHtml {
  const file = ref && ref.kind !== 'openapi' ? context.references.resolveFile(ref) : undefined
  const href = file && sanitizeUrl(file.href)
  return html`<section class="api missing">
    <div class="api-line">
      ${method !== '' && html`<span class="method ${isMethod(method.toLowerCase()) ? method.toLowerCase() : ''}">${method.toUpperCase()}</span>`}<code
        >${path}</code
      >
    </div>
    ${
      file && href !== undefined
        ? html`<p>
            <a href="${href}" ${renderLinkAttributes(href, context)}
              >${context.icons.use('file-code')}${file.name}</a
            >
          </p>`
        : html`<p>${context.locale.api.missingSpec}</p>`
    }
  </section>`
}
