import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createQueryClient } from './api/index.ts'
import { takeLinkSecret } from './app/link-secret.ts'
import { createAppRouter, loadScreen } from './app/router.tsx'
import { chooseLanguage, loadTranslation, LocaleProvider, readStoredLanguage } from './locales/index.ts'

takeLinkSecret()
const client = createQueryClient()
const router = createAppRouter(client)
loadScreen(router, client)
const stored = readStoredLanguage()
const language = chooseLanguage([...(stored === undefined ? [] : [stored]), ...navigator.languages])
const translation = await loadTranslation(language)

const root = document.querySelector('#root')
if (!root) throw new Error('The page has no root element.')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <LocaleProvider initial={{ language, translation }}>
        <RouterProvider router={router} />
      </LocaleProvider>
    </QueryClientProvider>
  </StrictMode>,
)
