import { createFeatureWords } from '../context.tsx'
import { translations } from '../en/translations.ts'

/** The texts of the screens of translations, which are loaded with them. */
export const translationTexts = { translations }

/** Besides what every screen may say, what those of translations and the glossary say. */
export const useTranslationWords = createFeatureWords(translationTexts)
