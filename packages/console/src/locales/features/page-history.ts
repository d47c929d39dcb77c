import { createFeatureWords } from '../use-words.ts'
import { pageHistory } from '../en/page-history.ts'

/** The texts of the history of a page, which are loaded with its screens. */
export const pageHistoryTexts = { pageHistory }

/** Besides what every screen may say, what the history of a page says. */
export const usePageHistoryWords = /* @__PURE__ */ createFeatureWords(pageHistoryTexts)
