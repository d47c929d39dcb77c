import type { Translation } from '../words.ts'

export const zh: Translation = {}
