import type { ConstraintName } from '../../../database/schema/tables.ts'
import { findViolation } from '../../../database/violations.ts'

/** A space that is removed for good while it is indexed needs no index: its rows went with it. */
export function ignoreRemovedSpace(error: unknown): void {
  const constraint = findViolation(error)?.constraint
  if (constraint === undefined || !spaceReferences.has(constraint)) throw error
}

const spaceReferences: ReadonlySet<string> = new Set<ConstraintName>([
  'search_pages_space_id_fkey',
  'search_spaces_space_id_fkey',
])
