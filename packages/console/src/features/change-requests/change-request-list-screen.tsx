import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { read, readList } from '../../api/index.ts'
import { getSpaceById, listChangeRequestsForSpace } from '../../api/operations.ts'
import { LoadFailure } from '../../app/failures.tsx'
import { Screen } from '../../app/screen.tsx'
import { useWords } from '../../locales/index.ts'
import { Button } from '../../ui/button.tsx'
import { Empty, SkeletonRows } from '../../ui/states.tsx'
import { ChangeRequestItem } from './change-request-item.tsx'

/** The change requests of a space. */
export function ChangeRequestListScreen() {
  const { common, changeRequests, spaces } = useWords()
  const { spaceId } = useParams({ from: '/signed-in/spaces/$spaceId' })
  const { data: space } = useQuery(read(getSpaceById, { spaceId }))
  const list = useInfiniteQuery(readList(listChangeRequestsForSpace, { spaceId }))
  return (
    <Screen
      title={changeRequests.title}
      crumbs={[
        { label: space?.title ?? spaces.space, link: { to: '/spaces/$spaceId', params: { spaceId } } },
      ]}
    >
      {list.error ? (
        <LoadFailure error={list.error} onRetry={() => void list.refetch()} />
      ) : !list.data ? (
        <SkeletonRows label={common.loading} />
      ) : list.data.length === 0 ? (
        <Empty title={changeRequests.emptyTitle}>{changeRequests.emptyText}</Empty>
      ) : (
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
      )}
    </Screen>
  )
}
