import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useParams } from '@tanstack/react-router'
import { read } from '../../api/index.ts'
import { getSpaceById } from '../../api/operations.ts'
import { LoadFailure } from '../../app/load-failure.tsx'
import { Screen } from '../../app/screen.tsx'
import { useWords } from '../../locales/index.ts'
import { Empty, SkeletonRows } from '../../ui/states.tsx'
import { pagesRead } from '../pages/index.ts'

/** Goes to the first page of a space, or says how to begin where there is none. */
export function SpaceStartScreen() {
  const { common, spaces } = useWords()
  const { spaceId } = useParams({ from: '/signed-in/spaces/$spaceId' })
  const { data: space } = useQuery(read(getSpaceById, { spaceId }))
  const { data, error, refetch } = useQuery(pagesRead(spaceId))
  const first = data?.pages.find(({ type }) => type === 'document')
  if (first)
    return <Navigate to="/spaces/$spaceId/pages/$pageId" params={{ spaceId, pageId: first.id }} replace />
  return (
    <Screen title={space?.title ?? spaces.space}>
      <h1 className="sr">{space?.title ?? spaces.space}</h1>
      {error ? (
        <LoadFailure error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Empty
          title={spaces.emptyTitle}
          actions={
            space?.permissions.edit === true && (
              <Link className="btn primary" to="/spaces/$spaceId/import" params={{ spaceId }}>
                {spaces.importContent}
              </Link>
            )
          }
        >
          {spaces.emptyText}
        </Empty>
      ) : (
        <SkeletonRows label={common.loading} />
      )}
    </Screen>
  )
}
