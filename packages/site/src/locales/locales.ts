import { ar } from './ar.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { he } from './he.ts'
import { ja } from './ja.ts'
import { nl } from './nl.ts'
import { no } from './no.ts'
import { ptBR } from './pt-br.ts'
import { ru } from './ru.ts'
import { zh } from './zh.ts'
import type { Locale } from './messages.ts'

export type { Locale } from './messages.ts'

const locales = { en, fr, de, es, ja, zh, nl, no, 'pt-br': ptBR, ru, ar, he } as const
type LocaleCode = keyof typeof locales

/** Finds the locale of a language, or English if there is none for it. */
export function findLocale(code: string | undefined): Locale {
  const fullCode = code?.toLowerCase() ?? 'en'
  // `Object.hasOwn` has checked that the code is a key.
  if (Object.hasOwn(locales, fullCode)) return locales[fullCode as LocaleCode]
  const baseCode = fullCode.split('-', 1)[0] ?? 'en'
  return Object.hasOwn(locales, baseCode) ? locales[baseCode as LocaleCode] : locales.en
}
