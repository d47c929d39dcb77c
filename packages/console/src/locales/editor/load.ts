import type { Language } from '../languages.ts'
import type { EditorLabels } from './en.ts'

/** The words of the editor. Each language is a file of its own, loaded with the editor. */
const languages: Record<Language, () => Promise<{ editor: EditorLabels }>> = {
  en: () => import('./en.ts'),
  de: () => import('./de.ts'),
  fr: () => import('./fr.ts'),
  es: () => import('./es.ts'),
  pt: () => import('./pt.ts'),
  ja: () => import('./ja.ts'),
  zh: () => import('./zh.ts'),
  ko: () => import('./ko.ts'),
  ar: () => import('./ar.ts'),
}

export const loadEditorLabels = async (language: Language): Promise<EditorLabels> =>
  (await languages[language]()).editor
