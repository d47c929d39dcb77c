// Written by `npm run generate:icons` from Font Awesome Free, CC BY 4.0. Do not edit.
import type { IconPath } from '../icon-path.ts'

export const bookmark: IconPath = [
  '0 0 384 512',
  'M0 64C0 28.7 28.7 0 64 0L320 0c35.3 0 64 28.7 64 64l0 417.1c0 25.6-28.5 40.8-49.8 26.6L192 412.8 49.8 507.7C28.5 521.9 0 506.6 0 481.1L0 64zM64 48c-8.8 0-16 7.2-16 16l0 387.2 117.4-78.2c16.1-10.7 37.1-10.7 53.2 0L336 451.2 336 64c0-8.8-7.2-16-16-16L64 48z',
]
