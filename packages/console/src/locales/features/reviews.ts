import { createFeatureWords } from '../use-words.ts'
import { changes } from '../en/changes.ts'
import { plannedMerges } from '../en/planned-merges.ts'
import { reviews } from '../en/reviews.ts'
import type { Widen, Words } from '../words.ts'

/** The texts of changes, comments and reviews, which are loaded with them. */
export const reviewTexts = { changes, plannedMerges, reviews }

export type ReviewWords = Words & Widen<typeof reviewTexts>

/** Besides what every screen may say, what changes, comments and reviews say. */
export const useReviewWords = /* @__PURE__ */ createFeatureWords(reviewTexts)
