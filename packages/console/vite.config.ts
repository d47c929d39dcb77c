import optimizeLocales from '@react-aria/optimize-locales-plugin'
import react from '@vitejs/plugin-react'
import { join } from 'node:path'
import { defineConfig } from 'vite'
import { developmentPages } from './build/development-pages.ts'

/** The languages of the console. React Aria has texts of its own in more. */
const languages = ['en-US', 'de-DE', 'fr-FR', 'es-ES', 'pt-BR', 'ja-JP', 'zh-CN', 'ko-KR', 'ar-AE']

/** A module of the console, by its path below `src` without the extension. */
const source = (...paths: string[]): RegExp => new RegExp(`/src/(${paths.join('|')})\\.tsx?$`)

/**
 * The files that hold more than one screen's code, each with all that it imports. A module is in that of the highest priority.
 * Without them, each part that some screens share would be a file of its own.
 */
const chunks = [
  { name: 'react', priority: 9, test: /\/node_modules\/(react|react-dom|scheduler)\// },
  // What the pages before one is signed in and the application have in common.
  {
    name: 'common',
    priority: 8,
    test: source(
      'api/(call|request|operations/(invites|signing-in|single-sign-on|users))',
      'app/(load-failure|page-frame|show-page|sign-in-address)',
      'ui/(button|choice|field|icons/(clone|download|file))',
    ),
  },
  {
    name: 'provider-icons',
    priority: 7,
    test: source('ui/icons/(fingerprint|git.*|google|id-badge|microsoft)'),
  },
  {
    name: 'sign-in',
    priority: 6,
    test: source('app/link-secret', 'features/sign-in/(command|provider-buttons|sign-in-form|sign-in-page)'),
  },
  // What every screen of the application needs.
  { name: 'base', priority: 5, test: source('app/router') },
  // What is around the screens of organizations and spaces, and what home and a page have in common.
  {
    name: 'shell',
    priority: 4,
    test: source(
      'app/(layout|navigation-row|screen)',
      'features/(account/account-menu|change-requests/(change-request-item|edit-button)|palette/palette-button)',
      'ui/(emoji|menu|tree/tree|icons/sliders)',
    ),
  },
  // The two screens that are opened most.
  {
    name: 'home',
    priority: 3,
    test: source('features/organizations/organization-layout', 'features/home/home-screen'),
  },
  { name: 'page', priority: 2, test: source('features/spaces/(space-layout|page-screen)') },
  // What none of the above has: each for itself would be many small files.
  { name: 'icons', priority: 1, test: source('ui/icons/.*') },
  { name: 'operations', priority: 1, test: source('api/operations/.*') },
]

export default defineConfig({
  root: import.meta.dirname,
  base: '/app/',
  publicDir: false,
  plugins: [{ ...optimizeLocales.vite({ locales: languages }), enforce: 'pre' }, react(), developmentPages()],
  build: {
    target: ['chrome123', 'firefox128', 'safari17.5'],
    manifest: 'manifest.json',
    // Small files would become data: URLs, which the content security policy refuses for scripts and fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: { codeSplitting: { groups: chunks } },
      input: {
        main: join(import.meta.dirname, 'src/main.tsx'),
        signIn: join(import.meta.dirname, 'src/sign-in.tsx'),
        theme: join(import.meta.dirname, 'src/theme.ts'),
        style: join(import.meta.dirname, 'src/styles/main.css'),
      },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    // The API, published sites and sign-on come from a Verso that runs beside the development server.
    proxy: Object.fromEntries(
      ['/v1', '/sso', '/openapi.json', '/docs'].map((path) => [
        path,
        process.env['VERSO_URL'] ?? 'http://localhost:4000',
      ]),
    ),
  },
})
