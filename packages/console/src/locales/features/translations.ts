import { createFeatureWords } from '../use-words.ts'
import { translations } from '../en/translations.ts'

/** The texts of the screens of translations, which are loaded with them. */
export const translationTexts = { translations }

/** Besides what every screen may say, what those of translations and the glossary say. */
export const useTranslationWords = /* @__PURE__ */ createFeatureWords(translationTexts)
