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
import type { Locale } from './words.ts'

export type { Locale, Messages } from './words.ts'

export const locales = { en, fr, de, es, ja, zh, nl, no, 'pt-br': ptBR, ru, ar, he } as const
export type LocaleCode = keyof typeof locales

/** The words for a language, or English for one that we do not speak. */
export function localeOf(code: string | undefined): Locale {
  const known = code?.toLowerCase() ?? 'en'
  // Checked to be one of the keys.
  if (Object.hasOwn(locales, known)) return locales[known as LocaleCode]
  const base = known.split('-', 1)[0] ?? 'en'
  return Object.hasOwn(locales, base) ? locales[base as LocaleCode] : locales.en
}
