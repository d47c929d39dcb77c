import type {
  Block,
  Drawing,
  Expandable,
  Heading,
  If,
  List,
  ListItem,
  Paragraph,
  TextAlignment,
} from '@verso/markdown'
import { renderFormula } from '../content/math.ts'
import { type Attributes, html, nothing, renderAttributes, type SafeHtml } from '../html/html.ts'
import { addBlockKey } from './block-keys.ts'
import { renderCodeBlock, renderPrompt } from './code.ts'
import { renderColumns, renderHint, renderStepper, renderTabs, renderUpdates } from './containers.ts'
import { type BlockRenderer, RenderContext, type RenderOptions } from './context.ts'
import { renderInlines } from './inlines.ts'
import { renderEmbed, renderFile, renderImage, renderImages } from './media.ts'
import { isMethod } from './openapi/find-operation.ts'
import { renderOpenAPISchemas } from './openapi/models.ts'
import { renderCallLine, renderOpenAPIOperation, renderOpenAPIWebhook } from './openapi/operation.ts'
import { renderContentRef, renderIntegration, renderReusableContent } from './reference-blocks.ts'
import { renderTable } from './table.ts'

/** Creates the context that renders a document. */
export const createRenderContext = (options: RenderOptions): RenderContext =>
  new RenderContext(options, renderBlocks)

const renderBlocks: BlockRenderer = (nodes, context) =>
  html`${nodes.map((node) => addBlockKey(node.key, renderBlock(node, context), context))}`

function renderBlock(node: Block, context: RenderContext): SafeHtml {
  switch (node.type) {
    case 'paragraph':
      return renderParagraph(node, context)
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
      return renderCondition(node, context)
    case 'images':
      return renderImages(node, context)
    case 'image':
      return renderImage(node, context)
    case 'file':
      return renderFile(node, context)
    case 'drawing':
      return renderDrawing(node, context)
    case 'embed':
      return renderEmbed(node, context)
    case 'code':
      return renderCodeBlock(node, context)
    case 'code-line':
      return html`<pre><code>${renderInlines(node.nodes, context)}</code></pre>`
    case 'math':
      return renderMathBlock(node.data.formula, context)
    case 'expandable':
      return renderExpandable(node, context)
    case 'tabs':
      return renderTabs(node, context)
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
    case 'columns':
      return renderColumns(node, context)
    case 'updates':
      return renderUpdates(node, context)
    case 'prompt':
      return renderPrompt(node, context)
    case 'tabs-item':
    case 'stepper-step':
    case 'column':
    case 'update':
      return context.renderBlocks(node.nodes)
  }
}

function renderCondition({ data, nodes }: If, context: RenderContext): SafeHtml {
  if (!context.references.evaluateCondition(data.expression)) return nothing
  const content = context.renderBlocks(nodes)
  return context.hasBlockKeys
    ? html`<div class="condition" data-condition="${data.expression}">${content}</div>`
    : content
}

function renderParagraph(node: Paragraph, context: RenderContext): SafeHtml {
  const call = readApiCall(node)
  if (call) return renderCallLine(call.method, '', call.url)
  const content = renderInlines(node.nodes, context)
  // Some editors write a blank line as an empty paragraph. The style sheet already separates blocks.
  if (content.text.trim() === '') return nothing
  return html`<p${renderAlignment(node.data.align)}>${content}</p>`
}

function renderDrawing(node: Drawing, context: RenderContext): SafeHtml {
  if (!node.data.ref) return nothing
  return html`<figure class="drawing">
    ${renderImage({ ...node, type: 'image', data: { ref: node.data.ref }, fragments: [] }, context)}
  </figure>`
}

function renderMathBlock(formula: string, context: RenderContext): SafeHtml {
  return html`<div class="math" tabindex="0" role="group" aria-label="${context.locale.formula}">
    ${renderFormula(formula, true, context.styles)}
  </div>`
}

