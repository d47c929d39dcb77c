import type { Translation } from '../words.ts'

export const ar: Translation = {}
