import type { Language } from './languages.ts'
import type { Translation } from './words.ts'

/** Each language but English is loaded when somebody wants it. */
const translations: Record<Exclude<Language, 'en'>, () => Promise<Translation>> = {
  de: async () => (await import('./de/index.ts')).de,
  fr: async () => (await import('./fr/index.ts')).fr,
  es: async () => (await import('./es/index.ts')).es,
  pt: async () => (await import('./pt/index.ts')).pt,
  ja: async () => (await import('./ja/index.ts')).ja,
  zh: async () => (await import('./zh/index.ts')).zh,
  ko: async () => (await import('./ko/index.ts')).ko,
  ar: async () => (await import('./ar/index.ts')).ar,
}

/** English is in the code already: it has nothing to translate. */
export const loadTranslation = async (language: Language): Promise<Translation> =>
  language === 'en' ? {} : await translations[language]()
