import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { call } from '../../../api/index.ts'
import { getPageInRevisionById } from '../../../api/operations.ts'
import { LoadFailure } from '../../../app/failures.tsx'
import { Screen } from '../../../app/screen.tsx'
import { useSpaceCrumb } from '../../../app/space-crumb.ts'
import { useFormats, useWords } from '../../../locales/index.ts'
import { Empty, SkeletonRows } from '../../../ui/states.tsx'
import { ChangeMark } from '../writing/writing-tree.tsx'
import { describePage } from './change-rows.tsx'
import { type ChangedPage, listChangedPages, listOtherChanges } from './changed-things.ts'
import { type ComparedRevisions, comparisonRead, revisionRead } from './comparison-reads.ts'
import { OtherChanges } from './other-changes.tsx'
import { PageChange } from './page-change.tsx'
import type { ReadSide } from './use-page-diff.ts'

/** What lies between two revisions of a space, one page at a time. */
export function CompareScreen() {
  const { common, revisions } = useWords()
  const compared = useParams({
    from: '/signed-in/spaces/$spaceId/revisions/$revisionId/compare/$baseRevisionId',
  })
  const { page: chosen } = useSearch({ strict: false })
  const { data, error, refetch } = useQuery(comparisonRead(compared))
  const pages = listChangedPages(data)
  const others = listOtherChanges(data)
  const page = pages.find(({ id }) => id === chosen) ?? pages[0]
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
                <ComparedPages pages={pages} current={page} compared={compared} more={data.more ?? 0} />
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
  const { revisions } = useWords()
  const { dateTime } = useFormats()
  const { data: before } = useQuery(revisionRead(spaceId, baseRevisionId))
  const { data: after } = useQuery(revisionRead(spaceId, revisionId))
  if (!before || !after) return null
  return <p className="soft">{revisions.between(dateTime(before.createdAt), dateTime(after.createdAt))}</p>
}

interface ComparedPagesProps {
  pages: readonly ChangedPage[]
  current: ChangedPage
  compared: ComparedRevisions
  more: number
}

function ComparedPages({ pages, current, compared, more }: ComparedPagesProps) {
  const words = useWords()
  const { common, changes: texts } = words
  return (
    <nav aria-labelledby="compared-pages">
      <h2 id="compared-pages">{texts.pagesChanged(pages.length)}</h2>
      {pages.map((page) => (
        <Link
          key={page.id}
          className="change-row"
          to="/spaces/$spaceId/revisions/$revisionId/compare/$baseRevisionId"
          params={compared}
          search={{ page: page.id }}
          activeProps={{}}
          {...(page.id === current.id && { 'aria-current': 'true' as const })}
        >
          <ChangeMark kind={page.kind} />
          <span className="cut">{page.title || common.untitled}</span>
          <small>{describePage(page, words)}</small>
        </Link>
      ))}
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
