import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { useMemo, useRef } from 'react'
import { call } from '../../../api/index.ts'
import { getPageInRevisionById } from '../../../api/operations.ts'
import { LoadFailure } from '../../../app/load-failure.tsx'
import { useGo } from '../../../app/navigation.ts'
import { Screen } from '../../../app/screen.tsx'
import { useSpaceCrumb } from '../../../app/space-crumb.ts'
import { useFormats } from '../../../locales/index.ts'
import { useReviewWords } from '../../../locales/features/reviews.ts'
import { useRevisionWords } from '../../../locales/features/revisions.ts'
import { Empty, SkeletonRows } from '../../../ui/states.tsx'
import { VirtualList } from '../../../ui/virtual-list.tsx'
import { ChangeMark } from '../writing/writing-tree.tsx'
import { CHANGE_ROW_HEIGHT_PX, describePage } from './change-rows.tsx'
import { type ChangedPage, findCurrentIndex, listChangedPages, listOtherChanges } from './changed-things.ts'
import { type ComparedRevisions, comparisonRead, revisionRead } from './comparison-reads.ts'
import { OtherChanges } from './other-changes.tsx'
import { PageChange } from './page-change.tsx'
import type { ReadSide } from './use-page-diff.ts'
import { useStepKeys } from './use-step-keys.ts'

/** What lies between two revisions of a space, one page at a time. */
export function CompareScreen() {
  const { common, revisions } = useRevisionWords()
  const compared = useParams({
    from: '/signed-in/spaces/$spaceId/revisions/$revisionId/compare/$baseRevisionId',
  })
  const { page: chosen } = useSearch({ strict: false })
  const { data, error, refetch } = useQuery(comparisonRead(compared))
  const pages = useMemo(() => listChangedPages(data), [data])
  const others = listOtherChanges(data)
  const index = findCurrentIndex(pages, chosen)
  const page = pages[index]
  const go = useGo()
  useStepKeys(pages, index, (pageId) =>
    go({
      to: '/spaces/$spaceId/revisions/$revisionId/compare/$baseRevisionId',
      params: compared,
      search: { page: pageId },
    }),
  )
  return (
    <Screen
      title={revisions.comparison}
      crumbs={[
        useSpaceCrumb(compared.spaceId),
        {
          label: revisions.title,
          link: { to: '/spaces/$spaceId/revisions', params: { spaceId: compared.spaceId } },
        },
      ]}
    >
      <h1 className="sr">{revisions.comparison}</h1>
      {error ? (
        <LoadFailure error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows label={common.loading} />
      ) : (
        <div className="stack">
          <Times {...compared} />
          {!page && others.length === 0 ? (
            <Empty title={revisions.noDifferenceTitle}>{revisions.noDifferenceText}</Empty>
          ) : (
            <div className="comparison">
              {page && (
                <ComparedPages pages={pages} index={index} compared={compared} more={data.more ?? 0} />
              )}
              <div className="stack">
                {page && <ComparedPage key={page.id} page={page} compared={compared} />}
                {others.length > 0 && <OtherChanges changes={others} />}
              </div>
            </div>
          )}
        </div>
      )}
    </Screen>
  )
}

/** When the two revisions were made. */
function Times({ spaceId, baseRevisionId, revisionId }: ComparedRevisions) {
  const { revisions } = useRevisionWords()
  const { dateTime } = useFormats()
  const { data: before } = useQuery(revisionRead(spaceId, baseRevisionId))
  const { data: after } = useQuery(revisionRead(spaceId, revisionId))
  if (!before || !after) return null
  return <p className="soft">{revisions.between(dateTime(before.createdAt), dateTime(after.createdAt))}</p>
}

interface ComparedPagesProps {
  pages: readonly ChangedPage[]
  index: number
  compared: ComparedRevisions
  more: number
}

function ComparedPages({ pages, index, compared, more }: ComparedPagesProps) {
  const words = useReviewWords()
  const { common, changes: texts } = words
  const scrollRef = useRef<HTMLElement>(null)
  return (
    <nav aria-labelledby="compared-pages" ref={scrollRef}>
      <h2 id="compared-pages">{texts.pagesChanged(pages.length)}</h2>
      <VirtualList
        items={pages}
        getKey={({ id }) => id}
        currentIndex={index}
        scrollRef={scrollRef}
        rowHeightPx={CHANGE_ROW_HEIGHT_PX}
        renderRow={(page) => (
          <Link
            className="change-row"
            to="/spaces/$spaceId/revisions/$revisionId/compare/$baseRevisionId"
            params={compared}
            search={{ page: page.id }}
            activeProps={{}}
            {...(page === pages[index] && { 'aria-current': 'true' as const })}
          >
            <ChangeMark kind={page.kind} />
            <span className="cut">{page.title || common.untitled}</span>
            <small>{describePage(page, words)}</small>
          </Link>
        )}
      />
      {more > 0 && <p className="soft">{texts.more(more)}</p>}
    </nav>
  )
}

function ComparedPage({ page, compared }: { page: ChangedPage; compared: ComparedRevisions }) {
  const { spaceId, baseRevisionId, revisionId } = compared
  const hasText = page.type === 'document'
  const readFrom =
    (id: string): ReadSide =>
    (format, signal) =>
      call(getPageInRevisionById, { spaceId, revisionId: id, pageId: page.id, query: { format } }, { signal })
  return (
    <PageChange
      page={page}
      source={{
        queryKey: [getPageInRevisionById.id, { ...compared, page, for: 'differences' }],
        isReady: true,
        before: hasText && page.kind !== 'new' ? readFrom(baseRevisionId) : undefined,
        after: hasText && page.kind !== 'deleted' ? readFrom(revisionId) : undefined,
      }}
    />
  )
}
