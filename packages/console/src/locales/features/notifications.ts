import { createFeatureWords } from '../use-words.ts'
import { notifications } from '../en/notifications.ts'
import type { Widen, Words } from '../words.ts'

/** The texts of the screens of notifications, which are loaded with them. */
export const notificationTexts = { notifications }

export type NotificationWords = Words & Widen<typeof notificationTexts>

/** Besides what every screen may say, what those of notifications say. */
export const useNotificationWords = /* @__PURE__ */ createFeatureWords(notificationTexts)
