import type { Block, Code, CodeLine, Document, Prompt } from '@verso/markdown'
import { walkBlocks } from '@verso/markdown'
import { type Diagram, isDiagramSyntax, writePictureUrl } from '../content/diagram.ts'
import type { Snippet } from '../content/highlight.ts'
import type { Token } from '../content/tokenize.ts'
import { escapeHtml, html, nothing, renderAttributes, type SafeHtml, trustHtml } from '../html/html.ts'
import type { RenderContext } from './context.ts'
import { renderInlines } from './inlines.ts'

/** Reads the text of a line for the highlighter, without annotations and expressions. */
function readLineText(line: CodeLine): string {
  return line.nodes
    .map((node) => (node.object === 'text' ? node.leaves.map(({ text }) => text).join('') : ''))
    .join('')
}

const DEFAULT_COLLAPSED_LINES = 10
const MAX_COLLAPSED_LINES = 200

/** Inserted as a value, because templates drop the line breaks of their own text. */
const newline = '\n'

/** Tells whether a line holds text only, so that the highlighter's tokens can replace it. */
const isPlain = (line: CodeLine): boolean =>
  line.nodes.every((node) => node.object === 'text' && node.leaves.every(({ marks }) => marks.length === 0))

const readCode = (block: Code): string => block.nodes.map((line) => readLineText(line)).join('\n')

/** Collects the code of a document, to be highlighted before the document is rendered. */
export function collectSnippets(document: Document): Snippet[] {
  const snippets: Snippet[] = []
  for (const { block } of walkBlocks(document)) {
    if (block.type === 'code' && isVisible(block))
      snippets.push({ code: readCode(block), syntax: block.data.syntax })
  }
  return snippets
}

const isVisible = (block: Extract<Block, { type: 'code' }>): boolean => block.data.raw !== 'comment'

export function renderCodeBlock(block: Code, context: RenderContext): SafeHtml {
  const { data } = block
  // A comment is a note from one author to the others, so readers do not see it.
  if (!isVisible(block)) return nothing
  const syntax = data.raw === 'html' || data.raw === 'tag' ? undefined : data.syntax
  const code = readCode(block)
  const highlightedLines = context.highlighter.getLines(code, syntax)
  const lines = block.nodes.map((line, index) => {
    const content = isPlain(line)
      ? renderTokens(highlightedLines[index] ?? [])
      : renderInlines(line.nodes, context)
    return html`<span class="line${line.data.highlighted ? ' highlighted' : ''}">${content}${newline}</span>`
  })
  const limit = data.expandable ? (data.collapsedLineCount ?? DEFAULT_COLLAPSED_LINES) : undefined
  const isCollapsed = limit !== undefined && block.nodes.length > limit
  const diagram = context.highlighter.getDiagram(code, syntax)
  // The browser draws what the server cannot: other kinds, and what took too long for this reader.
  const isDrawnLater = !diagram && isDiagramSyntax(syntax) && context.diagrams !== undefined
  if (isDrawnLater) context.diagrams.add()
  const frame = renderCodeFrame(
    html`${lines}`,
    {
      title: diagram || isDrawnLater ? undefined : data.title,
      syntax,
      wrapsLines: data.overflow === 'wrap',
      hasNumbers: data.lineNumbers === true,
      isFullWidth: data.fullWidth === true,
      collapsedLines: isCollapsed ? limit : undefined,
      lineCount: block.nodes.length,
    },
    context,
  )
  return diagram || isDrawnLater
    ? renderDiagram(diagram, { title: data.title, source: frame }, context)
    : frame
}

/**
 * Renders a diagram as pictures, of which CSS shows one, and its source for readers of text. One that the browser draws has no
 * pictures yet, and readers see its source until then.
 */
