import { html, nothing, renderAttributes, type SafeHtml } from '../../html/html.ts'
import { renderPlainCode } from '../code.ts'
import type { RenderContext } from '../context.ts'

/** Code of more characters is a part of its own where parts are. */
const MAX_OPEN_CODE_CHARACTERS = 1500
/** Characters of HTML for each of highlighted code, roughly. */
const HTML_CHARACTERS_OF_CODE = 4

/** Renders code in tabs. On a large page only the first tab has its code, and only if it is short. */
export function renderCodeTabs(
  items: readonly { label: string; syntax: string | undefined; source: string }[],
  context: RenderContext,
): SafeHtml {
  const { parts } = context
  const tabs = items.map(({ label, syntax, source }, index) => {
    const isClosed = index > 0 || source.length > MAX_OPEN_CODE_CHARACTERS
    if (isClosed && parts?.areClosedParts === true) {
      const key = `${syntax} ${source}`
      return {
        label,
        content: parts.add(key, label, context, () => renderPlainCode(source, syntax, context)),
      }
    }
    // The length of its HTML depends on whether the code is highlighted yet.
    parts?.count(source.length * HTML_CHARACTERS_OF_CODE)
    return { label, content: renderPlainCode(source, syntax, context) }
  })
  return renderApiTabs(tabs, context)
}

/** Renders tabs as radio buttons and panels, so that they switch without a script. */
function renderApiTabs(
  items: readonly { label: string; content: SafeHtml }[],
  context: RenderContext,
): SafeHtml {
  if (items.length === 0) return nothing
  const group = context.ids.create('tabs')
  return html`<div class="tabs api-tabs" role="radiogroup">
    ${items.map(({ label, content }, index) => {
      const id = context.ids.reserve(`${group}-${index}`)
      return html`<input
          type="radio"
          name="${group}"
          id="${id}"
          ${renderAttributes({ checked: index === 0 })}
        /><label for="${id}">${label}</label>
        <div class="tab-panel">${content}</div>`
    })}
  </div>`
}