/** Reads a paragraph that is only an HTTP method and a URL in code, as authors write an API by hand. */
function readApiCall({ nodes, data }: Paragraph): { method: string; url: string } | undefined {
  const [firstNode, ...otherNodes] = nodes
  if (firstNode?.object !== 'text' || otherNodes.length > 0) return undefined
  if (firstNode.leaves.length !== 1 || data.align) return undefined
  const [leaf] = firstNode.leaves
  if (!leaf || leaf.marks.length !== 1 || leaf.marks[0]?.type !== 'code') return undefined
  const [, method, url] = /^([A-Z]{3,7}) ((?:https?:\/)?\/\S+)$/.exec(leaf.text) ?? []
  return method !== undefined && url !== undefined && isMethod(method.toLowerCase())
    ? { method: method.toLowerCase(), url }
    : undefined
}

function renderAlignment(align: TextAlignment | undefined) {
  return renderAttributes({ class: align === 'center' || align === 'end' ? `text-${align}` : undefined })
}

/** Renders a heading. The page title is the only `<h1>`, so a first-level heading in the text becomes an `<h2>`. */
function renderHeading(node: Heading, context: RenderContext): SafeHtml {
  const level = Math.max(2, node.data.level ?? Number(node.type.slice(-1)) + 1)
  const text = renderInlines(node.nodes, context)
  // A heading that says nothing would only be a place where screen readers stop.
  if (text.text.replaceAll(/<br\s*\/?>/g, '').trim() === '') return nothing
  context.outline.push({ key: node.key })
  const id = context.getHeadingId(node.meta.id)
  const link = html`<a
    class="anchor"
    href="#${encodeURIComponent(id)}"
    aria-label="${context.locale.linkToSection}"
    >${context.icons.use('link', 'solid')}</a
  >`
  // On a page of a thousand headings, the script that it loads adds these links.
  const content = html`${text}${context.hasAnchors && context.parts?.areOpenParts !== true && link}`
  const attributes = renderAttributes({
    id,
    class: node.data.align === 'center' || node.data.align === 'end' ? `text-${node.data.align}` : undefined,
  })
  if (level === 2) return html`<h2${attributes}>${content}</h2>`
  if (level === 3) return html`<h3${attributes}>${content}</h3>`
  if (level === 4) return html`<h4${attributes}>${content}</h4>`
  return level === 5 ? html`<h5${attributes}>${content}</h5>` : html`<h6${attributes}>${content}</h6>`
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
  // A single paragraph is written without its element, so that tight lists have no space between items.
  const content =
    first?.type === 'paragraph' && !rest.some((node) => node.type === 'paragraph')
      ? html`${renderTightParagraph(first, context)}${context.renderBlocks(rest)}`
      : context.renderBlocks(item.nodes)
  const attributes = renderKey(item.key, context)
  if (!isTask) return html`<li${attributes}>${content}</li>`
  const isChecked = item.data.checked === true
  return html`<li class="task" ${attributes}>
    <span
      class="checkbox${isChecked ? ' checked' : ''}"
      role="img"
      aria-label="${isChecked ? context.locale.done : context.locale.notDone}"
      >${isChecked && context.icons.use('check', 'solid')}</span
    >
    <div>${content}</div>
  </li>`
}

function renderTightParagraph({ key, nodes }: Paragraph, context: RenderContext): SafeHtml {
  const content = renderInlines(nodes, context)
  return context.hasBlockKeys ? html`<span${renderKey(key, context)}>${content}</span>` : content
}

const renderKey = (key: string, { hasBlockKeys }: RenderContext): Attributes =>
  renderAttributes({ 'data-block': hasBlockKeys ? key : undefined })

function renderExpandable({ data, fragments }: Expandable, context: RenderContext): SafeHtml {
  const titles = fragments.filter(({ fragment, type }) => (fragment ?? type)?.includes('title'))
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
