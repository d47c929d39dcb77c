import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { readList } from '../../api/index.ts'
import { listTranslations, type Translation } from '../../api/operations.ts'
import { LoadFailure } from '../../app/load-failure.tsx'
import { LoadMore } from '../../app/load-more.tsx'
import { useGo } from '../../app/navigation.ts'
import { Screen } from '../../app/screen.tsx'
import { useTranslationWords } from '../../locales/features/translations.ts'
import { useFormats } from '../../locales/index.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { language as languageIcon, plus } from '../../ui/icon-paths.ts'
import { Empty, SkeletonRows } from '../../ui/states.tsx'
import { useContent } from '../content/index.ts'
import { TranslateDialog } from './translate-dialog.tsx'
import { isUnderWay, REFRESH_MS, RunProgress, TranslationState } from './translation-state.tsx'
import { TranslationTabs } from './translation-tabs.tsx'
import { useTranslatableSpaces } from './use-translatable-spaces.ts'
import './translations.css'

/** The spaces that are translated, each with its languages. */
export function TranslationsScreen() {
  const { translations, common } = useTranslationWords()
  const { organizationId } = useParams({ from: '/signed-in/orgs/$organizationId' })
  const spaces = useTranslatableSpaces(organizationId)
  const [isAdding, setAdding] = useState(false)
  const go = useGo()
  const list = useInfiniteQuery({
    ...readList(listTranslations, { organizationId }),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some(isUnderWay)) === true ? REFRESH_MS : false,
  })
  return (
    <Screen
      title={translations.title}
      tabs={<TranslationTabs organizationId={organizationId} />}
      actions={
        spaces.length > 0 && (
          <Button look="primary" icon={plus} label={translations.add} onPress={() => setAdding(true)} />
        )
      }
    >
      <h1 className="sr">{translations.title}</h1>
      {isAdding && (
        <TranslateDialog
          organizationId={organizationId}
          spaces={spaces}
          onClose={() => setAdding(false)}
          onCreated={({ id }) =>
            go({
              to: '/orgs/$organizationId/translations/$translationId',
              params: { organizationId, translationId: id },
            })
          }
        />
      )}
      {list.error ? (
        <LoadFailure error={list.error} onRetry={() => void list.refetch()} />
      ) : !list.data ? (
        <SkeletonRows label={common.loading} />
      ) : list.data.length === 0 ? (
        <Empty title={translations.emptyTitle}>{translations.emptyText}</Empty>
      ) : (
        <div className="stack">
          {[...Map.groupBy(list.data, ({ source }) => source.space)].map(([spaceId, ofSpace]) => (
            <SpaceLanguages
              key={spaceId}
              organizationId={organizationId}
              spaceId={spaceId}
              translations={ofSpace}
            />
          ))}
        </div>
      )}
      <LoadMore list={list} />
    </Screen>
  )
}

interface SpaceLanguagesProps {
  organizationId: string
  /** The space that is translated. */
  spaceId: string
  translations: readonly Translation[]
}

function SpaceLanguages({ organizationId, spaceId, translations: ofSpace }: SpaceLanguagesProps) {
  const { translations } = useTranslationWords()
  const { nodes, isPending } = useContent(organizationId)
  const space = nodes.find(({ id }) => id === spaceId)
  const headingId = `languages-${spaceId}`
  return (
    <section aria-labelledby={headingId}>
      <div className="section-head">
        <h2 id={headingId}>
          {space ? (
            <Link to="/spaces/$spaceId" params={{ spaceId }}>
              {space.label}
            </Link>
          ) : (
            !isPending && translations.unknownSpace
          )}
        </h2>
      </div>
      <ul className="list">
        {ofSpace.map((translation) => (
          <li key={translation.id}>
            <LanguageItem organizationId={organizationId} translation={translation} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function LanguageItem({ organizationId, translation }: { organizationId: string; translation: Translation }) {
  const { translations } = useTranslationWords()
  const { languageName, number, relativeTime } = useFormats()
  const { id, language, stats, run, updatedAt } = translation
  const name = languageName(language)
  return (
    <Link
      className="item line-item"
      to="/orgs/$organizationId/translations/$translationId"
      params={{ organizationId, translationId: id }}
    >
      <Icon of={languageIcon} />
      <span className="grow">
        <span className="title cut">{name}</span>
        <span className="meta cut">
          {[
            translations.pages(stats.totalPages, number(stats.totalPages)),
            translations.words(stats.totalWords, number(stats.totalWords)),
            relativeTime(updatedAt),
          ].join(' · ')}
        </span>
      </span>
      {run && <RunProgress name={name} progress={run.progress} />}
      <TranslationState translation={translation} />
    </Link>
  )
}
