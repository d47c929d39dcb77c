import type { StateBlock } from 'markdown-it'
import { getContext } from './context.ts'
import { hasBlankLine, isIndentedCode, findLine, getLineStart, getSource } from './lines.ts'
import type { Tag } from './tag.ts'

/**
 * Parses HTML at the start of a line. Unlike in CommonMark, a block ends where its element ends and not at the next
 * blank line, so that `</figure>` does not include a tag on the line below it, and a table may contain blank lines.
 */
export function htmlRule(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const start = getLineStart(state, startLine)
  if (state.src.charCodeAt(start) !== 0x3c || isIndentedCode(state, startLine)) return false
  if (state.src.startsWith('<!--', start)) return commentRule(state, start, startLine, endLine, silent)
  elementStartPattern.lastIndex = start
  const match = elementStartPattern.exec(state.src)
  if (!match) return false
  const name = (match[2] ?? '').toLowerCase()
  const isClosing = match[1] === '/'
  if (name === 'details') return detailsRule(state, start, startLine, isClosing, silent)
  if (!isClosing && convertedElements.has(name)) {
    const end = getContext(state.env).findHtmlElementEnd(start)
    const lastLine = end < 0 ? -1 : findLine(state, end, startLine, endLine)
    if (lastLine >= 0 && (elementsWithBlankLines.has(name) || !hasBlankLine(state, startLine, lastLine))) {
      return emitToken(
        state,
        startLine,
        lastLine + 1,
        name === 'summary' ? 'verso_summary' : 'verso_html',
        silent,
      )
    }
  }
  if (name === 'hr' && isSingleTagLine(state, start))
    return emitToken(state, startLine, startLine + 1, 'verso_html', silent)
  return unknownHtmlRule(state, start, startLine, endLine, name, silent)
}

const elementStartPattern = /<(\/?)([A-Za-z][A-Za-z0-9-]*)(?=[\s/>]|$)/my

/** Elements that become blocks of the document, if their whole content can. */
const convertedElements = new Set(
  'table figure div pre p h1 h2 h3 h4 h5 h6 ul ol blockquote summary script style textarea'.split(' '),
)
/** Elements that may contain blank lines. In the others a blank line means that Markdown follows. */
const elementsWithBlankLines = new Set('table figure pre ul ol summary script style textarea'.split(' '))

/** Elements that may be in a paragraph. A line that starts with one of them is not an HTML block. */
const inlineElements = new Set(
  'a abbr b br cite code del em font i img ins kbd mark picture q s small source span strike strong sub sup u'.split(
    ' ',
  ),
)

/** The elements that interrupt a paragraph in CommonMark. */
const interruptingElements = new Set(
  (
    'address article aside base basefont blockquote body caption center col colgroup dd details dialog dir div ' +
    'dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe ' +
    'legend li link main menu menuitem nav noframes ol optgroup option p param search section summary table ' +
    'tbody td tfoot th thead title tr track ul pre script style textarea'
  ).split(' '),
)

const singleTagLinePattern =
  /<(?:\/[A-Za-z][\w-]*\s*|[A-Za-z][\w-]*(?:\s+[A-Za-z_:][\w.:-]*(?:\s*=\s*(?:"[^"\n]*"|'[^'\n]*'|[^\s"'=<>`]+))?)*\s*\/?)>[ \t]*$/my

function isSingleTagLine(state: StateBlock, start: number): boolean {
  singleTagLinePattern.lastIndex = start
  return singleTagLinePattern.test(state.src)
}

function emitToken(
  state: StateBlock,
  startLine: number,
  nextLine: number,
  type: string,
  silent: boolean,
): boolean {
  if (silent) return true
  const token = state.push(type, '', 0)
  token.content = getSource(state, startLine, nextLine)
  token.info = 'html'
  token.map = [startLine, nextLine]
  state.line = nextLine
  return true
}

function commentRule(
  state: StateBlock,
  start: number,
  startLine: number,
  endLine: number,
  silent: boolean,
): boolean {
  const closeIndex = getContext(state.env).findNext('-->', start + 4)
  const lastLine = closeIndex < 0 ? -1 : findLine(state, closeIndex + 3, startLine, endLine)
  // When text follows the comment, the whole line is a paragraph with a comment in it.
  if (lastLine < 0 || state.src.slice(closeIndex + 3, state.eMarks[lastLine]).trim() !== '') return false
  if (!emitToken(state, startLine, lastLine + 1, 'verso_raw', silent)) return false
  const token = state.tokens.at(-1)
  if (!silent && token) token.info = 'comment'
  return true
}

const detailsPattern = /<\/?details((?:\s[^<>]*)?)>[ \t]*$/my

function detailsRule(
  state: StateBlock,
  start: number,
  startLine: number,
  isClosing: boolean,
  silent: boolean,
): boolean {
  detailsPattern.lastIndex = start
  const match = detailsPattern.exec(state.src)
  if (!match) return false
  if (silent) return true
  const attributes: Tag['attributes'] = new Map()
  if (/\sopen(?:[\s=]|$)/i.test(match[1] ?? '')) attributes.set('open', true)
  const source = match[0].trimEnd()
  const tag: Tag = { name: '<details>', closing: isClosing, attributes, argument: '', source }
  const token = state.push('verso_tag', '', 0)
  token.meta = { tag }
  token.content = source
  state.line = startLine + 1
  return true
}

/** Keeps unknown HTML as source, up to the line where Markdown resumes. */
function unknownHtmlRule(
  state: StateBlock,
  start: number,
  startLine: number,
  endLine: number,
  name: string,
  silent: boolean,
): boolean {
  if (inlineElements.has(name)) return false
  if (!interruptingElements.has(name)) {
    if (silent && state.parentType === 'paragraph') return false
    if (!isSingleTagLine(state, start)) return false
  }
  let nextLine = startLine + 1
  while (nextLine < endLine && continuesUnknownHtml(state, nextLine)) nextLine++
  return emitToken(state, startLine, nextLine, 'verso_raw', silent)
}

const resumingPattern = /\{%|<\/?(?:details|summary|figure|table)[\s>]/y

function continuesUnknownHtml(state: StateBlock, line: number): boolean {
  if (state.isEmpty(line) || (state.sCount[line] ?? 0) < state.blkIndent) return false
  resumingPattern.lastIndex = getLineStart(state, line)
  return !resumingPattern.test(state.src)
}
