import { html, nothing, renderAttributes, type SafeHtml } from '../../html/html.ts'
import type { RenderContext } from '../context.ts'

/** Renders tabs as radio buttons and panels, so that they switch without a script. */
export function renderApiTabs(
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
