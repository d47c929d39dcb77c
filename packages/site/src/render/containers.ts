import type { Column, Columns, Hint, Stepper, Tabs, Updates } from '@verso/markdown'
import { html, renderAttributes, type SafeHtml } from '../html/html.ts'
import type { RenderContext } from './context.ts'
import { readUpdateDay, reserveUpdateAnchor } from './element-ids.ts'
import { formatCssLength } from './media.ts'

const hintIcons = {
  info: 'circle-info',
  warning: 'circle-exclamation',
  danger: 'triangle-exclamation',
  success: 'circle-check',
} as const

export function renderHint({ data, nodes }: Hint, context: RenderContext): SafeHtml {
  const style = Object.hasOwn(hintIcons, data.style) ? data.style : 'info'
  const icon = context.icons.use(data.icon) ?? context.icons.use(hintIcons[style], 'solid')
  const titleClass = nodes[0]?.type.startsWith('heading') ? ' titled' : ''
  return html`<div class="hint ${style}${titleClass}" role="note">
    <span class="hint-icon">${icon}</span>
    <div class="hint-body">${context.renderBlocks(nodes)}</div>
  </div>`
}

/**
 * Renders tabs as radio buttons with a panel each, so that they switch without a script and with the arrow keys. The
 * script only adds that tabs with the same title switch together, and that a link into a panel opens it.
 */
export function renderTabs({ data, nodes }: Tabs, context: RenderContext): SafeHtml {
  const group = context.ids.create('tabs')
  const items = nodes.map((item, index) => {
    const id = context.ids.reserve(`${group}-${index + 1}`)
    const title = item.data.title ?? `${context.locale.tab} ${index + 1}`
    return html`<input
        type="radio"
        name="${group}"
        id="${id}"
        ${renderAttributes({ checked: index === 0 })}
      /><label for="${id}">${context.icons.use(item.data.icon)}${title}</label>
      <div class="tab-panel">${context.renderBlocks(item.nodes)}</div>`
  })
  return html`<div class="tabs${data.fullWidth ? ' full-width' : ''}" role="radiogroup">${items}</div>`
}

export function renderStepper({ nodes }: Stepper, context: RenderContext): SafeHtml {
  const steps = nodes.map(
    (step) =>
      html`<li class="step">
        <span class="step-mark" aria-hidden="true">${context.icons.use(step.data.icon)}</span>
        <div class="step-body">${context.renderBlocks(step.nodes)}</div>
      </li>`,
  )
  return html`<ol class="stepper">
    ${steps}
  </ol>`
}

export function renderColumns({ data, nodes }: Columns, context: RenderContext): SafeHtml {
  const widths = nodes.map(({ data: { width } }) => {
    const css = formatCssLength(width)
    return css?.endsWith('%') ? `${Number.parseFloat(css)}fr` : (css ?? '1fr')
  })
  const areEqual = widths.every((width) => width === widths[0])
  const gridClass = areEqual
    ? context.styles.addClass({ '--columns': `repeat(${Math.max(1, widths.length)}, minmax(0, 1fr))` })
    : context.styles.addClass({
        '--columns': widths.map((width) => (width === '1fr' ? '50fr' : width)).join(' '),
      })
  return html`<div class="columns${data.fullWidth ? ' full-width' : ''} ${gridClass}">
    ${nodes.map((node) => renderColumn(node, context))}
  </div>`
}

function renderColumn({ data, nodes }: Column, context: RenderContext): SafeHtml {
  const align = data.verticalAlignment
  return html`<div class="column${align === 'middle' || align === 'bottom' ? ` ${align}` : ''}">
    ${context.renderBlocks(nodes)}
  </div>`
}

export function renderUpdates({ data, nodes }: Updates, context: RenderContext): SafeHtml {
  const dateStyle = ({ full: 'long', short: 'medium', numeric: 'short' } as const)[data.format] ?? 'long'
  // Making a format takes as long as writing hundreds of dates with it.
  const format = new Intl.DateTimeFormat(context.locale.language, { dateStyle, timeZone: 'UTC' })
  const entries = nodes.map((node) => {
    const day = readUpdateDay(node.data.date)
    const date = day === undefined ? undefined : new Date(`${day}T00:00:00Z`)
    const isValid = date !== undefined && !Number.isNaN(date.getTime())
    const dateText = isValid ? format.format(date) : node.data.date
    const tags = (node.data.tags ?? []).flatMap((tag) => {
      const resolvedTag = context.references.resolveTag(tag)
      return html`<span class="tag">${resolvedTag?.label ?? tag.tag}</span>`
    })
    const id = reserveUpdateAnchor(context.ids, node.data.date)
    return html`<article class="update" id="${id}">
      <header>
        ${isValid ? html`<time datetime="${day}"><a href="#${id}">${dateText}</a></time>` : html`<span>${dateText}</span>`}${tags.length > 0 && html`<span class="tags">${tags}</span>`}
      </header>
      <div class="update-body">${context.renderBlocks(node.nodes)}</div>
    </article>`
  })
  return html`<div class="updates">
    ${context.feedHref !== undefined && html`<a class="feed" href="${context.feedHref}">${context.icons.use('rss', 'solid')}${context.locale.feed}</a>`}${entries}
  </div>`
}
