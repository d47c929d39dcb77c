import type { TranslationLanguage } from '../../api/operations.ts'

/** The languages that the API translates. A type has no values at run time, so they are written here; it says when one is missing. */
const translationLanguages: Record<TranslationLanguage, true> = {
  ar: true,
  bg: true,
  cs: true,
  da: true,
  de: true,
  el: true,
  en: true,
  es: true,
  et: true,
  fi: true,
  fr: true,
  he: true,
  hi: true,
  hr: true,
  hu: true,
  id: true,
  it: true,
  ja: true,
  ko: true,
  lt: true,
  lv: true,
  ms: true,
  nl: true,
  no: true,
  pl: true,
  pt: true,
  'pt-br': true,
  ro: true,
  ru: true,
  sk: true,
  sl: true,
  sv: true,
  th: true,
  tr: true,
  uk: true,
  vi: true,
  yue: true,
  zh: true,
}

export interface LanguageChoice {
  value: TranslationLanguage
  label: string
}

/** All languages by their names, in the order of these. */
export function listLanguages(nameLanguage: (code: string) => string): LanguageChoice[] {
  // `Object.keys` forgets the type of the keys.
  const codes = Object.keys(translationLanguages) as TranslationLanguage[]
  return codes
    .map((value) => ({ value, label: nameLanguage(value) }))
    .sort((one, other) => one.label.localeCompare(other.label))
}
