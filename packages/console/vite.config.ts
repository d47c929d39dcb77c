import optimizeLocales from '@react-aria/optimize-locales-plugin'
import react from '@vitejs/plugin-react'
import { join } from 'node:path'
import { defineConfig } from 'vite'

/** The languages of the console. React Aria has texts of its own in more. */
const languages = ['en-US', 'de-DE', 'fr-FR', 'es-ES', 'pt-BR', 'ja-JP', 'zh-CN', 'ko-KR', 'ar-AE']

export default defineConfig({
  root: import.meta.dirname,
  base: '/app/',
  publicDir: false,
  plugins: [{ ...optimizeLocales.vite({ locales: languages }), enforce: 'pre' }, react()],
  build: {
    target: ['chrome123', 'firefox128', 'safari17.5'],
    manifest: 'manifest.json',
    // Small files would become data: URLs, which the content security policy refuses for scripts and fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      // What every screen needs is one file. Each part that a screen shares with it would be a file of its own otherwise.
      output: { codeSplitting: { groups: [{ name: 'base', test: /src[\\/]app[\\/]router\.tsx$/ }] } },
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
        process.env['VERSO_URL'] ?? 'http://localhost:3000',
      ]),
    ),
  },
})
