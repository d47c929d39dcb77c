import { createFeatureWords } from '../use-words.ts'
import { writing } from '../en/writing.ts'

/** The texts of the screens where pages are written, which are loaded with them. */
export const writingTexts = { writing }

/** Besides what every screen may say, what those where pages are written say. */
export const useWritingWords = /* @__PURE__ */ createFeatureWords(writingTexts)
