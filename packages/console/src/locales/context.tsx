import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { createFormats, type Formats } from './formats.ts'
import { getDirection, type Language } from './languages.ts'
import { loadWords } from './load.ts'
import type { Words } from './words.ts'

interface LocaleContext {
  words: Words
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
  initial: { language: Language; words: Words }
  children: ReactNode
}

/** Gives the texts and formats of one language to everything below, and the language to the page. */
export function LocaleProvider({ initial, children }: LocaleProviderProps) {
  const [{ language, words }, setLocale] = useState(initial)
  useEffect(() => {
    document.documentElement.lang = language
    document.documentElement.dir = getDirection(language)
  }, [language])
  const value = useMemo(
    () => ({
      words,
      language,
      formats: createFormats(language),
      setLanguage: (next: Language) => {
        try {
          localStorage.setItem(LANGUAGE_KEY, next)
        } catch {
          // A browser that stores nothing forgets the choice with the page.
        }
        void loadWords(next).then((nextWords) => setLocale({ language: next, words: nextWords }))
      },
    }),
    [language, words],
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

/** The texts of the person's language. */
export const useWords = (): Words => useLocale().words

/** Dates, numbers and lists as the person's language writes them. */
export const useFormats = (): Formats => useLocale().formats
