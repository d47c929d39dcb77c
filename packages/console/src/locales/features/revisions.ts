import { createFeatureWords } from '../context.tsx'
import { revisions } from '../en/revisions.ts'

/** The texts of the history of a space, which are loaded with them. */
export const revisionTexts = { revisions }

/** Besides what every screen may say, what the history of a space says. */
export const useRevisionWords = createFeatureWords(revisionTexts)
