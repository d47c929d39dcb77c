import type { Translation } from '../words.ts'

export const pt: Translation = {}
