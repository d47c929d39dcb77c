import type { en } from './en/index.ts'
import type { featureTexts } from './features/all.ts'

/** The same texts in any language: a text for a text, a function of the same arguments for a function. */
export type Widen<Text> = Text extends string
  ? string
  : Text extends (...args: infer Args) => string
    ? (...args: Args) => string
    : { readonly [Name in keyof Text]: Widen<Text[Name]> }

/** What every screen may say, in one language. */
export type Words = Widen<typeof en>

type Partly<Text> = Text extends string | ((...args: never[]) => string)
  ? Text
  : { readonly [Name in keyof Text]?: Partly<Text[Name]> }

/** A language in which not everything is said yet. What is missing is shown in English. */
export type Translation = Partly<Words & Widen<typeof featureTexts>>

export interface TextTree {
  readonly [name: string]: unknown
}

const isTree = (value: unknown): value is TextTree => typeof value === 'object' && value !== null

/** Takes every text from a translation, and those that it lacks from English. */
export function completeWords<English extends TextTree>(
  english: English,
  translation: Translation,
): Widen<English> {
  // The result has the names of English, which are not known here one by one.
  return mergeTexts(english, translation) as Widen<English>
}

function mergeTexts(english: TextTree, translation: TextTree): TextTree {
  return Object.fromEntries(
    Object.entries(english).map(([name, text]) => {
      const translated = translation[name]
      return [
        name,
        isTree(text) ? mergeTexts(text, isTree(translated) ? translated : {}) : (translated ?? text),
      ]
    }),
  )
}
