import { createFeatureWords } from '../use-words.ts'
import { files } from '../en/files.ts'

/** The texts of the screen of files, which are loaded with it. */
export const fileTexts = { files }

/** Besides what every screen may say, what that of files says. */
export const useFileWords = /* @__PURE__ */ createFeatureWords(fileTexts)
