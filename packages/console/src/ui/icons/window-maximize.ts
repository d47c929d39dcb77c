// Written by `npm run generate:icons` from Font Awesome Free, CC BY 4.0. Do not edit.
import type { IconPath } from '../icon-path.ts'

export const windowMaximize: IconPath = [
  '0 0 512 512',
  'M48 224l0 160c0 8.8 7.2 16 16 16l384 0c8.8 0 16-7.2 16-16l0-160-416 0zM0 128C0 92.7 28.7 64 64 64l384 0c35.3 0 64 28.7 64 64l0 256c0 35.3-28.7 64-64 64L64 448c-35.3 0-64-28.7-64-64L0 128z',
]
