import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { chooseLanguage, loadTranslation, LocaleProvider, readStoredLanguage } from '../locales/index.ts'

/** Shows a page in the language of whoever looks at it. */
export async function showPage(page: ReactNode): Promise<void> {
  const stored = readStoredLanguage()
  const language = chooseLanguage([...(stored === undefined ? [] : [stored]), ...navigator.languages])
  const translation = await loadTranslation(language)
  const root = document.querySelector('#root')
  if (!root) throw new Error('The page has no root element.')
  createRoot(root).render(
    <StrictMode>
      <LocaleProvider initial={{ language, translation }}>{page}</LocaleProvider>
    </StrictMode>,
  )
}
