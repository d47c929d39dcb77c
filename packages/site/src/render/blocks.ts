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
import { formula } from '../content/math.ts'
import { attributes, html, nothing, type SafeHtml } from '../html/html.ts'
import { safeUrl } from '../html/urls.ts'
import { code, plainCode, prompt } from './code.ts'
import { type BlockRenderer, Context, type RenderOptions } from './context.ts'
import { emoji, inlines } from './inlines.ts'
import { linkAttributes } from './links.ts'
import { cssLength, embed, file, image, images } from './media.ts'
import { callLine, isMethod, openapiOperation, openapiSchemas, openapiWebhook } from './openapi/operation.ts'
import { table } from './table.ts'

/** What a document is rendered with. */
export const createContext = (options: RenderOptions): Context => new Context(options, renderBlocks)

const renderBlocks: BlockRenderer = (nodes, context) => html`${nodes.map((node) => block(node, context))}`

function block(node: Block, context: Context): SafeHtml {
  switch (node.type) {
    case 'paragraph': {
      const call = callIn(node)
      if (call) return callLine(call.method, '', call.address)
      const inside = inlines(node.nodes, context)
      // An empty paragraph is how some editors write a blank line; a reader sees the space between blocks already.
      if (inside.text.trim() === '') return nothing
      return html`<p${aligned(node.data.align)}>${inside}</p>`
    }
    case 'heading-1':
    case 'heading-2':
    case 'heading-3':
      return heading(node, context)
    case 'list-ordered':
    case 'list-unordered':
    case 'list-tasks':
      return list(node, context)
    case 'list-item':
      return html`<ul>
        ${listItem(node, context)}
      </ul>`
    case 'divider':
      return html`<hr />`
    case 'blockquote':
      return html`<blockquote>${context.blocks(node.nodes)}</blockquote>`
    case 'hint':
      return hint(node, context)
    case 'if':
      return context.references.condition(node.data.expression) ? context.blocks(node.nodes) : nothing
    case 'images':
      return images(node, context)
    case 'image':
      return image(node, context)
    case 'file':
      return file(node, context)
    case 'drawing':
      return node.data.ref
        ? html`<figure class="drawing">
            ${image({ ...node, type: 'image', data: { ref: node.data.ref }, fragments: [] }, context)}
          </figure>`
        : nothing
    case 'embed':
      return embed(node, context)
    case 'code':
      return code(node, context)
    case 'code-line':
      return html`<pre><code>${inlines(node.nodes, context)}</code></pre>`
    case 'math':
      return html`<div class="math" tabindex="0" role="group" aria-label="${context.locale.formula}">
        ${formula(node.data.formula, true, context.styles)}
      </div>`
    case 'expandable':
      return expandable(node, context)
    case 'tabs':
      return tabs(node, context)
    case 'tabs-item':
      return context.blocks(node.nodes)
    case 'table':
      return table(node, context)
    case 'swagger':
      return openapiOperation({ ...node.data, headless: false }, context)
    case 'openapi-operation':
      return openapiOperation(node.data, context)
    case 'openapi-schemas':
      return openapiSchemas(node.data, context)
    case 'openapi-webhook':
      return openapiWebhook(node.data, context)
    case 'content-ref':
      return contentRef(node, context)
    case 'integration':
      return integration(node, context)
    case 'reusable-content':
      return reusableContent(node, context)
    case 'stepper':
      return stepper(node, context)
    case 'stepper-step':
      return context.blocks(node.nodes)
    case 'columns':
      return columns(node, context)
    case 'column':
      return context.blocks(node.nodes)
    case 'updates':
      return updates(node, context)
    case 'update':
      return context.blocks(node.nodes)
    case 'prompt':
      return prompt(node, context)
  }
}

/**
 * A paragraph of nothing but a method and an address in code: what descriptions of APIs in pages begin with, and what
 * people write who describe one by hand.
 */
