import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { createFormats, type Formats } from './formats.ts'
import { getDirection, type Language } from './languages.ts'
import { en } from './en/index.ts'
import { loadTranslation } from './load.ts'
import { completeWords, type TextTree, type Translation, type Widen, type Words } from './words.ts'

interface LocaleContext {
  words: Words
  translation: Translation
  formats: Formats
  language: Language
  setLanguage: (language: Language) => void
}

const Locale = createContext<LocaleContext | undefined>(undefined)

const LANGUAGE_KEY = 'verso-language'

/** The language that was chosen in this browser, if one was. */
export function readStoredLanguage(): string | undefined {
  try {
    return localStorage.getItem(LANGUAGE_KEY) ?? undefined
  } catch {
    return undefined
  }
}

interface LocaleProviderProps {
  initial: { language: Language; translation: Translation }
  children: ReactNode
}

/** Gives the texts and formats of one language to everything below, and the language to the page. */
export function LocaleProvider({ initial, children }: LocaleProviderProps) {
  const [{ language, translation }, setLocale] = useState(initial)
  useEffect(() => {
    document.documentElement.lang = language
    document.documentElement.dir = getDirection(language)
  }, [language])
  const value = useMemo(
    () => ({
      words: completeWords(en, translation),
      translation,
      language,
      formats: createFormats(language),
      setLanguage: (next: Language) => {
        try {
          localStorage.setItem(LANGUAGE_KEY, next)
        } catch {
          // A browser that stores nothing forgets the choice with the page.
        }
        void loadTranslation(next).then((loaded) => setLocale({ language: next, translation: loaded }))
      },
    }),
    [language, translation],
  )
  return (
    <Locale value={value}>
      <I18nProvider locale={language}>{children}</I18nProvider>
    </Locale>
  )
}

export function useLocale(): LocaleContext {
  const locale = useContext(Locale)
  if (!locale) throw new Error('There is no LocaleProvider above this component.')
  return locale
}

/** The texts of the person's language that every screen may need. */
export const useWords = (): Words => useLocale().words

/** Dates, numbers and lists as the person's language writes them. */
export const useFormats = (): Formats => useLocale().formats

/** Makes the hook of a feature that brings its own English with it, so that screens without it do not load its texts. */
export function createFeatureWords<English extends TextTree>(english: English): () => Words & Widen<English> {
  const completed = new WeakMap<Translation, Words & Widen<English>>()
  return () => {
    const { words, translation } = useLocale()
    const known = completed.get(translation)
    if (known) return known
    const all = { ...words, ...completeWords(english, translation) }
    completed.set(translation, all)
    return all
  }
}
