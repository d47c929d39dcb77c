import type { Block, Code, CodeLine, Document, Prompt } from '@verso/markdown'
import { walkBlocks } from '@verso/markdown'
import type { Snippet } from '../content/highlight.ts'
import type { Token } from '../content/tokenize.ts'
import { renderAttributes, html, nothing, type SafeHtml } from '../html/html.ts'
import type { RenderContext } from './context.ts'
import { renderInlines } from './inlines.ts'

/** The text of a line as the highlighter sees it; what is noted or computed in it stands apart. */
function readLineText(line: CodeLine): string {
  return line.nodes
    .map((node) => (node.object === 'text' ? node.leaves.map(({ text }) => text).join('') : ''))
    .join('')
}

/** A hole, so that it is not taken for a line break of the template's own. */
const newline = '\n'

const isPlain = (line: CodeLine): boolean =>
  line.nodes.every((node) => node.object === 'text' && node.leaves.every(({ marks }) => marks.length === 0))

const readCode = (block: Code): string => block.nodes.map((line) => readLineText(line)).join('\n')

/** Everything of a document that wants colouring before it is rendered. */
export function snippetsOf(document: Document): Snippet[] {
  const found: Snippet[] = []
  for (const { block } of walkBlocks(document)) {
    if (block.type === 'code' && isVisible(block))
      found.push({ code: readCode(block), syntax: block.data.syntax })
  }
  return found
}

const isVisible = (block: Extract<Block, { type: 'code' }>): boolean => block.data.raw !== 'comment'

export function renderCodeBlock(block: Code, context: RenderContext): SafeHtml {
  const { data } = block
  // A comment is the author's note to other authors, and a footnote that nobody refers to has no place.
  if (!isVisible(block)) return nothing
  const syntax = data.raw === 'html' || data.raw === 'tag' ? undefined : data.syntax
  const coloured = context.highlighter.getLines(readCode(block), syntax)
  const lines = block.nodes.map((line, index) => {
    const inside = isPlain(line) ? renderTokens(coloured[index] ?? []) : renderInlines(line.nodes, context)
    return html`<span class="line${line.data.highlighted ? ' highlighted' : ''}">${inside}${newline}</span>`
  })
  const limit = data.expandable ? (data.collapsedLineCount ?? 10) : undefined
  const collapsed = limit !== undefined && block.nodes.length > limit
  return renderCodeFrame(
    html`${lines}`,
    {
      title: data.title,
      syntax,
      wrap: data.overflow === 'wrap',
      numbers: data.lineNumbers === true,
      fullWidth: data.fullWidth === true,
      collapsed: collapsed ? limit : undefined,
      count: block.nodes.length,
    },
    context,
  )
}

export function renderPlainCode(
  source: string,
  syntax: string | undefined,
  context: RenderContext,
  title?: string,
): SafeHtml {
  const lines = context.highlighter.getLines(source, syntax)
  return renderCodeFrame(
    html`${lines.map((line) => html`<span class="line">${renderTokens(line)}${newline}</span>`)}`,
    {
      title,
      syntax,
      wrap: false,
      numbers: false,
      fullWidth: false,
      collapsed: undefined,
      count: lines.length,
    },
    context,
  )
}

function renderTokens(line: readonly Token[]): SafeHtml {
  return html`${line.map(({ text, kind }) => (kind === undefined ? html`${text}` : html`<span class="t-${kind}">${text}</span>`))}`
}

interface CodeFrameOptions {
  title: string | undefined
  syntax: string | undefined
  wrap: boolean
  numbers: boolean
  fullWidth: boolean
  collapsed: number | undefined
  count: number
}

function renderCodeFrame(lines: SafeHtml, options: CodeFrameOptions, context: RenderContext): SafeHtml {
  const { locale, icons } = context
  const classes = [
    'code',
    options.wrap ? 'wrap' : '',
    options.numbers ? 'numbered' : '',
    options.fullWidth ? 'full-width' : '',
    options.collapsed === undefined ? '' : 'collapsible',
  ]
  const height =
    options.collapsed === undefined
      ? undefined
      : context.styles.addClass({
          '--collapsed': `${Math.min(200, Math.max(1, Math.round(options.collapsed)))}`,
        })
  const toggle = context.createId('code')
  const label = options.title ?? locale.code
  return html`<div class="${[...classes, height ?? ''].filter((name) => name !== '').join(' ')}">${
    options.title !== undefined && html`<div class="code-title">${options.title}</div>`
  }<button class="copy" type="button" data-copy hidden aria-label="${locale.copy}">${icons.use('copy')}</button>${
    options.collapsed !== undefined &&
    html`<input class="code-more" type="checkbox" id="${toggle}" aria-label="${locale.showAll}" />`
  }<pre${renderAttributes({ tabindex: 0, 'aria-label': label, role: 'region' })}><code>${lines}</code></pre>${
    options.collapsed !== undefined &&
    html`<label class="code-more-label" for="${toggle}"
      ><span class="more">${locale.showAll} (${options.count})</span
      ><span class="less">${locale.showLess}</span></label
    >`
  }</div>`
}

/** A prompt for an assistant: what it is for, and its text to copy. */
export function renderPrompt({ data, nodes }: Prompt, context: RenderContext): SafeHtml {
  const inside = nodes.map((node) =>
    renderCodeBlock({ ...node, data: { ...node.data, overflow: 'wrap' } }, context),
  )
  const open = data.defaultExpanded === 'full' || data.defaultExpanded === 'partial'
  return html`<details class="prompt" ${renderAttributes({ open })}>
    <summary>
      <span class="prompt-icon"
        >${context.icons.use(data.icon) ?? context.icons.use('wand-magic-sparkles', 'solid')}</span
      ><span>${data.description}</span>
    </summary>
    ${inside}
  </details>`
}
