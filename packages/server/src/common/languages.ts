/** The languages of the contract, each with the other codes that translation engines use for it, the likeliest first. */
const languageNames = {
  en: ['eng'],
  fr: ['fra'],
  de: ['deu'],
  es: ['spa'],
  it: ['ita'],
  pt: ['por'],
  'pt-br': ['pt-BR', 'pb', 'por_BR', 'pt_BR'],
  ru: ['rus'],
  ja: ['jpn'],
  zh: ['zh-Hans', 'zho'],
  yue: [],
  ko: ['kor'],
  ar: ['ara'],
  hi: ['hin'],
  nl: ['nld'],
  pl: ['pol'],
  tr: ['tur'],
  sv: ['swe'],
  no: ['nb', 'nob', 'nor'],
  da: ['dan'],
  fi: ['fin'],
  el: ['ell'],
  cs: ['ces'],
  hu: ['hun'],
  ro: ['ron'],
  th: ['tha'],
  vi: ['vie'],
  id: ['ind'],
  ms: ['zlm', 'msa'],
  he: ['heb'],
  uk: ['ukr'],
  sk: ['slk'],
  bg: ['bul'],
  hr: ['hbs_HR', 'hbs', 'hrv'],
  lt: ['lit'],
  lv: ['lav'],
  et: ['est'],
  sl: ['slv'],
} as const satisfies Record<string, readonly string[]>

export type Language = keyof typeof languageNames

// The object literal above has no other keys, but `Object.keys` has a general type.
export const languages = Object.keys(languageNames) as [Language, ...Language[]]

/** All the names that an engine may know a language by. */
export const listLanguageNames = (language: Language): readonly string[] => [
  language,
  ...languageNames[language],
]

/** The English name of a language. */
export const getEnglishName = (language: Language): string =>
  new Intl.DisplayNames('en', { type: 'language' }).of(language) ?? language

/** The name of a language in that language. */
export const getNativeName = (language: Language): string =>
  new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language
