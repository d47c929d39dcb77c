import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { call, read, useWrite } from '../../api/index.ts'
import {
  deleteTranslation,
  getTranslation,
  listTranslations,
  type Translation,
} from '../../api/operations.ts'
import { DangerSection } from '../../app/danger-section.tsx'
import { FailedScreen } from '../../app/failures.tsx'
import { describeError } from '../../app/load-failure.tsx'
import { useGo } from '../../app/navigation.ts'
import { Screen } from '../../app/screen.tsx'
import { useTranslationWords } from '../../locales/features/translations.ts'
import { useFormats } from '../../locales/index.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useContent } from '../content/index.ts'
import { InstructionsSection } from './instructions-section.tsx'
import { TranslationCost } from './translation-cost.tsx'
import { TranslationFailure } from './translation-failure.tsx'
import { TranslationProblems } from './translation-problems.tsx'
import { RunActions, TranslationRuns } from './translation-runs.tsx'
import { isUnderWay, REFRESH_MS, RunProgress, TranslationState } from './translation-state.tsx'
import './translations.css'

/** One language of a space: how far it is, what it cost, what is still in the source language, and its runs. */
export function TranslationScreen() {
  const { translations, common } = useTranslationWords()
  const { languageName } = useFormats()
  const { organizationId, translationId } = useParams({
    from: '/signed-in/orgs/$organizationId/translations/$translationId',
  })
  const { data, error, refetch } = useQuery({
    ...read(getTranslation, { organizationId, translationId }),
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? REFRESH_MS : false),
  })
  if (error && !data) return <FailedScreen error={error} reset={() => void refetch()} />
  return (
    <Screen
      title={data ? languageName(data.language) : translations.title}
      crumbs={[
        {
          label: translations.title,
          link: { to: '/orgs/$organizationId/translations', params: { organizationId } },
        },
      ]}
      actions={
        data?.permissions.edit === true && <RunActions organizationId={organizationId} translation={data} />
      }
    >
      {data ? (
        <LoadedTranslation organizationId={organizationId} translation={data} />
      ) : (
        <SkeletonRows label={common.loading} />
      )}
    </Screen>
  )
}

interface TranslationProps {
  organizationId: string
  translation: Translation
}

function LoadedTranslation({ organizationId, translation }: TranslationProps) {
  const canEdit = translation.permissions.edit
  return (
    <div className="stack">
      <TranslationHead organizationId={organizationId} translation={translation} />
      <TranslationFailure translation={translation} />
      <TranslationProblems translation={translation} />
      <TranslationCost stats={translation.stats} />
      <TranslationRuns organizationId={organizationId} translation={translation} />
      <InstructionsSection organizationId={organizationId} translation={translation} />
      {canEdit && <DeleteSection organizationId={organizationId} translation={translation} />}
    </div>
  )
}

function TranslationHead({ organizationId, translation }: TranslationProps) {
  const { translations } = useTranslationWords()
  const { languageName } = useFormats()
  const { nodes } = useContent(organizationId)
  const { source, language, result, run } = translation
  const name = languageName(language)
  const space = nodes.find(({ id }) => id === source.space)
  return (
    <div className="head">
      <div>
        <h1>{translations.into(name)}</h1>
        <p className="translation-facts">
          <TranslationState translation={translation} />
          <span>
            {translations.from(space?.label ?? translations.unknownSpace, languageName(source.language))}
          </span>
          {result && (
            <Link className="link" to="/spaces/$spaceId" params={{ spaceId: result.space }}>
              {translations.open}
            </Link>
          )}
        </p>
        {run && <RunProgress name={name} progress={run.progress} />}
      </div>
    </div>
  )
}

function DeleteSection({ organizationId, translation }: TranslationProps) {
  const words = useTranslationWords()
  const { translations, common } = words
  const { languageName } = useFormats()
  const go = useGo()
  const [isAsking, setAsking] = useState(false)
  const name = languageName(translation.language)
  const remove = useWrite(() => call(deleteTranslation, { organizationId, translationId: translation.id }), {
    stale: [listTranslations],
  })
  return (
    <DangerSection
      text={translations.deleteText}
      action={translations.delete}
      onPress={() => setAsking(true)}
    >
      {isAsking && (
        <ConfirmDialog
          title={translations.deleteTitle(name)}
          explanation={translations.deleteText}
          name={name}
          nameLabel={common.typeToConfirm(name)}
          isOpen
          onClose={() => setAsking(false)}
          action={translations.delete}
          cancel={common.cancel}
          onSubmit={() =>
            remove.mutate(undefined, {
              onSuccess: () => {
                showToast({ message: translations.deleted })
                go({ to: '/orgs/$organizationId/translations', params: { organizationId } })
              },
            })
          }
          isBusy={remove.isPending}
          error={remove.error ? describeError(remove.error, words) : undefined}
        />
      )}
    </DangerSection>
  )
}
