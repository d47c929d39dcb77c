import type { Translation } from '../words.ts'

export const fr: Translation = {}