function renderDiagram(
  diagram: Diagram | undefined,
  { title, source }: { title: string | undefined; source: SafeHtml },
  context: RenderContext,
): SafeHtml {
  const { locale, icons } = context
  const alt = title ?? locale.diagram
  // Templates refuse SVG in addresses, because authors write those. This one is ours, and an image runs no script.
  const renderPicture = (
    svg: string,
    modeClass: string,
    { width, height }: { width: number; height: number },
  ): SafeHtml =>
    trustHtml(
      `<img class="zoomable ${modeClass}" src="${escapeHtml(writePictureUrl(svg))}" alt="${escapeHtml(alt)}" width="${width}" height="${height}"/>`,
    )
  const isDrawn = diagram !== undefined
  return html`<figure class="diagram" ${renderAttributes({ 'data-diagram': !isDrawn })}>
    <div
      class="diagram-picture"
      ${renderAttributes({ tabindex: 0, role: 'group', 'aria-label': alt, hidden: !isDrawn })}
    >
      ${isDrawn && html`${renderPicture(diagram.light, 'only-light', diagram)}${renderPicture(diagram.dark, 'only-dark', diagram)}`}
    </div>
    ${title !== undefined && html`<figcaption>${title}</figcaption>`}
    <details class="diagram-source" ${renderAttributes({ open: !isDrawn })}>
      <summary>${icons.use('chevron-right', 'solid')}${locale.diagramSource}</summary>
      ${source}
    </details>
  </figure>`
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
      wrapsLines: false,
      hasNumbers: false,
      isFullWidth: false,
      collapsedLines: undefined,
      lineCount: lines.length,
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
  wrapsLines: boolean
  hasNumbers: boolean
  isFullWidth: boolean
  /** The number of lines shown before the code is expanded, if it is collapsible. */
  collapsedLines: number | undefined
  lineCount: number
}

function renderCodeFrame(lines: SafeHtml, options: CodeFrameOptions, context: RenderContext): SafeHtml {
  const { locale, icons } = context
  const classes = [
    'code',
    options.wrapsLines ? 'wrap' : '',
    options.hasNumbers ? 'numbered' : '',
    options.isFullWidth ? 'full-width' : '',
    options.collapsedLines === undefined ? '' : 'collapsible',
  ]
  const heightClass =
    options.collapsedLines === undefined
      ? undefined
      : context.styles.addClass({
          '--collapsed': `${Math.min(MAX_COLLAPSED_LINES, Math.max(1, Math.round(options.collapsedLines)))}`,
        })
  const toggleId = context.ids.create('code')
  const label = options.title ?? locale.code
  return html`<div class="${[...classes, heightClass ?? ''].filter((name) => name !== '').join(' ')}">${
    options.title !== undefined && html`<div class="code-title">${options.title}</div>`
  }<button class="copy" type="button" data-copy hidden aria-label="${locale.copy}">${icons.use('copy')}</button>${
    options.collapsedLines !== undefined &&
    html`<input class="code-more" type="checkbox" id="${toggleId}" aria-label="${locale.showAll}" />`
  }<pre${renderAttributes({ tabindex: 0, 'aria-label': label, role: 'group' })}><code>${lines}</code></pre>${
    options.collapsedLines !== undefined &&
    html`<label class="code-more-label" for="${toggleId}"
      ><span class="more">${locale.showAll} (${options.lineCount})</span
      ><span class="less">${locale.showLess}</span></label
    >`
  }</div>`
}

/** Renders a prompt for an AI assistant: its description, and its text to copy. */
export function renderPrompt({ data, nodes }: Prompt, context: RenderContext): SafeHtml {
  const content = nodes.map((node) =>
    renderCodeBlock({ ...node, data: { ...node.data, overflow: 'wrap' } }, context),
  )
  const open = data.defaultExpanded === 'full' || data.defaultExpanded === 'partial'
  return html`<details class="prompt" ${renderAttributes({ open })}>
    <summary>
      <span class="prompt-icon"
        >${context.icons.use(data.icon) ?? context.icons.use('wand-magic-sparkles', 'solid')}</span
      ><span>${data.description}</span>
    </summary>
    ${content}
  </details>`
}
