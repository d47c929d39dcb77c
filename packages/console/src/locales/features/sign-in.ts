import { commonTexts } from '../common-words.ts'
import { createWords } from '../context.tsx'
import { signIn } from '../en/sign-in.ts'
import type { Widen } from '../words.ts'

/** The texts of the pages before one is signed in, which are loaded with them. */
export const signInTexts = { ...commonTexts, signIn }

export type SignInWords = Widen<typeof signInTexts>

/** What the pages before one is signed in say. They load nothing of what the application says. */
export const useSignInWords = /* @__PURE__ */ createWords(signInTexts)
