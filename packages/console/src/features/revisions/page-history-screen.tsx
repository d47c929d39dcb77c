import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { read } from '../../api/index.ts'
import { getSpaceById, type PageRevisionEntry } from '../../api/operations.ts'
import { LoadFailure } from '../../app/load-failure.tsx'
import { LoadMore } from '../../app/load-more.tsx'
import { useGo } from '../../app/navigation.ts'
import { Screen } from '../../app/screen.tsx'
import { useSpaceCrumb } from '../../app/space-crumb.ts'
import { usePageHistoryWords } from '../../locales/features/page-history.ts'
import { useFormats } from '../../locales/index.ts'
import { Button } from '../../ui/button.tsx'
import { Empty, SkeletonRows } from '../../ui/states.tsx'
import { pageRevisionsRead, type PageOfSpace } from './page-history-reads.ts'
import { PageRevisionItem } from './page-revision-item.tsx'
import './history.css'

/** What happened to a page, whatever it was called and wherever it was: by day, the newest first. */
export function PageHistoryScreen() {
  const { common, pageHistory } = usePageHistoryWords()
  const page = useParams({ from: '/signed-in/spaces/$spaceId/pages/$pageId/history' })
  const list = useInfiniteQuery(pageRevisionsRead(page))
  const newest = list.data?.[0]
  const isDeleted = newest?.changes.includes('deleted') ?? false
  const title = newest?.page.title || common.untitled
  const go = useGo()
  const spaceCrumb = useSpaceCrumb(page.spaceId)
  return (
    <Screen
      title={pageHistory.title}
      crumbs={[
        spaceCrumb,
        // A deleted page has only its history.
        isDeleted
          ? { label: title }
          : { label: title, link: { to: '/spaces/$spaceId/pages/$pageId', params: page } },
      ]}
      actions={
        newest &&
        !isDeleted && (
          <Button
            label={pageHistory.blame}
            onPress={() => go({ to: '/spaces/$spaceId/pages/$pageId/blame', params: page })}
          />
        )
      }
    >
      <h1 className="sr">{pageHistory.title}</h1>
      {list.error ? (
        <LoadFailure error={list.error} onRetry={() => void list.refetch()} />
      ) : !list.data ? (
        <SkeletonRows label={common.loading} />
      ) : list.data.length === 0 ? (
        <Empty title={pageHistory.emptyTitle}>{pageHistory.emptyText}</Empty>
      ) : (
        <div className="stack">
          <Days entries={list.data} page={page} isDeleted={isDeleted} />
          <LoadMore list={list} />
        </div>
      )}
    </Screen>
  )
}

interface DaysProps {
  entries: readonly PageRevisionEntry[]
  page: PageOfSpace
  isDeleted: boolean
}

function Days({ entries, page, isDeleted }: DaysProps) {
  const { date } = useFormats()
  const { data: space } = useQuery(read(getSpaceById, { spaceId: page.spaceId }))
  const canRestore = space?.permissions.edit ?? false
  const days = Map.groupBy(entries, ({ createdAt }) => date(createdAt))
  return Array.from(days, ([day, ofDay]) => (
    <section key={day} aria-label={day}>
      <div className="section-head">
        <h2>{day}</h2>
      </div>
      <ul className="list">
        {ofDay.map((entry) => (
          <PageRevisionItem
            key={entry.id}
            entry={entry}
            page={page}
            isNow={entry === entries[0] && !isDeleted}
            canRestore={canRestore}
          />
        ))}
      </ul>
    </section>
  ))
}
