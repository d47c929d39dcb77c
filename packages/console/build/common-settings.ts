import { join } from 'node:path'
import type { UserConfig } from 'vite'

/** What the builds of the application and of the pages before one is signed in have in common. */
export const commonSettings = {
  root: join(import.meta.dirname, '..'),
  base: '/app/',
  publicDir: false,
  build: {
    target: ['chrome123', 'firefox128', 'safari17.5'],
    // Small files would become data: URLs, which the content security policy refuses for scripts and fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
} satisfies UserConfig

/** A module of the console, by its path below `src` without the extension. */
export const source = (...paths: string[]): RegExp => new RegExp(`/src/(${paths.join('|')})\\.tsx?$`)
