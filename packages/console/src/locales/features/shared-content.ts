import { createFeatureWords } from '../use-words.ts'
import { shared } from '../en/shared-content.ts'

/** The texts of the screens of what pages share, which are loaded with them. */
export const sharedTexts = { shared }

/** Besides what every screen may say, what those of reusable content and variables say. */
export const useSharedWords = /* @__PURE__ */ createFeatureWords(sharedTexts)
