import { createFeatureWords } from '../use-words.ts'
import { find } from '../en/find.ts'

/** The texts of finding and replacing in all pages, which are loaded with its screen. */
export const findTexts = { find }

/** Besides what every screen may say, what that of finding and replacing says. */
export const useFindWords = /* @__PURE__ */ createFeatureWords(findTexts)
