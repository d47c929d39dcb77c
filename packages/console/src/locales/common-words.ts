import { createWords } from './context.tsx'
import { common } from './en/common.ts'
import { errors } from './en/errors.ts'
import { shell } from './en/shell.ts'
import type { Widen } from './words.ts'

/** What the application and the pages before one is signed in both say. */
export const commonTexts = { common, errors, shell }

export type CommonWords = Widen<typeof commonTexts>

export const useCommonWords = /* @__PURE__ */ createWords(commonTexts)
