import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { chooseLanguage, loadTranslation, LocaleProvider, readStoredLanguage } from '../locales/index.ts'

/** What is there by then is rendered once. A slow computer would be busy with what it shows meanwhile. */
const MAX_WAIT_MS = 300

/** Shows a page in the language of whoever looks at it, once what it shows is there or some time has passed. */
export async function showPage(page: ReactNode, loaded?: Promise<void>): Promise<void> {
  const waited = Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))])
  const stored = readStoredLanguage()
  const language = chooseLanguage([...(stored === undefined ? [] : [stored]), ...navigator.languages])
  const translation = await loadTranslation(language)
  await waited
  const root = document.querySelector('#root')
  if (!root) throw new Error('The page has no root element.')
  createRoot(root).render(
    <StrictMode>
      <LocaleProvider initial={{ language, translation }}>{page}</LocaleProvider>
    </StrictMode>,
  )
}
