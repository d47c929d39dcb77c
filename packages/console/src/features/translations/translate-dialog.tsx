import { useState } from 'react'
import { call, useWrite } from '../../api/index.ts'
import {
  createTranslation,
  listJobsInOrganization,
  listTranslations,
  type Space,
  type Translation,
  type TranslationLanguage,
} from '../../api/operations.ts'
import { describeError } from '../../app/load-failure.tsx'
import { useTranslationWords } from '../../locales/features/translations.ts'
import { useFormats, useLocale } from '../../locales/index.ts'
import { Select } from '../../ui/choice.tsx'
import { FormDialog } from '../../ui/dialog.tsx'
import { listLanguages } from './languages.ts'

interface TranslateDialogProps {
  organizationId: string
  /** The spaces to choose from, at least one. */
  spaces: readonly Space[]
  onClose: () => void
  onCreated: (translation: Translation) => void
}

/** Chooses a space and the language into which it is translated. */
export function TranslateDialog({ organizationId, spaces, onClose, onCreated }: TranslateDialogProps) {
  const words = useTranslationWords()
  const { translations, common } = words
  const { languageName } = useFormats()
  const { language: ownLanguage } = useLocale()
  const [spaceId, setSpaceId] = useState(spaces[0]?.id ?? '')
  const [source, setSource] = useState<TranslationLanguage>()
  const [target, setTarget] = useState<TranslationLanguage>()
  const languages = listLanguages(languageName)
  const ofSpace = spaces.find(({ id }) => id === spaceId)?.language
  const sourceLanguage = source ?? languages.find(({ value }) => value === ofSpace)?.value ?? ownLanguage
  const targetLanguage = target ?? (sourceLanguage === 'en' ? 'es' : 'en')
  const create = useWrite(
    () =>
      call(createTranslation, {
        organizationId,
        body: { source: { space: spaceId, language: sourceLanguage }, language: targetLanguage },
      }),
    { stale: [listTranslations, listJobsInOrganization], onSuccess: (created) => onCreated(created) },
  )
  const isSame = sourceLanguage === targetLanguage
  return (
    <FormDialog
      title={translations.add}
      isOpen
      onClose={onClose}
      action={translations.add}
      cancel={common.cancel}
      onSubmit={() => create.mutate(undefined)}
      isBusy={create.isPending}
      isDisabled={spaceId === '' || isSame}
      error={
        isSame ? translations.sameLanguage : create.error ? describeError(create.error, words) : undefined
      }
    >
      <Select
        label={translations.space}
        choices={spaces.map(({ id, title }) => ({ value: id, label: title }))}
        value={spaceId}
        onChange={setSpaceId}
      />
      <Select label={translations.source} choices={languages} value={sourceLanguage} onChange={setSource} />
      <Select
        label={translations.target}
        help={translations.addHelp}
        choices={languages}
        value={targetLanguage}
        onChange={setTarget}
      />
    </FormDialog>
  )
}
