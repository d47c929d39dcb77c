import { createFeatureWords } from '../use-words.ts'
import { signOn } from '../en/sign-on.ts'

/** The texts of the screen of single sign-on, which are loaded with it. */
export const signOnTexts = { signOn }

/** Besides what every screen may say, what that of single sign-on says. */
export const useSignOnWords = /* @__PURE__ */ createFeatureWords(signOnTexts)
