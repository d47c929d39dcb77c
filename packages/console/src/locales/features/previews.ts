import { createFeatureWords } from '../use-words.ts'
import { previews } from '../en/previews.ts'

/** The texts of preview links, which are loaded with their dialog. */
export const previewTexts = { previews }

/** Besides what every screen may say, what the dialog of preview links says. */
export const usePreviewWords = /* @__PURE__ */ createFeatureWords(previewTexts)
