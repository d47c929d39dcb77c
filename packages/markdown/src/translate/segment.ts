/**
 * A segment is text for a translator, with tags for content that must not be translated: `<x1>…</x1>` is around marked
 * text, and `<x2/>` replaces code, a variable or an image. `&`, `<` and `>` of the text itself are escaped as in HTML.
 * These are the tokens of a segment.
 */
export type SegmentToken =
  | { kind: 'text'; text: string }
  | { kind: 'open'; tag: number }
  | { kind: 'close'; tag: number }
  | { kind: 'void'; tag: number }

/** Translators change the notation of tags: they add spaces, use capitals, or write an empty pair for `<x1/>`. */
const tagPattern = /<\s{0,3}(\/?)\s{0,3}x\s?(\d{1,5})\s{0,3}(\/?)\s{0,3}>/gi

export function tokenizeSegment(segment: string): SegmentToken[] {
  const tokens: SegmentToken[] = []
  let end = 0
  for (const match of segment.matchAll(tagPattern)) {
    addText(tokens, segment.slice(end, match.index))
    end = match.index + match[0].length
    const tag = Number(match[2])
    const previousToken = tokens.at(-1)
    if (match[3] === '/') tokens.push({ kind: 'void', tag })
    else if (match[1] !== '/') tokens.push({ kind: 'open', tag })
    else if (previousToken?.kind === 'open' && previousToken.tag === tag)
      tokens.splice(-1, 1, { kind: 'void', tag })
    else tokens.push({ kind: 'close', tag })
  }
  addText(tokens, segment.slice(end))
  return tokens
}

function addText(tokens: SegmentToken[], source: string): void {
  if (source !== '') tokens.push({ kind: 'text', text: decodeText(source) })
}

/** The kind of a tag in a segment, and the tag that contains it. */
interface TagUse {
  kind: 'pair' | 'void'
  /** The number of the enclosing tag, or 0 for the segment itself. */
  parent: number
}

/** Returns undefined when a tag occurs twice, is empty, is not closed, or is closed while another one is open. */
function collectTagUses(tokens: readonly SegmentToken[]): Map<number, TagUse> | undefined {
  const uses = new Map<number, TagUse>()
  const openTags: { tag: number; empty: boolean }[] = [{ tag: 0, empty: true }]
  for (const token of tokens) {
    const currentTag = openTags.at(-1)
    if (!currentTag) return undefined
    if (token.kind === 'text') {
      if (token.text.trim() !== '') currentTag.empty = false
      continue
    }
    if (token.kind === 'close') {
      if (currentTag.tag !== token.tag || currentTag.empty) return undefined
      openTags.pop()
      continue
    }
    if (uses.has(token.tag)) return undefined
    currentTag.empty = false
    uses.set(token.tag, { kind: token.kind === 'open' ? 'pair' : 'void', parent: currentTag.tag })
    if (token.kind === 'open') openTags.push({ tag: token.tag, empty: true })
  }
  return openTags.length === 1 ? uses : undefined
}

/**
 * Whether a translation has exactly the tags of its segment, each once and inside the same tag. Their order may
 * differ, because languages have different word orders.
 */
export function hasSameTags(segment: string, translation: string): boolean {
  const expectedUses = collectTagUses(tokenizeSegment(segment))
  const foundUses = collectTagUses(tokenizeSegment(translation))
  if (!expectedUses || !foundUses || expectedUses.size !== foundUses.size) return false
  for (const [tag, use] of expectedUses) {
    const foundUse = foundUses.get(tag)
    if (foundUse?.kind !== use.kind || foundUse.parent !== use.parent) return false
  }
  return true
}

const wordPattern =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*/gu

/** Counts the words of a segment, or its characters in scripts that do not separate words. */
export function countWords(segment: string): number {
  let wordCount = 0
  for (const token of tokenizeSegment(segment)) {
    if (token.kind === 'text') wordCount += token.text.match(wordPattern)?.length ?? 0
  }
  return wordCount
}

export const encodeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00A0',
}

/** Decodes entities. Anything else stays text, because translators often write `&` unescaped. */
const decodeText = (source: string): string =>
  source.replaceAll(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,5}));/gi,
    (entity, decimal, hexadecimal, name) => {
      if (typeof name === 'string') return entities[name.toLowerCase()] ?? entity
      const code = typeof decimal === 'string' ? Number(decimal) : Number.parseInt(String(hexadecimal), 16)
      return code > 31 && code <= 0x10_ff_ff && (code < 0xd8_00 || code > 0xdf_ff)
        ? String.fromCodePoint(code)
        : entity
    },
  )
