import type { Code, CodeLine } from '../document/types.ts'
import { hasCodeSettings } from '../parse/tag-blocks.ts'
import { formatAttributes } from './escape.ts'
import type { FootnoteLabels } from './footnotes.ts'
import { inlinesToHtml } from './html-inline.ts'
import { formatTag } from './tag.ts'

export function writeCode(block: Code, footnotes: FootnoteLabels): string {
  const { raw } = block.data
  const source = block.nodes.map(getLineText).join('\n')
  if (raw === 'text') return `{% raw %}\n${source}\n{% endraw %}`
  if (raw === 'fence') return `{% raw %}\n${writeFence(block, source)}\n{% endraw %}`
  if (raw !== undefined) return source
  const isPlain = block.nodes.every(isPlainLine)
  const writtenCode = isPlain ? writeFence(block, source) : writePreformatted(block, footnotes, '\n')
  if (!hasCodeSettings(block)) return writtenCode
  const { title, overflow, lineNumbers, fullWidth, expandable, collapsedLineCount } = block.data
  const openTag = formatTag('code', {
    title,
    overflow,
    lineNumbers,
    fullWidth,
    expandable,
    collapsedLineCount,
  })
  return `${openTag}\n${writtenCode}\n{% endcode %}`
}

/** Returns the text of a line without its marks and inlines. */
export function getLineText(line: CodeLine): string {
  return line.nodes
    .map((node) => (node.object === 'text' ? node.leaves.map((leaf) => leaf.text).join('') : ''))
    .join('')
}

function isPlainLine(line: CodeLine): boolean {
  if (line.data.highlighted) return false
  return line.nodes.every(
    (node) => node.object === 'text' && node.leaves.every((leaf) => leaf.marks.length === 0),
  )
}

function writeFence({ data }: Code, source: string): string {
  const info = [data.syntax, data.info].filter((part) => part !== undefined).join(' ')
  const fenceCharacter = info.includes('`') ? '~' : '`'
  const runs = source.match(fenceCharacter === '`' ? /^ *`{3,}/gm : /^ *~{3,}/gm) ?? []
  const longestRun = runs.reduce((maxLength, run) => Math.max(maxLength, run.trimStart().length), 2)
  const fence = fenceCharacter.repeat(longestRun + 1)
  return `${fence}${escapeInfo(info)}\n${source}\n${fence}`
}

/** Entities and backslash escapes are interpreted in the info string of a fence, so they have to be escaped. */
function escapeInfo(info: string): string {
  return info.replaceAll('\\', '\\\\').replaceAll('&', '&amp;')
}

/** Writes code with marks, and code in a table, as HTML. `newline` separates its lines. */
export function writePreformatted(block: Code, footnotes: FootnoteLabels, newline: '\n' | '&#10;'): string {
  const { syntax } = block.data
  const preAttributes = formatAttributes({ class: syntax === undefined ? undefined : `language-${syntax}` })
  const codeAttributes = formatAttributes({ class: syntax === undefined ? undefined : `lang-${syntax}` })
  let lines = ''
  for (const line of block.nodes) {
    const content = inlinesToHtml(line.nodes, footnotes)
    lines += line.data.highlighted ? `<strong>${content}${newline}</strong>` : content + newline
  }
  return `<pre${preAttributes}><code${codeAttributes}>${lines}</code></pre>`
}
