import type { InterfaceLanguage } from '../../../../common/interface-languages.ts'
import type { MailTexts } from './texts.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { ja } from './ja.ts'
import { ko } from './ko.ts'
import { pt } from './pt.ts'
import { zh } from './zh.ts'

export const mailLocales: Record<InterfaceLanguage, MailTexts> = { en, de, fr, es, pt, ja, zh, ko, ar }
