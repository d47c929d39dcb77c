import { sql } from '../../../database/database.ts'

/**
 * Whether the review `r` of the change request `cr` is about earlier content: its reviewer gave or was asked for another
 * one, or the change request has changed since.
 */
export const reviewIsOutdated = sql`(r.replaced or r.asked_again or r.revision_id <> cr.revision_id)`
