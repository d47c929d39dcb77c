import { createFeatureWords } from '../use-words.ts'
import { members } from '../en/members.ts'

/** The texts of the screens of people and teams, which are loaded with them. */
export const memberTexts = { members }

/** Besides what every screen may say, what those of people and teams say. */
export const useMemberWords = /* @__PURE__ */ createFeatureWords(memberTexts)
