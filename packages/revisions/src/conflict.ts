import type { Json } from './encoding.ts'

/**
 * - `content`: both sides changed the same lines; the merged text has both between markers.
 * - `field`: both sides set a field to different values; the merged page has ours.
 * - `deleted-edited`: one side deleted what the other changed; it is kept, as changed.
 * - `parent-deleted`: one side put a page under a page that the other deleted; both are kept.
 * - `moved-moved`: both sides moved a page to different places; it is where we put it.
 * - `cycle`: moves of both sides would put pages under each other; they are where we have them.
 * - `slug`: siblings came to want one slug; one has it, the others have it with a number.
 */
export type ConflictKind =
  | 'content'
  | 'field'
  | 'deleted-edited'
  | 'parent-deleted'
  | 'moved-moved'
  | 'cycle'
  | 'slug'

export interface Conflict {
  readonly on: 'page' | 'file' | 'reusable-content' | 'variable'
  /** Page id, file id, reusable content id or name of the variable. */
  readonly id: string
  readonly kind: ConflictKind
  /** For `field`: which one, as in `title` or `layout.width`. */
  readonly field?: string
  /**
   * What is at odds, where it is a value: the field, the parent's id, the hash of the document. A side that
   * deleted it, or never had it, has none.
   */
  readonly base?: Json
  readonly ours?: Json
  readonly theirs?: Json
}

export interface Sides<T> {
  readonly base: T
  readonly ours: T
  readonly theirs: T
}

/** The values of a conflict, without those that are not there. */
export function valuesOf(sides: Sides<Json | undefined>): Pick<Conflict, 'base' | 'ours' | 'theirs'> {
  return {
    ...(sides.base !== undefined && { base: sides.base }),
    ...(sides.ours !== undefined && { ours: sides.ours }),
    ...(sides.theirs !== undefined && { theirs: sides.theirs }),
  }
}
