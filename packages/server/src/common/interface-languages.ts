/** The languages that Verso itself speaks to people in: in mails, and in the console. */
export const interfaceLanguages = ['en', 'de', 'fr', 'es', 'pt', 'ja', 'zh', 'ko', 'ar'] as const
export type InterfaceLanguage = (typeof interfaceLanguages)[number]

export const defaultInterfaceLanguage: InterfaceLanguage = 'en'
