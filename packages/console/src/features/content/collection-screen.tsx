import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { read, readList } from '../../api/index.ts'
import { getCollectionById, listSpacesInCollectionById } from '../../api/operations.ts'
import { LoadFailure } from '../../app/failures.tsx'
import { Screen } from '../../app/screen.tsx'
import { useFormats, useWords } from '../../locales/index.ts'
import { Icon } from '../../ui/icon.tsx'
import { book } from '../../ui/icon-paths.ts'
import { Empty, SkeletonRows } from '../../ui/states.tsx'
import { OrganizationFrame } from '../organizations/index.ts'

/** The spaces of one collection. */
export function CollectionScreen() {
  const { common, content } = useWords()
  const { relativeTime } = useFormats()
  const { collectionId } = useParams({ from: '/signed-in/collections/$collectionId' })
  const collection = useQuery(read(getCollectionById, { collectionId }))
  const spaces = useInfiniteQuery(readList(listSpacesInCollectionById, { collectionId }))
  const error = collection.error ?? spaces.error
  const screen = (
    <Screen title={collection.data?.title ?? common.loading}>
      {error ? (
        <LoadFailure
          error={error}
          onRetry={() => {
            void collection.refetch()
            void spaces.refetch()
          }}
        />
      ) : !spaces.data ? (
        <SkeletonRows label={common.loading} />
      ) : spaces.data.length === 0 ? (
        <Empty title={content.emptyCollectionTitle}>{content.emptyCollectionText}</Empty>
      ) : (
        <ul className="list">
          {spaces.data.map(({ id, title, updatedAt }) => (
            <li key={id}>
              <Link className="item" to="/spaces/$spaceId" params={{ spaceId: id }}>
                <Icon of={book} />
                <span className="grow title cut">{title}</span>
                <time className="when" dateTime={updatedAt}>
                  {relativeTime(updatedAt)}
                </time>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Screen>
  )
  const organizationId = collection.data?.organization
  return organizationId === undefined ? (
    screen
  ) : (
    <OrganizationFrame organizationId={organizationId} screen={screen} />
  )
}
