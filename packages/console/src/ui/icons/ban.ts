// Written by `npm run generate:icons` from Font Awesome Free, CC BY 4.0. Do not edit.
import type { IconPath } from '../icon-path.ts'

export const ban: IconPath = [
  '0 0 512 512',
  'M367.2 412.5L99.5 144.8c-22.4 31.4-35.5 69.8-35.5 111.2 0 106 86 192 192 192 41.5 0 79.9-13.1 111.2-35.5zm45.3-45.3c22.4-31.4 35.5-69.8 35.5-111.2 0-106-86-192-192-192-41.5 0-79.9 13.1-111.2 35.5L412.5 367.2zM0 256a256 256 0 1 1 512 0 256 256 0 1 1 -512 0z',
]