function callIn({ nodes, data }: Paragraph): { method: string; address: string } | undefined {
  const [only, ...others] = nodes
  if (only?.object !== 'text' || others.length > 0 || only.leaves.length !== 1 || data.align) return undefined
  const [leaf] = only.leaves
  if (!leaf || leaf.marks.length !== 1 || leaf.marks[0]?.type !== 'code') return undefined
  const [, method, address] = /^([A-Z]{3,7}) ((?:https?:\/)?\/\S+)$/.exec(leaf.text) ?? []
  return method !== undefined && address !== undefined && isMethod(method.toLowerCase())
    ? { method: method.toLowerCase(), address }
    : undefined
}

function aligned(align: TextAlignment | undefined) {
  return attributes({ class: align === 'center' || align === 'end' ? `text-${align}` : undefined })
}

/** The level in HTML: the page's title is the only first one, so a second one in the text steps back. */
function heading(node: Heading, context: Context): SafeHtml {
  const level = Math.max(2, node.data.level ?? Number(node.type.slice(-1)) + 1)
  context.outline.push({ key: node.key })
  const inside = html`${inlines(node.nodes, context)}<a
      class="anchor"
      href="#${encodeURIComponent(node.meta.id)}"
      aria-label="${context.locale.linkToSection}"
      >${context.icons.use('link', 'solid')}</a
    >`
  const id = attributes({
    id: node.meta.id,
    class: node.data.align === 'center' || node.data.align === 'end' ? `text-${node.data.align}` : undefined,
  })
  if (level === 2) return html`<h2${id}>${inside}</h2>`
  if (level === 3) return html`<h3${id}>${inside}</h3>`
  if (level === 4) return html`<h4${id}>${inside}</h4>`
  return level === 5 ? html`<h5${id}>${inside}</h5>` : html`<h6${id}>${inside}</h6>`
}

function list(node: List, context: Context): SafeHtml {
  const items = node.nodes.map((item) => listItem(item, context, node.type === 'list-tasks'))
  if (node.type === 'list-ordered') {
    const start = node.data.start
    return html`<ol${attributes({ start: start === undefined || start === 1 ? undefined : start })}>${items}</ol>`
  }
  return html`<ul${attributes({ class: node.type === 'list-tasks' ? 'tasks' : undefined })}>${items}</ul>`
}

