import { omitUndefined, noKey } from './create-nodes.ts'
import type { Heading, InlineContent, TextAlignment } from './types.ts'

const typesByLevel = ['heading-1', 'heading-1', 'heading-2', 'heading-3', 'heading-3', 'heading-3'] as const

/** What anchors made of titles have, in whatever language: no capitals. */
const anchorPattern = /^[-.+_\p{Ll}\p{Lo}\p{Lm}\p{M}\p{N}]+$/u

export const isValidAnchor = (id: string): boolean => anchorPattern.test(id)

/**
 * A heading of a Markdown level. Level 1 is the page's title, so the levels of the contract are Markdown's 2 to 4;
 * the others keep theirs in `data.level`. Anchors come later, when all headings are known.
 */
export function createHeading(
  level: number,
  nodes: InlineContent[],
  id?: string,
  align?: TextAlignment,
): Heading {
  const data = omitUndefined<Heading['data']>({
    id: id !== undefined && isValidAnchor(id) ? id : undefined,
    align,
    level: level === 1 || level === 5 || level === 6 ? level : undefined,
  })
  const type = typesByLevel[level - 1] ?? 'heading-3'
  return { object: 'block', type, key: noKey, isVoid: false, data, meta: { id: '' }, nodes }
}

export function getHeadingLevel(heading: Heading): number {
  return heading.data.level ?? Number(heading.type.slice(-1)) + 1
}
