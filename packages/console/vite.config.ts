import optimizeLocales from '@react-aria/optimize-locales-plugin'
import react from '@vitejs/plugin-react'
import { join } from 'node:path'
import { defineConfig } from 'vite'
import { commonSettings, source } from './build/common-settings.ts'
import { cheapDefaultLocale } from './build/default-locale.ts'
import { developmentPages } from './build/development-pages.ts'

/** The languages of the console. React Aria has texts of its own in more. */
const languages = ['en-US', 'de-DE', 'fr-FR', 'es-ES', 'pt-BR', 'ja-JP', 'zh-CN', 'ko-KR', 'ar-AE']

/**
 * The files that hold more than one screen's code, each with all that it imports. A module is in that of the highest priority.
 * Without them, each part that some screens share would be a file of its own.
 */
const chunks = [
  { name: 'react', priority: 9, test: /\/node_modules\/(react|react-dom|scheduler)\// },
  // What every screen of the application needs.
  { name: 'base', priority: 5, test: source('app/router') },
  // What is around the screens of organizations and spaces, and what home and a page have in common.
  {
    name: 'shell',
    priority: 4,
    test: source(
      'app/(layout|navigation-row|screen)',
      'features/(account/account-menu|change-requests/(change-request-item|edit-button)|palette/palette-button)',
      'ui/(button|choice|emoji|field|menu|tree/tree|icons/(clone|download|file|sliders))',
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
  ...commonSettings,
  plugins: [
    { ...optimizeLocales.vite({ locales: languages }), enforce: 'pre' },
    react(),
    cheapDefaultLocale(),
    developmentPages(),
  ],
  build: {
    ...commonSettings.build,
    manifest: 'manifest.json',
    rolldownOptions: {
      output: { codeSplitting: { groups: chunks } },
      input: {
        main: join(import.meta.dirname, 'src/main.tsx'),
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
