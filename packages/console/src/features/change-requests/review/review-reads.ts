import {
  getChangeRequestById,
  getChangeRequestMergeability,
  getRequestedReviewersByChangeRequestId,
  getReviewsByChangeRequestId,
} from '../../../api/operations.ts'

/** What asking somebody, or no longer, makes stale. */
export const reviewReads = [
  getChangeRequestById,
  getChangeRequestMergeability,
  getRequestedReviewersByChangeRequestId,
  getReviewsByChangeRequestId,
] as const
