import type {
  Block,
  Column,
  Columns,
  ContentRefBlock,
  Expandable,
  Heading,
  Hint,
  Integration,
  List,
  ListItem,
  Paragraph,
  ReusableContent,
  Stepper,
  Tabs,
  TextAlignment,
  Updates,
} from '@verso/markdown'
import { renderFormula } from '../content/math.ts'
import { renderAttributes, html, nothing, type SafeHtml } from '../html/html.ts'
import { sanitizeUrl } from '../html/urls.ts'
import { renderCodeBlock, renderPlainCode, renderPrompt } from './code.ts'
import { type BlockRenderer, RenderContext, type RenderOptions } from './context.ts'
import { renderEmoji, renderInlines } from './inlines.ts'
import { renderLinkAttributes } from './links.ts'
import { formatCssLength, renderEmbed, renderFile, renderImage, renderImages } from './media.ts'
import {
  renderCallLine,
  isMethod,
  renderOpenAPIOperation,
  renderOpenAPISchemas,
  renderOpenAPIWebhook,
} from './openapi/operation.ts'
import { renderTable } from './table.ts'

/** What a document is rendered with. */
export const createRenderContext = (options: RenderOptions): RenderContext =>
  new RenderContext(options, renderBlocks)

const renderBlocks: BlockRenderer = (nodes, context) =>
  html`${nodes.map((node) => renderBlock(node, context))}`

function renderBlock(node: Block, context: RenderContext): SafeHtml {
  switch (node.type) {
    case 'paragraph': {
      const call = readApiCall(node)
      if (call) return renderCallLine(call.method, '', call.address)
      const inside = renderInlines(node.nodes, context)
      // An empty paragraph is how some editors write a blank line; a reader sees the space between blocks already.
      if (inside.text.trim() === '') return nothing
      return html`<p${renderAlignment(node.data.align)}>${inside}</p>`
    }
    case 'heading-1':
    case 'heading-2':
    case 'heading-3':
      return renderHeading(node, context)
    case 'list-ordered':
    case 'list-unordered':
    case 'list-tasks':
      return renderList(node, context)
    case 'list-item':
      return html`<ul>
        ${renderListItem(node, context)}
      </ul>`
    case 'divider':
      return html`<hr />`
    case 'blockquote':
      return html`<blockquote>${context.renderBlocks(node.nodes)}</blockquote>`
    case 'hint':
      return renderHint(node, context)
    case 'if':
      return context.references.condition(node.data.expression) ? context.renderBlocks(node.nodes) : nothing
    case 'images':
      return renderImages(node, context)
    case 'image':
      return renderImage(node, context)
    case 'file':
      return renderFile(node, context)
    case 'drawing':
      return node.data.ref
        ? html`<figure class="drawing">
            ${renderImage({ ...node, type: 'image', data: { ref: node.data.ref }, fragments: [] }, context)}
          </figure>`
        : nothing
    case 'embed':
      return renderEmbed(node, context)
    case 'code':
      return renderCodeBlock(node, context)
    case 'code-line':
      return html`<pre><code>${renderInlines(node.nodes, context)}</code></pre>`
    case 'math':
      return html`<div class="math" tabindex="0" role="group" aria-label="${context.locale.formula}">
        ${renderFormula(node.data.formula, true, context.styles)}
      </div>`
    case 'expandable':
      return renderExpandable(node, context)
    case 'tabs':
      return renderTabs(node, context)
    case 'tabs-item':
      return context.renderBlocks(node.nodes)
    case 'table':
      return renderTable(node, context)
    case 'swagger':
      return renderOpenAPIOperation({ ...node.data, headless: false }, context)
    case 'openapi-operation':
      return renderOpenAPIOperation(node.data, context)
    case 'openapi-schemas':
      return renderOpenAPISchemas(node.data, context)
    case 'openapi-webhook':
      return renderOpenAPIWebhook(node.data, context)
    case 'content-ref':
      return renderContentRef(node, context)
    case 'integration':
      return renderIntegration(node, context)
    case 'reusable-content':
      return renderReusableContent(node, context)
    case 'stepper':
      return renderStepper(node, context)
    case 'stepper-step':
      return context.renderBlocks(node.nodes)
    case 'columns':
      return renderColumns(node, context)
    case 'column':
      return context.renderBlocks(node.nodes)
    case 'updates':
      return renderUpdates(node, context)
    case 'update':
      return context.renderBlocks(node.nodes)
    case 'prompt':
      return renderPrompt(node, context)
  }
}

/**
 * A paragraph of nothing but a method and an address in code: what descriptions of APIs in pages begin with, and what
 * people write who describe one by hand.
 */
