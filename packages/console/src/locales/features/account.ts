import { createFeatureWords } from '../use-words.ts'
import { account } from '../en/account.ts'
import { accountSecurity } from '../en/account-security.ts'
import type { Widen, Words } from '../words.ts'

/** The texts of the screens of the own account, which are loaded with them. */
export const accountTexts = { account, accountSecurity }

export type AccountWords = Words & Widen<typeof accountTexts>

/** Besides what every screen may say, what those of the account say. */
export const useAccountWords = /* @__PURE__ */ createFeatureWords(accountTexts)
