import { createFeatureWords } from '../use-words.ts'
import { gitSync } from '../en/git-sync.ts'
import { settings } from '../en/settings.ts'

/** The texts of the screen of a space's repository, which are loaded with it. */
export const gitTexts = { gitSync, settings }

/** Besides what every screen may say, what that of Git synchronisation says. */
export const useGitWords = /* @__PURE__ */ createFeatureWords(gitTexts)