function listItem(item: ListItem, context: Context, isTask = false): SafeHtml {
  const [first, ...rest] = item.nodes
  // A lone first paragraph is written without its element: that is what keeps a tight list tight.
  const inside =
    first?.type === 'paragraph' && !rest.some((node) => node.type === 'paragraph')
      ? html`${inlines(first.nodes, context)}${context.blocks(rest)}`
      : context.blocks(item.nodes)
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

const HINT_ICONS = {
  info: 'circle-info',
  warning: 'circle-exclamation',
  danger: 'triangle-exclamation',
  success: 'circle-check',
} as const

function hint({ data, nodes }: Hint, context: Context): SafeHtml {
  const style = Object.hasOwn(HINT_ICONS, data.style) ? data.style : 'info'
  const icon = context.icons.use(data.icon) ?? context.icons.use(HINT_ICONS[style], 'solid')
  const titled = nodes[0]?.type.startsWith('heading') ? ' titled' : ''
  return html`<div class="hint ${style}${titled}" role="note">
    <span class="hint-icon">${icon}</span>
    <div class="hint-body">${context.blocks(nodes)}</div>
  </div>`
}

function expandable({ data, fragments }: Expandable, context: Context): SafeHtml {
  const part = (name: string) => fragments.filter(({ fragment, type }) => (fragment ?? type)?.includes(name))
  const titles = part('title')
  const bodies = fragments.filter((fragment) => !titles.includes(fragment))
  const title = html`${titles.flatMap(({ nodes }) =>
    nodes.map((node) =>
      'nodes' in node && node.type === 'paragraph' ? inlines(node.nodes, context) : block(node, context),
    ),
  )}`
  return html`<details class="expandable" ${attributes({ open: data.defaultExpanded === true })}>
    <summary>
      ${context.icons.use('chevron-right', 'solid')}<span
        >${title.text === '' ? context.locale.details : title}</span
      >
    </summary>
    <div class="expandable-body">${bodies.map(({ nodes }) => context.blocks(nodes))}</div>
  </details>`
}

/**
 * Tabs are radio buttons with a panel each: they switch without a script, with the arrow keys, and the script only
 * adds that tabs of one name switch together and that a link into a panel opens it.
 */
function tabs({ data, nodes }: Tabs, context: Context): SafeHtml {
  const group = context.name('tabs')
  const items = nodes.map((item, index) => {
    const id = `${group}-${index + 1}`
    const title = item.data.title ?? `${context.locale.tab} ${index + 1}`
    return html`<input
        type="radio"
        name="${group}"
        id="${id}"
        ${attributes({ checked: index === 0 })}
      /><label for="${id}">${context.icons.use(item.data.icon)}${title}</label>
      <div class="tab-panel">${context.blocks(item.nodes)}</div>`
  })
  return html`<div class="tabs${data.fullWidth ? ' full-width' : ''}" role="radiogroup">${items}</div>`
}

function stepper({ nodes }: Stepper, context: Context): SafeHtml {
  const steps = nodes.map(
    (step) =>
      html`<li class="step">
        <span class="step-mark" aria-hidden="true">${context.icons.use(step.data.icon)}</span>
        <div class="step-body">${context.blocks(step.nodes)}</div>
      </li>`,
  )
  return html`<ol class="stepper">
    ${steps}
  </ol>`
}

function columns({ data, nodes }: Columns, context: Context): SafeHtml {
  const widths = nodes.map(({ data: { width } }) => {
    const css = cssLength(width)
    return css?.endsWith('%') ? `${Number.parseFloat(css)}fr` : (css ?? '1fr')
  })
  const even = widths.every((width) => width === widths[0])
  const grid = even
    ? context.styles.classFor({ '--columns': `repeat(${Math.max(1, widths.length)}, minmax(0, 1fr))` })
    : context.styles.classFor({
        '--columns': widths.map((width) => (width === '1fr' && !even ? '50fr' : width)).join(' '),
      })
  return html`<div class="columns${data.fullWidth ? ' full-width' : ''} ${grid}">
    ${nodes.map((node) => column(node, context))}
  </div>`
}

function column({ data, nodes }: Column, context: Context): SafeHtml {
  const align = data.verticalAlignment
  return html`<div class="column${align === 'middle' || align === 'bottom' ? ` ${align}` : ''}">
    ${context.blocks(nodes)}
  </div>`
}

function contentRef({ data }: ContentRefBlock, context: Context): SafeHtml {
  const target = context.references.link(data.ref)
  const href = target && safeUrl(target.href)
  if (!target || href === undefined) {
    return html`<div class="content-ref missing">
      ${context.icons.use('link-slash', 'solid')}<span>${context.locale.missingPage}</span>
    </div>`
  }
  const mark =
    target.emoji === undefined ? context.icons.use(target.icon ?? 'file-lines') : emoji(target.emoji)
  return html`<a class="content-ref" href="${href}" ${linkAttributes(href, context)}
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
function integration({ data }: Integration, context: Context): SafeHtml {
  const content = data.props['content']
  if (typeof content === 'string' && content !== '') {
    return plainCode(content, data.integration, context)
  }
  if (data.url === undefined) return nothing
  const href = safeUrl(data.url)
  return href === undefined
    ? nothing
    : html`<p><a href="${href}" ${linkAttributes(href, context)}>${data.url}</a></p>`
}

function reusableContent({ data }: ReusableContent, context: Context): SafeHtml {
  const document = context.references.reusableContent(data.ref)
  if (!document) return nothing
  return context.including(document, () => context.blocks(document.nodes)) ?? nothing
}

function updates({ data, nodes }: Updates, context: Context): SafeHtml {
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
    const id = `update-${day ?? context.name('update')}`
    return html`<article class="update" id="${id}">
      <header>
        ${valid ? html`<time datetime="${day}"><a href="#${id}">${shown}</a></time>` : html`<span>${shown}</span>`}${tags.length > 0 && html`<span class="tags">${tags}</span>`}
      </header>
      <div class="update-body">${context.blocks(node.nodes)}</div>
    </article>`
  })
  return html`<div class="updates">
    ${context.feedHref !== undefined && html`<a class="feed" href="${context.feedHref}">${context.icons.use('rss', 'solid')}${context.locale.feed}</a>`}${entries}
  </div>`
}
