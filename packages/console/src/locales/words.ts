import type { en } from './en/index.ts'

/** The same texts in any language: a text for a text, a function of the same arguments for a function. */
type Widen<Text> = Text extends string
  ? string
  : Text extends (...args: infer Args) => string
    ? (...args: Args) => string
    : { readonly [Name in keyof Text]: Widen<Text[Name]> }

/** Everything the console says, in one language. */
export type Words = Widen<typeof en>

type Partly<Text> = Text extends string | ((...args: never[]) => string)
  ? Text
  : { readonly [Name in keyof Text]?: Partly<Text[Name]> }

/** A language in which not everything is said yet. What is missing is shown in English. */
export type Translation = Partly<Words>

interface TextTree {
  readonly [name: string]: unknown
}

const isTree = (value: unknown): value is TextTree => typeof value === 'object' && value !== null

/** Takes every text from a translation, and those that it lacks from English. */
export function completeWords(english: Words, translation: Translation): Words {
  // Both have the form of `Words`, which is not known here name by name.
  return mergeTexts(english, translation) as unknown as Words
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
