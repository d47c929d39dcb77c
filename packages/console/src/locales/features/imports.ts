import { createFeatureWords } from '../use-words.ts'
import { imports } from '../en/imports.ts'

/** The texts of the screens of imports, which are loaded with them. */
export const importTexts = { imports }

/** Besides what every screen may say, what those of imports say. */
export const useImportWords = /* @__PURE__ */ createFeatureWords(importTexts)
