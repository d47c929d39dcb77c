import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import type { ChangeRequest } from '../../api/operations.ts'
import { LoadFailure } from '../../app/load-failure.tsx'
import { useWords } from '../../locales/index.ts'
import { Button } from '../../ui/button.tsx'
import { Empty, SkeletonRows } from '../../ui/states.tsx'
import { ChangeRequestItem } from './change-request-item.tsx'
import { changeRequestFilters, type ChangeRequestFilter } from './filters.ts'

/** The chosen filter, which is in the address. */
export const useFilter = (): ChangeRequestFilter => useSearch({ strict: false }).show ?? 'open'

/** Which change requests are listed. */
export function FilterTabs() {
  const { changeRequests } = useWords()
  const current = useFilter()
  return (
    <div className="tabs-row">
      <nav className="tabs" aria-label={changeRequests.filters.label}>
        {changeRequestFilters.map((filter) => (
          <Link
            key={filter}
            className="tab"
            to="."
            search={{ show: filter }}
            activeProps={{}}
            aria-current={filter === current ? 'page' : undefined}
          >
            {changeRequests.filters[filter]}
          </Link>
        ))}
      </nav>
    </div>
  )
}

interface ChangeRequestListProps {
  list: Pick<
    UseInfiniteQueryResult<ChangeRequest[]>,
    'data' | 'error' | 'refetch' | 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'
  >
}

export function ChangeRequestList({ list }: ChangeRequestListProps) {
  const { common, changeRequests } = useWords()
  const filter = useFilter()
  if (list.error) return <LoadFailure error={list.error} onRetry={() => void list.refetch()} />
  if (!list.data) return <SkeletonRows label={common.loading} />
  if (list.data.length === 0) {
    return <Empty title={changeRequests.empty[filter]}>{changeRequests.emptyText}</Empty>
  }
  return (
    <>
      <ul className="list">
        {list.data.map((changeRequest) => (
          <ChangeRequestItem key={changeRequest.id} changeRequest={changeRequest} />
        ))}
      </ul>
      {list.hasNextPage && (
        <Button
          look="quiet"
          label={common.loadMore}
          isBusy={list.isFetchingNextPage}
          onPress={() => void list.fetchNextPage()}
        />
      )}
    </>
  )
}
