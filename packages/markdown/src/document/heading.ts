import { omitUndefined, noKey } from './create-nodes.ts'
import type { Heading, InlineContent, TextAlignment } from './types.ts'

const typesByLevel = ['heading-1', 'heading-1', 'heading-2', 'heading-3', 'heading-3', 'heading-3'] as const

/** Anchors are made of titles in any language and have no capital letters. */
const anchorPattern = /^[-.+_\p{Ll}\p{Lo}\p{Lm}\p{M}\p{N}]+$/u

export const isValidAnchor = (id: string): boolean => anchorPattern.test(id)

/**
 * Creates a heading of a Markdown level. Level 1 is the title of the page, so the three levels of the contract are
 * Markdown's levels 2 to 4. Other levels are stored in `data.level`. `assignAnchors` sets the anchors when all
 * headings are known.
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
