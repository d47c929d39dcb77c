import type { InterfaceLanguage } from '../../../../common/interface-languages.ts'
import { arNotificationMail } from './ar.ts'
import { deNotificationMail } from './de.ts'
import { enNotificationMail } from './en.ts'
import { esNotificationMail } from './es.ts'
import { frNotificationMail } from './fr.ts'
import { jaNotificationMail } from './ja.ts'
import { koNotificationMail } from './ko.ts'
import { ptNotificationMail } from './pt.ts'
import type { NotificationMailTexts } from './texts.ts'
import { zhNotificationMail } from './zh.ts'

export const notificationMailLocales: Record<InterfaceLanguage, NotificationMailTexts> = {
  en: enNotificationMail,
  de: deNotificationMail,
  fr: frNotificationMail,
  es: esNotificationMail,
  pt: ptNotificationMail,
  ja: jaNotificationMail,
  zh: zhNotificationMail,
  ko: koNotificationMail,
  ar: arNotificationMail,
}
