import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { type RefObject, useMemo } from 'react'
import { LoadFailure } from '../../../app/load-failure.tsx'
import { type ReviewWords, useReviewWords } from '../../../locales/features/reviews.ts'
import { Icon } from '../../../ui/icon.tsx'
import { check } from '../../../ui/icon-paths.ts'
import { SkeletonRows } from '../../../ui/states.tsx'
import { VirtualList } from '../../../ui/virtual-list.tsx'
import { changesRead, useIds } from '../use-change-request.ts'
import { ChangeMark } from '../writing/writing-tree.tsx'
import {
  type ChangedPage,
  findCurrentIndex,
  findOtherKey,
  findOtherKind,
  findOtherName,
  listChangedPages,
  listOtherChanges,
} from './changed-things.ts'
import { useViewedPages } from './use-viewed-pages.ts'

/** A row has two lines. */
export const CHANGE_ROW_HEIGHT_PX = 50

/** The changed pages in the side bar, and what else is changed. */
export function ChangeRows({ scrollRef }: { scrollRef: RefObject<HTMLElement | null> }) {
  const words = useReviewWords()
  const { common, changes: texts } = words
  const ids = useIds()
  const { data, error, refetch } = useQuery(changesRead(ids))
  const { page: chosen } = useSearch({ strict: false })
  const { viewedIds } = useViewedPages()
  const pages = useMemo(() => listChangedPages(data), [data])
  const others = useMemo(() => listOtherChanges(data), [data])
  if (error) return <LoadFailure error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows label={common.loading} rows={4} />
  const current = findCurrentIndex(pages, chosen)
  const viewedCount = pages.filter(({ id }) => viewedIds.has(id)).length
  return (
    <>
      <div className="sidebar-group">
        <div className="sidebar-title">
          <h2>{texts.pagesChanged(pages.length)}</h2>
          {viewedCount > 0 && <span className="soft">{texts.viewedCount(viewedCount)}</span>}
        </div>
        <VirtualList
          items={pages}
          getKey={({ id }) => id}
          currentIndex={current}
          scrollRef={scrollRef}
          rowHeightPx={CHANGE_ROW_HEIGHT_PX}
          renderRow={(page) => (
            <Link
              className="change-row"
              to="/spaces/$spaceId/change-requests/$changeRequestId/changes"
              params={ids}
              search={{ page: page.id }}
              activeProps={{}}
              {...(page === pages[current] && { 'aria-current': 'true' as const })}
            >
              <ChangeMark kind={page.kind} />
              <span className="cut">{page.title || common.untitled}</span>
              <small>{describePage(page, words)}</small>
              {viewedIds.has(page.id) && (
                <span className="viewed-mark">
                  <Icon of={check} />
                  <span className="sr">{texts.viewed}</span>
                </span>
              )}
            </Link>
          )}
        />
        {data.more !== undefined && data.more > 0 && <p className="soft">{texts.more(data.more)}</p>}
      </div>
      {others.length > 0 && (
        <div className="sidebar-group">
          <div className="sidebar-title">
            <h2>{texts.elsewhere}</h2>
          </div>
          <VirtualList
            items={others}
            getKey={findOtherKey}
            currentIndex={-1}
            scrollRef={scrollRef}
            rowHeightPx={CHANGE_ROW_HEIGHT_PX}
            renderRow={(change) => (
              <div className="change-row">
                <ChangeMark kind={findOtherKind(change)} />
                <span className="cut">{findOtherName(change) ?? texts.kinds[change.type]}</span>
                <small>{texts.kinds[change.type]}</small>
              </div>
            )}
          />
        </div>
      )}
    </>
  )
}

/** What was done to a page, in words. */
export function describePage(page: ChangedPage, { changes: texts }: ReviewWords): string {
  if (page.kind === 'new') return texts.kinds.page_created
  if (page.kind === 'deleted') return texts.kinds.page_deleted
  if (!page.isMoved) return texts.kinds.page_edited
  return page.kind === 'changed' ? texts.movedAnd : texts.kinds.page_moved
}
