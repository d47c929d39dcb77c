import type { Translation } from '../words.ts'

export const ko: Translation = {}
