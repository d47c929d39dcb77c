import { createFeatureWords } from '../use-words.ts'
import { openapi } from '../en/openapi.ts'

/** The texts of the screens of API descriptions, which are loaded with them. */
export const specTexts = { openapi }

/** Besides what every screen may say, what those of API descriptions say. */
export const useSpecWords = /* @__PURE__ */ createFeatureWords(specTexts)
