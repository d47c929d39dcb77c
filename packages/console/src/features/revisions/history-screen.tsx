import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { read, readList } from '../../api/index.ts'
import { getSpaceById, listRevisionsInSpace, type RevisionEntry } from '../../api/operations.ts'
import { LoadFailure } from '../../app/load-failure.tsx'
import { LoadMore } from '../../app/load-more.tsx'
import { useGo } from '../../app/navigation.ts'
import { Screen } from '../../app/screen.tsx'
import { useSpaceCrumb } from '../../app/space-crumb.ts'
import { useFormats } from '../../locales/index.ts'
import { useRevisionWords } from '../../locales/features/revisions.ts'
import { Button } from '../../ui/button.tsx'
import { Empty, SkeletonRows } from '../../ui/states.tsx'
import { RevisionItem } from './revision-item.tsx'
import './history.css'

/** What happened to the content of a space, by day, the newest first. */
export function HistoryScreen() {
  const { common, revisions } = useRevisionWords()
  const { spaceId } = useParams({ from: '/signed-in/spaces/$spaceId' })
  const { data: space } = useQuery(read(getSpaceById, { spaceId }))
  const list = useInfiniteQuery(readList(listRevisionsInSpace, { spaceId }))
  const go = useGo()
  const [chosenIds, setChosenIds] = useState<readonly string[]>([])
  // The newest comes first.
  const [newer, older] = (list.data ?? []).filter(({ id }) => chosenIds.includes(id))
  return (
    <Screen
      title={revisions.title}
      crumbs={[useSpaceCrumb(spaceId)]}
      actions={
        newer &&
        older && (
          <Button
            look="primary"
            label={revisions.compare}
            onPress={() =>
              go({
                to: '/spaces/$spaceId/revisions/$revisionId/compare/$baseRevisionId',
                params: { spaceId, revisionId: newer.id, baseRevisionId: older.id },
              })
            }
          />
        )
      }
    >
      <h1 className="sr">{revisions.title}</h1>
      {list.error ? (
        <LoadFailure error={list.error} onRetry={() => void list.refetch()} />
      ) : !list.data ? (
        <SkeletonRows label={common.loading} />
      ) : list.data.length === 0 ? (
        <Empty title={revisions.emptyTitle}>{revisions.emptyText}</Empty>
      ) : (
        <div className="stack">
          {list.data.length > 1 && <p className="soft">{revisions.compareHint}</p>}
          <Days
            entries={list.data}
            spaceId={spaceId}
            canRestore={space?.permissions.edit ?? false}
            chosenIds={chosenIds}
            // A third takes the place of the one that was chosen first.
            onChoose={(id, isChosen) =>
              setChosenIds(
                [...chosenIds.filter((other) => other !== id), ...(isChosen ? [id] : [])].slice(-2),
              )
            }
          />
          <LoadMore list={list} />
        </div>
      )}
    </Screen>
  )
}

interface DaysProps {
  entries: readonly RevisionEntry[]
  spaceId: string
  canRestore: boolean
  /** Those that are to be compared. */
  chosenIds: readonly string[]
  onChoose: (id: string, isChosen: boolean) => void
}

function Days({ entries, spaceId, canRestore, chosenIds, onChoose }: DaysProps) {
  const { date } = useFormats()
  const days = Map.groupBy(entries, ({ createdAt }) => date(createdAt))
  return Array.from(days, ([day, ofDay]) => (
    <section key={day} aria-label={day}>
      <div className="section-head">
        <h2>{day}</h2>
      </div>
      <ul className="list">
        {ofDay.map((entry) => (
          <RevisionItem
            key={entry.id}
            entry={entry}
            spaceId={spaceId}
            canRestore={canRestore}
            isChosen={chosenIds.includes(entry.id)}
            onChoose={(isChosen) => onChoose(entry.id, isChosen)}
          />
        ))}
      </ul>
    </section>
  ))
}
