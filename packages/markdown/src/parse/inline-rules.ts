import type { MarkdownIt, StateInline } from 'markdown-it'
import { findEmojiCode } from '../emoji.ts'
import { getContext } from './context.ts'

export function addInlineRules(md: MarkdownIt): void {
  md.inline.ruler.before('escape', 'verso_math', mathRule)
  md.inline.ruler.before('escape', 'verso_emoji', emojiRule)
  md.inline.ruler.before('escape', 'verso_tag', tagRule)
  md.inline.ruler.before('link', 'verso_footnote', footnoteRule)
}

function mathRule(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state
  if (src.charCodeAt(pos) !== 0x24 || src.charCodeAt(pos + 1) !== 0x24) return false
  const end = getContext(state.env).findNextInline(src, '$$', pos + 2)
  if (end < 0 || end + 2 > state.posMax) return false
  const formula = src
    .slice(pos + 2, end)
    .trim()
    .replaceAll(/\s*\n\s*/g, ' ')
  if (formula === '') return false
  if (!silent) state.push('verso_math', '', 0).content = formula
  state.pos = end + 2
  return true
}

const shortNamePattern = /:([a-z0-9_+-]{1,50}):/iy

function emojiRule(state: StateInline, silent: boolean): boolean {
  if (state.src.charCodeAt(state.pos) !== 0x3a) return false
  shortNamePattern.lastIndex = state.pos
  const name = shortNamePattern.exec(state.src)?.[1]
  if (name === undefined || state.pos + name.length + 2 > state.posMax) return false
  const code = findEmojiCode(name)
  if (code === undefined) return false
  if (!silent) state.push('verso_emoji', '', 0).content = code
  state.pos += name.length + 2
  return true
}

const tagNamePattern = /\{%\s*([A-Za-z@][\w@/.-]*)/y

/**
 * Parses a tag inside a paragraph. It stays as it is written, up to the first `%}`; only `raw` has a meaning there. An
 * unclosed tag, or one that spans two lines, is text.
 */
function tagRule(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state
  if (src.charCodeAt(pos) !== 0x7b || src.charCodeAt(pos + 1) !== 0x25) return false
  const context = getContext(state.env)
  const end = context.findNextInline(src, '%}', pos + 2) + 2
  tagNamePattern.lastIndex = pos
  const name = tagNamePattern.exec(src)?.[1]
  if (end < 2 || end > state.posMax || name === undefined) return false
  const source = src.slice(pos, end)
  if (source.includes('{%', 2) || source.includes('\n')) return false
  if (name === 'raw') {
    const close = context.findNextInline(src, '{% endraw %}', end)
    const content = close < 0 ? '' : src.slice(end, close).trim()
    if (content !== '' && close + 12 <= state.posMax) {
      if (!silent) state.push('code_inline', 'code', 0).content = content.replaceAll('\n', ' ')
      state.pos = close + 12
      return true
    }
  }
  if (!silent) state.push('verso_raw', '', 0).content = source
  state.pos = end
  return true
}

const footnoteReferencePattern = /\[\^([^\s[\]^]{1,200})\]/y

/** Parses `word[^label]` and `[several words][^label]`. */
function footnoteRule(state: StateInline, silent: boolean): boolean {
  if (state.src.charCodeAt(state.pos) !== 0x5b) return false
  const context = getContext(state.env)
  if (context.footnotes.size === 0) return false
  const label = readFootnoteLabel(state, state.pos)
  if (label !== undefined) {
    if (!silent) state.push('verso_footnote', '', 0).meta = { label }
    state.pos += label.length + 3
    return true
  }
  const start = state.pos
  const spanEnd = state.md.helpers.parseLinkLabel(state, start, true)
  const spanLabel = spanEnd < 0 ? undefined : readFootnoteLabel(state, spanEnd + 1)
  if (spanLabel === undefined) return false
  if (!silent) {
    const savedMax = state.posMax
    state.push('verso_span_open', '', 1)
    state.pos = start + 1
    state.posMax = spanEnd
    state.md.inline.tokenize(state)
    state.posMax = savedMax
    state.push('verso_span_close', '', -1).meta = { label: spanLabel }
  }
  state.pos = spanEnd + spanLabel.length + 4
  return true
}

function readFootnoteLabel(state: StateInline, pos: number): string | undefined {
  if (state.src.charCodeAt(pos) !== 0x5b || state.src.charCodeAt(pos + 1) !== 0x5e) return undefined
  footnoteReferencePattern.lastIndex = pos
  const label = footnoteReferencePattern.exec(state.src)?.[1]
  if (label === undefined || pos + label.length + 3 > state.posMax) return undefined
  return getContext(state.env).footnotes.has(label) ? label : undefined
}
