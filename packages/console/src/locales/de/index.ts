import type { Translation } from '../words.ts'

export const de: Translation = {}
