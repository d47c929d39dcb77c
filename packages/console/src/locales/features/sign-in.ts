import { createFeatureWords } from '../context.tsx'
import { signIn } from '../en/sign-in.ts'
import type { Widen, Words } from '../words.ts'

/** The texts of the pages before one is signed in, which are loaded with them. */
export const signInTexts = { signIn }

export type SignInWords = Words & Widen<typeof signInTexts>

/** Besides what every screen may say, what those before one is signed in say. */
export const useSignInWords = createFeatureWords(signInTexts)