function readApiCall({ nodes, data }: Paragraph): { method: string; address: string } | undefined {
  const [only, ...others] = nodes
  if (only?.object !== 'text' || others.length > 0 || only.leaves.length !== 1 || data.align) return undefined
  const [leaf] = only.leaves
  if (!leaf || leaf.marks.length !== 1 || leaf.marks[0]?.type !== 'code') return undefined
  const [, method, address] = /^([A-Z]{3,7}) ((?:https?:\/)?\/\S+)$/.exec(leaf.text) ?? []
  return method !== undefined && address !== undefined && isMethod(method.toLowerCase())
    ? { method: method.toLowerCase(), address }
    : undefined
}

function renderAlignment(align: TextAlignment | undefined) {
  return renderAttributes({ class: align === 'center' || align === 'end' ? `text-${align}` : undefined })
}

/** The level in HTML: the page's title is the only first one, so a second one in the text steps back. */
function renderHeading(node: Heading, context: RenderContext): SafeHtml {
  const level = Math.max(2, node.data.level ?? Number(node.type.slice(-1)) + 1)
  context.outline.push({ key: node.key })
  const inside = html`${renderInlines(node.nodes, context)}<a
      class="anchor"
      href="#${encodeURIComponent(node.meta.id)}"
      aria-label="${context.locale.linkToSection}"
      >${context.icons.use('link', 'solid')}</a
    >`
  const id = renderAttributes({
    id: node.meta.id,
    class: node.data.align === 'center' || node.data.align === 'end' ? `text-${node.data.align}` : undefined,
  })
  if (level === 2) return html`<h2${id}>${inside}</h2>`
  if (level === 3) return html`<h3${id}>${inside}</h3>`
  if (level === 4) return html`<h4${id}>${inside}</h4>`
  return level === 5 ? html`<h5${id}>${inside}</h5>` : html`<h6${id}>${inside}</h6>`
}

function renderList(node: List, context: RenderContext): SafeHtml {
  const items = node.nodes.map((item) => renderListItem(item, context, node.type === 'list-tasks'))
  if (node.type === 'list-ordered') {
    const start = node.data.start
    return html`<ol${renderAttributes({ start: start === undefined || start === 1 ? undefined : start })}>${items}</ol>`
  }
  return html`<ul${renderAttributes({ class: node.type === 'list-tasks' ? 'tasks' : undefined })}>${items}</ul>`
}

function renderListItem(item: ListItem, context: RenderContext, isTask = false): SafeHtml {
  const [first, ...rest] = item.nodes
  // A lone first paragraph is written without its element: that is what keeps a tight list tight.
  const inside =
    first?.type === 'paragraph' && !rest.some((node) => node.type === 'paragraph')
      ? html`${renderInlines(first.nodes, context)}${context.renderBlocks(rest)}`
      : context.renderBlocks(item.nodes)
  if (!isTask) return html`<li>${inside}</li>`
  const done = item.data.checked === true
  return html`<li class="task">
    <span
      class="checkbox${done ? ' checked' : ''}"
      role="img"
      aria-label="${done ? context.locale.done : context.locale.notDone}"
      >${done && context.icons.use('check', 'solid')}</span
    >
    <div>${inside}</div>
  </li>`
}

const hintIcons = {
  info: 'circle-info',
  warning: 'circle-exclamation',
  danger: 'triangle-exclamation',
  success: 'circle-check',
} as const

function renderHint({ data, nodes }: Hint, context: RenderContext): SafeHtml {
  const style = Object.hasOwn(hintIcons, data.style) ? data.style : 'info'
  const icon = context.icons.use(data.icon) ?? context.icons.use(hintIcons[style], 'solid')
  const titled = nodes[0]?.type.startsWith('heading') ? ' titled' : ''
  return html`<div class="hint ${style}${titled}" role="note">
    <span class="hint-icon">${icon}</span>
    <div class="hint-body">${context.renderBlocks(nodes)}</div>
  </div>`
}

function renderExpandable({ data, fragments }: Expandable, context: RenderContext): SafeHtml {
  const part = (name: string) => fragments.filter(({ fragment, type }) => (fragment ?? type)?.includes(name))
  const titles = part('title')
  const bodies = fragments.filter((fragment) => !titles.includes(fragment))
  const title = html`${titles.flatMap(({ nodes }) =>
    nodes.map((node) =>
      'nodes' in node && node.type === 'paragraph'
        ? renderInlines(node.nodes, context)
        : renderBlock(node, context),
    ),
  )}`
  return html`<details class="expandable" ${renderAttributes({ open: data.defaultExpanded === true })}>
    <summary>
      ${context.icons.use('chevron-right', 'solid')}<span
        >${title.text === '' ? context.locale.details : title}</span
      >
    </summary>
    <div class="expandable-body">${bodies.map(({ nodes }) => context.renderBlocks(nodes))}</div>
  </details>`
}

/**
 * Tabs are radio buttons with a panel each: they switch without a script, with the arrow keys, and the script only
 * adds that tabs of one name switch together and that a link into a panel opens it.
 */
