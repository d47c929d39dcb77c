/** The verdicts that a review can have. */
export const reviewStatuses = ['changes-requested', 'approved'] as const
export type ReviewStatus = (typeof reviewStatuses)[number]
