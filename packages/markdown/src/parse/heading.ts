import { defined, NO_KEY } from '../document/create-nodes.ts'
import type { Heading, InlineContent, TextAlignment } from '../document/types.ts'

const TYPES = ['heading-1', 'heading-1', 'heading-2', 'heading-3', 'heading-3', 'heading-3'] as const

/** `## Title <a href="#id" id="id"></a>`: an anchor of the author's choice, at the end of a heading. */
const OWN_ANCHOR = /(?:^|[ \t]+)<a (?:href="#[^"\n]*" )?id="([-.+_\p{Ll}\p{Lo}\p{Lm}\p{M}\p{N}]+)"><\/a>$/u

/** What anchors made of titles have, in whatever language: no capitals. */
const ID = /^[-.+_\p{Ll}\p{Lo}\p{Lm}\p{M}\p{N}]+$/u

export const isAnchor = (id: string): boolean => ID.test(id)

export function splitAnchor(content: string): { content: string; id: string | undefined } {
  if (!content.endsWith('</a>')) return { content, id: undefined }
  const match = OWN_ANCHOR.exec(content.slice(-1000))
  if (!match) return { content, id: undefined }
  return { content: content.slice(0, content.length - match[0].length).trimEnd(), id: match[1] }
}

/**
 * A heading of a Markdown level. Level 1 is the page's title, so the levels of the contract are Markdown's 2 to 4;
 * the others keep theirs in `data.level`. Anchors come later, when all headings are known.
 */
export function heading(level: number, nodes: InlineContent[], id?: string, align?: TextAlignment): Heading {
  const data = defined<Heading['data']>({
    id: id !== undefined && isAnchor(id) ? id : undefined,
    align,
    level: level === 1 || level === 5 || level === 6 ? level : undefined,
  })
  const type = TYPES[level - 1] ?? 'heading-3'
  return { object: 'block', type, key: NO_KEY, isVoid: false, data, meta: { id: '' }, nodes }
}

export function headingLevel(heading: Heading): number {
  return heading.data.level ?? Number(heading.type.slice(-1)) + 1
}
