import { createFeatureWords } from '../use-words.ts'
import { access } from '../en/access.ts'
import { settings } from '../en/settings.ts'
import type { Widen, Words } from '../words.ts'

/** The texts of settings and access, which are loaded with them. */
export const settingsTexts = { access, settings }

export type SettingsWords = Words & Widen<typeof settingsTexts>

/** Besides what every screen may say, what settings and access say. */
export const useSettingsWords = /* @__PURE__ */ createFeatureWords(settingsTexts)
