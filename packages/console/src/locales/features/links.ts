import { createFeatureWords } from '../use-words.ts'
import { links } from '../en/links.ts'

/** The texts of the screen of links, which are loaded with it. */
export const linkTexts = { links }

/** Besides what every screen may say, what that of links says. */
export const useLinkWords = /* @__PURE__ */ createFeatureWords(linkTexts)
