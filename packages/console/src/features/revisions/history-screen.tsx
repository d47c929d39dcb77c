import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { read, readList } from '../../api/index.ts'
import { getSpaceById, listRevisionsInSpace, type RevisionEntry } from '../../api/operations.ts'
import { LoadFailure } from '../../app/failures.tsx'
import { LoadMore } from '../../app/load-more.tsx'
import { Screen } from '../../app/screen.tsx'
import { useSpaceCrumb } from '../../app/space-crumb.ts'
import { useFormats, useWords } from '../../locales/index.ts'
import { Empty, SkeletonRows } from '../../ui/states.tsx'
import { RevisionItem } from './revision-item.tsx'
import './history.css'

/** What happened to the content of a space, by day, the newest first. */
export function HistoryScreen() {
  const { common, revisions } = useWords()
  const { spaceId } = useParams({ from: '/signed-in/spaces/$spaceId' })
  const { data: space } = useQuery(read(getSpaceById, { spaceId }))
  const list = useInfiniteQuery(readList(listRevisionsInSpace, { spaceId }))
  return (
    <Screen title={revisions.title} crumbs={[useSpaceCrumb(spaceId)]}>
      <h1 className="sr">{revisions.title}</h1>
      {list.error ? (
        <LoadFailure error={list.error} onRetry={() => void list.refetch()} />
      ) : !list.data ? (
        <SkeletonRows label={common.loading} />
      ) : list.data.length === 0 ? (
        <Empty title={revisions.emptyTitle}>{revisions.emptyText}</Empty>
      ) : (
        <div className="stack">
          <Days entries={list.data} spaceId={spaceId} canRestore={space?.permissions.edit ?? false} />
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
}

function Days({ entries, spaceId, canRestore }: DaysProps) {
  const { date } = useFormats()
  const days = Map.groupBy(entries, ({ createdAt }) => date(createdAt))
  return Array.from(days, ([day, ofDay]) => (
    <section key={day} aria-label={day}>
      <div className="section-head">
        <h2>{day}</h2>
      </div>
      <ul className="list">
        {ofDay.map((entry) => (
          <RevisionItem key={entry.id} entry={entry} spaceId={spaceId} canRestore={canRestore} />
        ))}
      </ul>
    </section>
  ))
}
