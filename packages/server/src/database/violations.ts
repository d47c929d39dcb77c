import { DatabaseError } from 'pg'
import type { ConstraintName } from './schema/tables.ts'

/** A unique or foreign key that a statement broke. */
export interface Violation {
  constraint: string
  table: string
}

const uniqueViolation = '23505'
const foreignKeyViolation = '23503'

/** The unique or foreign key that the error says was broken; undefined when it is any other error. */
export function findViolation(error: unknown): Violation | undefined {
  if (!(error instanceof DatabaseError)) return undefined
  if (error.code !== uniqueViolation && error.code !== foreignKeyViolation) return undefined
  return { constraint: error.constraint ?? '', table: error.table ?? '' }
}

/** What the trigger `refuse_deleted_organization` raises. */
const ORGANIZATION_DELETED_CODE = 'VE404'

/** Whether something was to be added to an organization that has been deleted meanwhile. */
export const isOrganizationDeleted = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === ORGANIZATION_DELETED_CODE

/**
 * Waits for a write, and throws the error that is given for a constraint when the write broke it.
 *
 * A service that looks whether a name is free, and then takes it, can be overtaken by another request in between: the
 * unique key decides, and the service says here what the loser is told. A violation that nobody expects is a bug, and is
 * logged as one. Pass the promise of a whole transaction: after a violation PostgreSQL takes no more statements in it.
 *
 * @example
 * await expectViolations(database.transaction(work), {
 *   organizations_hostname_key: () => new Conflict('The hostname is taken.'),
 * })
 */
export async function expectViolations<Result>(
  write: Promise<Result>,
  errors: Partial<Record<ConstraintName, () => Error>>,
): Promise<Result> {
  try {
    return await write
  } catch (error) {
    const constraint = findViolation(error)?.constraint
    const expected = Object.entries(errors).find(([name]) => name === constraint)?.[1]
    throw expected?.() ?? error
  }
}
