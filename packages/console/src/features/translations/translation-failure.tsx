import type { Translation } from '../../api/operations.ts'
import { useTranslationWords } from '../../locales/features/translations.ts'
import { Notice } from '../../ui/states.tsx'

/** Why the last run failed, or is tried again. Where no translator is set up, it says who sets which setting. */
export function TranslationFailure({ translation: { error, run } }: { translation: Translation }) {
  const { translations } = useTranslationWords()
  if (error === undefined) return null
  if (error.includes('VERSO_TRANSLATOR')) {
    return (
      <Notice look="danger" title={translations.noTranslator}>
        {translations.noTranslatorText}
      </Notice>
    )
  }
  return (
    <Notice
      look={run ? 'warning' : 'danger'}
      title={run ? translations.retryTitle : translations.failedTitle}
    >
      {error}
    </Notice>
  )
}
