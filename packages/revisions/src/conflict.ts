import type { Json } from './encoding.ts'

/**
 * - `content`: both sides changed the same lines. The merged text has both versions between markers.
 * - `field`: both sides set a field to different values. The merged page has our value.
 * - `deleted-edited`: one side deleted what the other changed. The changed version stays.
 * - `parent-deleted`: one side put a page under a page that the other deleted. Both pages stay.
 * - `moved-moved`: both sides moved a page to different positions. It is at our position.
 * - `cycle`: the moves of both sides together would put pages under each other. They are at our positions.
 * - `slug`: siblings have the same slug after the merge. One of them has it, the others get a number appended.
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
  /** The id of the page, file or reusable content, or the name of the variable. */
  readonly id: string
  readonly kind: ConflictKind
  /** The field of a `field` conflict, such as `title` or `layout.width`. */
  readonly field?: string
  /**
   * The conflicting value on each side: a field's value, a parent's id or a document's hash. It is absent for a
   * side that deleted it or never had it.
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

/** The values of a conflict, without those that are undefined. */
export function collectConflictValues(
  sides: Sides<Json | undefined>,
): Pick<Conflict, 'base' | 'ours' | 'theirs'> {
  return {
    ...(sides.base !== undefined && { base: sides.base }),
    ...(sides.ours !== undefined && { ours: sides.ours }),
    ...(sides.theirs !== undefined && { theirs: sides.theirs }),
  }
}
