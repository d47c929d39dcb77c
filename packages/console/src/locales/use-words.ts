import { createWords } from './context.tsx'
import { en } from './en/index.ts'
import type { TextTree, Widen, Words } from './words.ts'

/** The texts that every screen of the application may need. */
export const useWords = /* @__PURE__ */ createWords(en)

/** Makes the hook of a feature that brings its own English with it, so that screens without it do not load its texts. */
export const createFeatureWords = <English extends TextTree>(
  english: English,
): (() => Words & Widen<English>) => createWords({ ...en, ...english })
