import type { Block, Code, CodeLine, Document, Prompt } from '@verso/markdown'
import { walkBlocks } from '@verso/markdown'
import type { Snippet } from '../content/highlight.ts'
import type { Token } from '../content/tokenize.ts'
import { attributes, html, nothing, type SafeHtml } from '../html/html.ts'
import type { Context } from './context.ts'
import { inlines } from './inlines.ts'

/** The text of a line as the highlighter sees it; what is noted or computed in it stands apart. */
function textOf(line: CodeLine): string {
  return line.nodes
    .map((node) => (node.object === 'text' ? node.leaves.map(({ text }) => text).join('') : ''))
    .join('')
}

/** A hole, so that it is not taken for a line break of the template's own. */
const newline = '\n'

const isPlain = (line: CodeLine): boolean =>
  line.nodes.every((node) => node.object === 'text' && node.leaves.every(({ marks }) => marks.length === 0))

const codeOf = (block: Code): string => block.nodes.map((line) => textOf(line)).join('\n')

/** Everything of a document that wants colouring before it is rendered. */
export function snippetsOf(document: Document): Snippet[] {
  const found: Snippet[] = []
  for (const { block } of walkBlocks(document)) {
    if (block.type === 'code' && isShown(block))
      found.push({ code: codeOf(block), syntax: block.data.syntax })
  }
  return found
}

const isShown = (block: Extract<Block, { type: 'code' }>): boolean => block.data.raw !== 'comment'

export function code(block: Code, context: Context): SafeHtml {
  const { data } = block
  // A comment is the author's note to other authors, and a footnote that nobody refers to has no place.
  if (!isShown(block)) return nothing
  const syntax = data.raw === 'html' || data.raw === 'tag' ? undefined : data.syntax
  const coloured = context.highlighter.lines(codeOf(block), syntax)
  const lines = block.nodes.map((line, index) => {
    const inside = isPlain(line) ? tokens(coloured[index] ?? []) : inlines(line.nodes, context)
    return html`<span class="line${line.data.highlighted ? ' highlighted' : ''}">${inside}${newline}</span>`
  })
  const limit = data.expandable ? (data.collapsedLineCount ?? 10) : undefined
  const collapsed = limit !== undefined && block.nodes.length > limit
  return frame(
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

export function plainCode(
  source: string,
  syntax: string | undefined,
  context: Context,
  title?: string,
): SafeHtml {
  const lines = context.highlighter.lines(source, syntax)
  return frame(
    html`${lines.map((line) => html`<span class="line">${tokens(line)}${newline}</span>`)}`,
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

function tokens(line: readonly Token[]): SafeHtml {
  return html`${line.map(({ text, kind }) => (kind === undefined ? html`${text}` : html`<span class="t-${kind}">${text}</span>`))}`
}

interface Frame {
  title: string | undefined
  syntax: string | undefined
  wrap: boolean
  numbers: boolean
  fullWidth: boolean
  collapsed: number | undefined
  count: number
}

function frame(lines: SafeHtml, options: Frame, context: Context): SafeHtml {
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
      : context.styles.classFor({
          '--collapsed': `${Math.min(200, Math.max(1, Math.round(options.collapsed)))}`,
        })
  const toggle = context.name('code')
  const label = options.title ?? locale.code
  return html`<div class="${[...classes, height ?? ''].filter((name) => name !== '').join(' ')}">${
    options.title !== undefined && html`<div class="code-title">${options.title}</div>`
  }<button class="copy" type="button" data-copy hidden aria-label="${locale.copy}">${icons.use('copy')}</button>${
    options.collapsed !== undefined &&
    html`<input class="code-more" type="checkbox" id="${toggle}" aria-label="${locale.showAll}" />`
  }<pre${attributes({ tabindex: 0, 'aria-label': label, role: 'region' })}><code>${lines}</code></pre>${
    options.collapsed !== undefined &&
    html`<label class="code-more-label" for="${toggle}"
      ><span class="more">${locale.showAll} (${options.count})</span
      ><span class="less">${locale.showLess}</span></label
    >`
  }</div>`
}

/** A prompt for an assistant: what it is for, and its text to copy. */
export function prompt({ data, nodes }: Prompt, context: Context): SafeHtml {
  const inside = nodes.map((node) => code({ ...node, data: { ...node.data, overflow: 'wrap' } }, context))
  const open = data.defaultExpanded === 'full' || data.defaultExpanded === 'partial'
  return html`<details class="prompt" ${attributes({ open })}>
    <summary>
      <span class="prompt-icon"
        >${context.icons.use(data.icon) ?? context.icons.use('wand-magic-sparkles', 'solid')}</span
      ><span>${data.description}</span>
    </summary>
    ${inside}
  </details>`
}
