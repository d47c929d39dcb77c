import type { MarkdownIt, StateBlock } from 'markdown-it'
import { MarkdownTooDeep } from '../errors.ts'
import { getContext } from './context.ts'
import { htmlRule } from './html-rule.ts'
import { isIndentedCode, findLine, getLineStart, getSource } from './lines.ts'
import { readTag, getTagShape } from './tag.ts'
import type { Tag } from './tag.ts'

/** A list counts for two levels: one for the list and one for the item. */
export const MAX_BLOCK_DEPTH = 96

/** These rules may end a paragraph, a quote or a list without a blank line before them. */
const interruptingRule = { alt: ['paragraph', 'reference', 'blockquote', 'list'] }

export function addBlockRules(md: MarkdownIt): void {
  md.block.ruler.disable('html_block')
  // markdown-it drops what is nested deeper than its own limit, so this rule has to throw before that.
  md.block.ruler.before('table', 'verso_depth', (state) => {
    if (state.level >= MAX_BLOCK_DEPTH) throw new MarkdownTooDeep(MAX_BLOCK_DEPTH)
    return false
  })
  md.block.ruler.before('table', 'verso_tag', tagRule, interruptingRule)
  md.block.ruler.before('table', 'verso_html', htmlRule, interruptingRule)
  md.block.ruler.before('table', 'verso_math', mathRule, interruptingRule)
  md.block.ruler.before('reference', 'verso_footnote', footnoteRule, { alt: ['paragraph', 'reference'] })
}

function tagRule(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const start = getLineStart(state, startLine)
  if (state.src.charCodeAt(start) !== 0x7b || state.src.charCodeAt(start + 1) !== 0x25) return false
  if (isIndentedCode(state, startLine)) return false
  const foundTag = readBlockTag(state, start, startLine, endLine)
  if (!foundTag) return false
  const { tag, nextLine } = foundTag
  const isVerbatim =
    (tag.name === 'raw' || tag.name === 'prompt') && !tag.closing && nextLine === startLine + 1
  if (isVerbatim && verbatimRule(state, tag, startLine, endLine, silent)) return true
  if (silent) return true
  const shape = getTagShape(tag.name)
  const token = state.push(
    shape === undefined || (shape === 'void' && tag.closing) ? 'verso_raw' : 'verso_tag',
    '',
    0,
  )
  token.content = tag.source
  token.info = 'tag'
  token.meta = { tag }
  state.line = nextLine
  return true
}

function readBlockTag(
  state: StateBlock,
  start: number,
  startLine: number,
  endLine: number,
): { tag: Tag; nextLine: number } | undefined {
  const lineEnd = state.eMarks[startLine] ?? 0
  const closeIndex = getContext(state.env).findNext('%}', start)
  if (closeIndex < 0) return undefined
  const lastLine = closeIndex < lineEnd ? startLine : findLine(state, closeIndex + 2, startLine, endLine)
  if (lastLine < 0) return undefined
  if (lastLine > startLine && !getContext(state.env).spendBudget(closeIndex - start)) return undefined
  const source =
    lastLine === startLine ? state.src.slice(start, lineEnd) : getSource(state, startLine, lastLine + 1)
  const readResult = readTag(source, 0)
  // Only a tag with attributes may span several lines. An unclosed tag must not include the lines after it.
  if (!readResult || (lastLine > startLine && readResult.tag.attributes.size === 0)) return undefined
  return source.slice(readResult.end).trim() === ''
    ? { tag: readResult.tag, nextLine: lastLine + 1 }
    : undefined
}

