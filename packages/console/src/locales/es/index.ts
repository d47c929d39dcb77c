import type { Translation } from '../words.ts'

export const es: Translation = {}
