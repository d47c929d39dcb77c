import { createFeatureWords } from '../use-words.ts'
import { revisions } from '../en/revisions.ts'

/** The texts of the history of a space, which are loaded with them. */
export const revisionTexts = { revisions }

/** Besides what every screen may say, what the history of a space says. */
export const useRevisionWords = /* @__PURE__ */ createFeatureWords(revisionTexts)
