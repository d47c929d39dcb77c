// The pages before one is signed in, which whoever comes for the first time waits for. They are React like all others, and are
// built with Preact in its place: it knows what these forms need, in a tenth of the bytes.
import { join } from 'node:path'
import { defineConfig } from 'vite'
import { commonSettings, source } from './build/common-settings.ts'

export default defineConfig({
  ...commonSettings,
  resolve: {
    alias: [
      { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
      { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
      { find: /^react(-dom)?$/, replacement: 'preact/compat' },
    ],
  },
  build: {
    ...commonSettings.build,
    manifest: 'sign-in-manifest.json',
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'preact', priority: 3, test: /\/node_modules\/preact\// },
            // What all of these pages have, and what the forms have in common.
            {
              name: 'sign-in-base',
              priority: 2,
              test: source('api/request', 'app/load-failure', 'ui/(button|choice|field|icons/.*)'),
            },
            {
              name: 'sign-in-form',
              priority: 1,
              test: source('features/sign-in/(command|provider-buttons|sign-in-form|sign-in-page)'),
            },
          ],
        },
      },
      input: join(import.meta.dirname, 'src/sign-in.tsx'),
    },
  },
})
