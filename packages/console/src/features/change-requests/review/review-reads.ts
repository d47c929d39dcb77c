import {
  getChangeRequestById,
  getChangeRequestMergeability,
  getChangeRequestReviewers,
} from '../../../api/operations.ts'

/** What asking somebody, or no longer, makes stale. */
export const reviewReads = [
  getChangeRequestById,
  getChangeRequestMergeability,
  getChangeRequestReviewers,
] as const