const fenceLinePattern = /^(?:`{3,}|~{3,})/

/** Finds the line of the end tag of a verbatim block, or -1. Both tags have to be on lines of their own. */
function findVerbatimEnd(state: StateBlock, name: string, startLine: number, endLine: number): number {
  const context = getContext(state.env)
  const from = state.eMarks[startLine] ?? 0
  if (from >= (context.missingEndTags.get(name) ?? Infinity)) return -1
  const endTagPattern = new RegExp(String.raw`^\{%-?\s*end${name}\s*-?%\}\s*$`)
  let foundIndex = context.findNext(`end${name}`, from)
  let lastLine = foundIndex < 0 ? -1 : findLine(state, foundIndex, startLine, endLine)
  while (lastLine >= 0 && context.spendBudget(1)) {
    if (
      lastLine > startLine &&
      endTagPattern.test(state.src.slice(getLineStart(state, lastLine), state.eMarks[lastLine]))
    ) {
      return lastLine
    }
    foundIndex = context.findNext(`end${name}`, foundIndex + 1)
    lastLine = foundIndex < 0 ? -1 : findLine(state, foundIndex, lastLine, endLine)
  }
  if (foundIndex < 0) context.missingEndTags.set(name, from)
  return -1
}

/** Parses `{% raw %}` and `{% prompt %}`, whose content is not interpreted. */
function verbatimRule(
  state: StateBlock,
  tag: Tag,
  startLine: number,
  endLine: number,
  silent: boolean,
): boolean {
  const lastLine = findVerbatimEnd(state, tag.name, startLine, endLine)
  if (lastLine < 0) return false
  if (silent) return true
  const content = state.getLines(startLine + 1, lastLine, state.blkIndent, false)
  const fence = readSingleFence(content)
  const token = state.push(tag.name === 'raw' ? 'verso_raw' : 'verso_prompt', '', 0)
  token.info = fence ? 'fence' : 'text'
  token.content = fence ? fence.code : content
  token.markup = fence ? fence.syntax : ''
  token.meta = { tag }
  state.line = lastLine + 1
  return true
}

/** Reads content that is a single fenced block, as in most raw blocks. It is then shown as code of its language. */
function readSingleFence(content: string): { syntax: string; code: string } | undefined {
  const lines = content.split('\n')
  const marker = fenceLinePattern.exec(lines[0] ?? '')?.[0]
  if (marker === undefined || lines.length < 2 || lines.at(-1) !== marker) return undefined
  const syntax = (lines[0] ?? '').slice(marker.length).trim()
  if (!/^[\w+#.-]*$/.test(syntax)) return undefined
  const inner = lines.slice(1, -1)
  if (inner.some((line) => line.trimStart().startsWith(marker))) return undefined
  return { syntax, code: inner.join('\n') }
}

/** Parses `$$ formula $$` as a block, on one line or several. */
function mathRule(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const start = getLineStart(state, startLine)
  if (state.src.charCodeAt(start) !== 0x24 || state.src.charCodeAt(start + 1) !== 0x24) return false
  if (isIndentedCode(state, startLine)) return false
  const closeIndex = getContext(state.env).findNext('$$', start + 2)
  if (closeIndex < 0) return false
  const lastLine = findLine(state, closeIndex + 2, startLine, endLine)
  if (lastLine < 0 || state.src.slice(closeIndex + 2, state.eMarks[lastLine]).trim() !== '') return false
  const formula = getSource(state, startLine, lastLine + 1)
    .trimEnd()
    .slice(2, -2)
    .trim()
  // An empty pair of signs is text. A formula of several lines needs an opening sign on a line of its own, because
  // otherwise two prices in a paragraph would be a formula.
  if (formula === '') return false
  const isOpenedAlone = state.src.slice(start + 2, state.eMarks[startLine]).trim() === ''
  if (lastLine > startLine && !isOpenedAlone) return false
  if (silent) return true
  state.push('verso_math', '', 0).content = formula
  state.line = lastLine + 1
  return true
}

const footnotePattern = /\[\^([^\s[\]^]{1,200})\]:/y

/** Parses `[^label]: text` and the lines below it that are indented by four. */
function footnoteRule(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const start = getLineStart(state, startLine)
  if (state.src.charCodeAt(start) !== 0x5b || state.src.charCodeAt(start + 1) !== 0x5e) return false
  if (isIndentedCode(state, startLine)) return false
  footnotePattern.lastIndex = start
  const label = footnotePattern.exec(state.src)?.[1]
  if (label === undefined) return false
  if (silent) return true

  const savedState = {
    bMarks: state.bMarks[startLine] ?? 0,
    tShift: state.tShift[startLine] ?? 0,
    sCount: state.sCount[startLine] ?? 0,
    parentType: state.parentType,
  }
  const openToken = state.push('verso_footnote_open', '', 1)
  state.bMarks[startLine] = state.skipSpaces(start + label.length + 4)
  state.tShift[startLine] = 0
  state.blkIndent += 4
  state.sCount[startLine] = state.blkIndent
  state.parentType = 'footnote'
  state.md.block.tokenize(state, startLine, endLine)
  state.blkIndent -= 4
  state.bMarks[startLine] = savedState.bMarks
  state.tShift[startLine] = savedState.tShift
  state.sCount[startLine] = savedState.sCount
  state.parentType = savedState.parentType

  openToken.meta = { label }
  openToken.content = getSource(state, startLine, state.line).trimEnd()
  getContext(state.env).footnotes.add(label)
  state.push('verso_footnote_close', '', -1)
  return true
}
