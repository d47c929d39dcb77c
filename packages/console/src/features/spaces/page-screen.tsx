import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { read } from '../../api/index.ts'
import { getPageById, getSpaceById } from '../../api/operations.ts'
import { LoadFailure } from '../../app/failures.tsx'
import { Screen } from '../../app/screen.tsx'
import { useWords } from '../../locales/index.ts'
import { SkeletonRows } from '../../ui/states.tsx'
import './reading.css'

/** A page of a space, as its readers see it. */
export function PageScreen() {
  const { common, spaces } = useWords()
  const { spaceId, pageId } = useParams({ from: '/signed-in/spaces/$spaceId/pages/$pageId' })
  const { data: space } = useQuery(read(getSpaceById, { spaceId }))
  const { data: page, error, refetch } = useQuery(read(getPageById, { spaceId, pageId }))
  return (
    <Screen
      title={page?.title ?? common.loading}
      crumbs={[
        { label: space?.title ?? spaces.space, link: { to: '/spaces/$spaceId', params: { spaceId } } },
      ]}
      isBare
    >
      <div className="reader">
        {error ? (
          <LoadFailure error={error} onRetry={() => void refetch()} />
        ) : page ? (
          <article className="page">
            <h1>{page.title || common.untitled}</h1>
          </article>
        ) : (
          <SkeletonRows label={common.loading} />
        )}
      </div>
    </Screen>
  )
}
