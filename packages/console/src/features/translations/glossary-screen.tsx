import { useInfiniteQuery } from '@tanstack/react-query'
import { useBlocker, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { call, readList, useWrite } from '../../api/index.ts'
import {
  type GlossaryEntry,
  listGlossaryEntries,
  listTranslations,
  updateGlossaryEntries,
} from '../../api/operations.ts'
import { describeError, LoadFailure } from '../../app/load-failure.tsx'
import { LoadMore } from '../../app/load-more.tsx'
import { useOrganization } from '../../app/organization.ts'
import { Screen } from '../../app/screen.tsx'
import { useTranslationWords } from '../../locales/features/translations.ts'
import { useFormats, useLocale } from '../../locales/index.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/choice.tsx'
import { FormDialog } from '../../ui/dialog.tsx'
import { plus } from '../../ui/icon-paths.ts'
import { Empty, SkeletonRows } from '../../ui/states.tsx'
import { showToast } from '../../ui/toast.tsx'
import { addRow, deleteRow, emptyDraft, listOperations, listRows, typeTerm } from './glossary-draft.ts'
import { GlossaryTable } from './glossary-table.tsx'
import { listLanguages } from './languages.ts'
import { TranslationTabs } from './translation-tabs.tsx'
import './translations.css'

/** What each term is in each language. */
export function GlossaryScreen() {
  const { translations, common } = useTranslationWords()
  const { organizationId } = useParams({ from: '/signed-in/orgs/$organizationId' })
  const list = useInfiniteQuery(readList(listGlossaryEntries, { organizationId }))
  return (
    <Screen title={translations.glossary} tabs={<TranslationTabs organizationId={organizationId} />}>
      <h1 className="sr">{translations.glossary}</h1>
      {list.error ? (
        <LoadFailure error={list.error} onRetry={() => void list.refetch()} />
      ) : list.data ? (
        <Glossary organizationId={organizationId} entries={list.data} />
      ) : (
        <SkeletonRows label={common.loading} />
      )}
      <LoadMore list={list} />
    </Screen>
  )
}

interface GlossaryProps {
  organizationId: string
  entries: readonly GlossaryEntry[]
}

function Glossary({ organizationId, entries }: GlossaryProps) {
  const words = useTranslationWords()
  const { translations, common } = words
  // Whoever makes content in the organization may also change its glossary.
  const canEdit = useOrganization(organizationId)?.permissions.createContent === true
  const [draft, setDraft] = useState(emptyDraft)
  const { languages, addLanguage } = useGlossaryLanguages(organizationId, entries)
  const rows = listRows(entries, draft)
  const operations = listOperations(entries, draft)
  const save = useWrite(() => call(updateGlossaryEntries, { organizationId, body: { operations } }), {
    stale: [listGlossaryEntries],
  })
  const addButton = <Button icon={plus} label={translations.addTerm} onPress={() => setDraft(addRow)} />
  if (rows.length === 0 && operations.length === 0) {
    return (
      <Empty title={translations.glossaryEmptyTitle} {...(canEdit && { actions: addButton })}>
        {translations.glossaryEmptyText}
      </Empty>
    )
  }
  return (
    <div className="stack">
      <LeaveGuard isActive={operations.length > 0} />
      <GlossaryTable
        rows={rows}
        languages={languages}
        {...(canEdit && {
          edit: {
            onType: (id, language, term) => setDraft((current) => typeTerm(current, id, language, term)),
            onDelete: (id) => setDraft((current) => deleteRow(current, id)),
          },
        })}
      />
      {canEdit && (
        <div className="glossary-foot">
          {addButton}
          <AddLanguage shown={languages} onAdd={addLanguage} />
          {save.error ? (
            <p role="alert" className="form-error">
              {describeError(save.error, words)}
            </p>
          ) : (
            <span className="soft grow" role="status">
              {operations.length > 0 && translations.unsaved(operations.length)}
            </span>
          )}
          <Button
            look="quiet"
            label={translations.discard}
            isDisabled={operations.length === 0}
            onPress={() => setDraft(emptyDraft)}
          />
          <Button
            look="primary"
            label={common.save}
            isBusy={save.isPending}
            isDisabled={operations.length === 0}
            onPress={() =>
              save.mutate(undefined, {
                onSuccess: () => {
                  setDraft(emptyDraft)
                  showToast({ message: translations.saved })
                },
              })
            }
          />
        </div>
      )}
    </div>
  )
}

/** The columns: the languages of terms and of translations, one's own if there are none, and those that were added here. */
function useGlossaryLanguages(organizationId: string, entries: readonly GlossaryEntry[]) {
  const { language } = useLocale()
  const [added, setAdded] = useState<readonly string[]>([])
  const { data = [] } = useInfiniteQuery(readList(listTranslations, { organizationId }))
  const used = new Set([
    ...data.flatMap(({ source, language: target }) => [source.language, target]),
    ...entries.flatMap(({ translations }) => Object.keys(translations)),
  ])
  return {
    languages: [...new Set([...(used.size === 0 ? [language] : used), ...added])],
    addLanguage: (code: string) => setAdded((current) => [...current, code]),
  }
}

/** Adds a column. The choice goes back to its name, because the language is shown in the table. */
function AddLanguage({ shown, onAdd }: { shown: readonly string[]; onAdd: (code: string) => void }) {
  const { translations } = useTranslationWords()
  const { languageName } = useFormats()
  const choices = listLanguages(languageName).filter(({ value }) => !shown.includes(value))
  return (
    <Select<string>
      label={translations.addLanguage}
      isLabelHidden
      choices={[{ value: '', label: translations.addLanguage }, ...choices]}
      value=""
      onChange={onAdd}
    />
  )
}

/** Asks before a screen with terms that are not saved is left. */
function LeaveGuard({ isActive }: { isActive: boolean }) {
  const { translations } = useTranslationWords()
  const blocker = useBlocker({
    shouldBlockFn: () => isActive,
    enableBeforeUnload: () => isActive,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return (
    <FormDialog
      title={translations.leaveTitle}
      isOpen
      isDangerous
      onClose={blocker.reset}
      action={translations.leave}
      cancel={translations.stay}
      onSubmit={blocker.proceed}
    >
      <p>{translations.leaveText}</p>
    </FormDialog>
  )
}
