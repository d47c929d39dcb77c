import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { createFormats, type Formats } from './formats.ts'
import { getDirection, type Language } from './languages.ts'
import { loadTranslation } from './load.ts'
import { completeWords, type TextTree, type Translation, type Widen } from './words.ts'

interface LocaleContext {
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

/** Gives one language to everything below, and the language to the page. */
export function LocaleProvider({ initial, children }: LocaleProviderProps) {
  const [{ language, translation }, setLocale] = useState(initial)
  useEffect(() => {
    document.documentElement.lang = language
    document.documentElement.dir = getDirection(language)
  }, [language])
  const value = useMemo(
    () => ({
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
  return <Locale value={value}>{children}</Locale>
}

export function useLocale(): LocaleContext {
  const locale = useContext(Locale)
  if (!locale) throw new Error('There is no LocaleProvider above this component.')
  return locale
}

/** Dates, numbers and lists as the person's language writes them. */
export const useFormats = (): Formats => useLocale().formats

/** Makes the hook that gives some texts in the person's language. Only those who use it load their English. */
export function createWords<English extends TextTree>(english: English): () => Widen<English> {
  const completed = new WeakMap<Translation, Widen<English>>()
  return () => {
    const { translation } = useLocale()
    const known = completed.get(translation)
    if (known) return known
    const words = completeWords(english, translation)
    completed.set(translation, words)
    return words
  }
}
