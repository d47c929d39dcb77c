import { sql } from '../../../database/database.ts'

/** What a reviewer can say. */
export const reviewStatuses = ['changes-requested', 'approved'] as const
export type ReviewStatus = (typeof reviewStatuses)[number]

/**
 * Whether the review `r` of the change request `cr` is about something else than what is there now: its reviewer gave
 * or was asked for another one, or the change request has moved on.
 */
export const reviewOutdated = sql`(r.replaced or r.asked_again or r.revision_id <> cr.revision_id)`