function renderTabs({ data, nodes }: Tabs, context: RenderContext): SafeHtml {
  const group = context.createId('tabs')
  const items = nodes.map((item, index) => {
    const id = `${group}-${index + 1}`
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

function renderStepper({ nodes }: Stepper, context: RenderContext): SafeHtml {
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

function renderColumns({ data, nodes }: Columns, context: RenderContext): SafeHtml {
  const widths = nodes.map(({ data: { width } }) => {
    const css = formatCssLength(width)
    return css?.endsWith('%') ? `${Number.parseFloat(css)}fr` : (css ?? '1fr')
  })
  const even = widths.every((width) => width === widths[0])
  const grid = even
    ? context.styles.addClass({ '--columns': `repeat(${Math.max(1, widths.length)}, minmax(0, 1fr))` })
    : context.styles.addClass({
        '--columns': widths.map((width) => (width === '1fr' && !even ? '50fr' : width)).join(' '),
      })
  return html`<div class="columns${data.fullWidth ? ' full-width' : ''} ${grid}">
    ${nodes.map((node) => renderColumn(node, context))}
  </div>`
}

function renderColumn({ data, nodes }: Column, context: RenderContext): SafeHtml {
  const align = data.verticalAlignment
  return html`<div class="column${align === 'middle' || align === 'bottom' ? ` ${align}` : ''}">
    ${context.renderBlocks(nodes)}
  </div>`
}

function renderContentRef({ data }: ContentRefBlock, context: RenderContext): SafeHtml {
  const target = context.references.link(data.ref)
  const href = target && sanitizeUrl(target.href)
  if (!target || href === undefined) {
    return html`<div class="content-ref missing">
      ${context.icons.use('link-slash', 'solid')}<span>${context.locale.missingPage}</span>
    </div>`
  }
  const mark =
    target.emoji === undefined ? context.icons.use(target.icon ?? 'file-lines') : renderEmoji(target.emoji)
  return html`<a class="content-ref" href="${href}" ${renderLinkAttributes(href, context)}
    ><span class="content-ref-mark">${mark}</span
    ><span class="content-ref-text"
      >${target.context !== undefined && html`<span class="content-ref-context">${target.context}</span>`}<span
        class="content-ref-title"
        >${target.title}</span
      >${target.description !== undefined && html`<span class="content-ref-description">${target.description}</span>`}</span
    >${context.icons.use('chevron-right', 'solid')}</a
  >`
}

/** What an integration would draw runs nowhere here: a diagram or formula is shown as its source, the rest as a link. */
function renderIntegration({ data }: Integration, context: RenderContext): SafeHtml {
  const content = data.props['content']
  if (typeof content === 'string' && content !== '') {
    return renderPlainCode(content, data.integration, context)
  }
  if (data.url === undefined) return nothing
  const href = sanitizeUrl(data.url)
  return href === undefined
    ? nothing
    : html`<p><a href="${href}" ${renderLinkAttributes(href, context)}>${data.url}</a></p>`
}

function renderReusableContent({ data }: ReusableContent, context: RenderContext): SafeHtml {
  const document = context.references.reusableContent(data.ref)
  if (!document) return nothing
  return context.renderIncluded(document, () => context.renderBlocks(document.nodes)) ?? nothing
}

function renderUpdates({ data, nodes }: Updates, context: RenderContext): SafeHtml {
  const entries = nodes.map((node) => {
    const day = /^\d{4}-\d{2}-\d{2}/.exec(node.data.date)?.[0]
    const date = day === undefined ? undefined : new Date(`${day}T00:00:00Z`)
    const valid = date !== undefined && !Number.isNaN(date.getTime())
    const style = ({ full: 'long', short: 'medium', numeric: 'short' } as const)[data.format] ?? 'long'
    const shown = valid
      ? new Intl.DateTimeFormat(context.locale.language, { dateStyle: style, timeZone: 'UTC' }).format(date)
      : node.data.date
    const tags = (node.data.tags ?? []).flatMap((tag) => {
      const known = context.references.tag(tag)
      return html`<span class="tag">${known?.label ?? tag.tag}</span>`
    })
    const id = `update-${day ?? context.createId('update')}`
    return html`<article class="update" id="${id}">
      <header>
        ${valid ? html`<time datetime="${day}"><a href="#${id}">${shown}</a></time>` : html`<span>${shown}</span>`}${tags.length > 0 && html`<span class="tags">${tags}</span>`}
      </header>
      <div class="update-body">${context.renderBlocks(node.nodes)}</div>
    </article>`
  })
  return html`<div class="updates">
    ${context.feedHref !== undefined && html`<a class="feed" href="${context.feedHref}">${context.icons.use('rss', 'solid')}${context.locale.feed}</a>`}${entries}
  </div>`
}
