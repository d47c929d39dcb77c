import type { Translation } from '../words.ts'

export const ja: Translation = {}
