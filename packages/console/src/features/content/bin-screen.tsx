import { useInfiniteQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { readList } from '../../api/index.ts'
import { listSpacesInOrganizationById, type Space } from '../../api/operations.ts'
import { LoadFailure } from '../../app/load-failure.tsx'
import { LoadMore } from '../../app/load-more.tsx'
import { useGo } from '../../app/navigation.ts'
import { Screen } from '../../app/screen.tsx'
import { useFailureToast } from '../../app/use-failure-toast.ts'
import { useFormats, useWords } from '../../locales/index.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { book, clockRotateLeft } from '../../ui/icon-paths.ts'
import { Empty, SkeletonRows } from '../../ui/states.tsx'
import { showToast } from '../../ui/toast.tsx'
import { ContentTabs } from './content-tabs.tsx'
import { useContentWrites } from './use-content-writes.ts'

/** Deleted spaces, which can be restored for seven days. */
export function BinScreen() {
  const { content, common } = useWords()
  const { organizationId } = useParams({ from: '/signed-in/orgs/$organizationId' })
  const bin = useInfiniteQuery(
    readList(listSpacesInOrganizationById, { organizationId, query: { deleted: true } }),
  )
  return (
    <Screen
      title={content.binTab}
      crumbs={[
        { label: content.title, link: { to: '/orgs/$organizationId/content', params: { organizationId } } },
      ]}
      tabs={<ContentTabs organizationId={organizationId} />}
    >
      <h1 className="sr">{content.binTab}</h1>
      {bin.error ? (
        <LoadFailure error={bin.error} onRetry={() => void bin.refetch()} />
      ) : !bin.data ? (
        <SkeletonRows label={common.loading} />
      ) : bin.data.length === 0 ? (
        <Empty title={content.emptyBinTitle}>{content.emptyBinText}</Empty>
      ) : (
        <>
          <p className="soft">{content.emptyBinText}</p>
          <ul className="list">
            {bin.data.map((space) => (
              <BinItem key={space.id} space={space} />
            ))}
          </ul>
          <LoadMore list={bin} />
        </>
      )}
    </Screen>
  )
}

function BinItem({ space }: { space: Space }) {
  const { content } = useWords()
  const { relativeTime } = useFormats()
  const { restoreSpace } = useContentWrites(space.organization)
  const showFailure = useFailureToast()
  const go = useGo()
  const restore = (): void =>
    restoreSpace.mutate(space, {
      onSuccess: () =>
        showToast({
          message: content.restored(space.title),
          action: {
            label: content.open,
            run: () => go({ to: '/spaces/$spaceId', params: { spaceId: space.id } }),
          },
        }),
      onError: showFailure,
    })
  return (
    <li className="item">
      <Icon of={book} />
      <span className="grow">
        <span className="title cut">{space.title}</span>
        {space.deletedAt !== undefined && (
          <span className="meta">{content.deletedAt(relativeTime(space.deletedAt))}</span>
        )}
      </span>
      {space.permissions.admin && (
        <Button
          icon={clockRotateLeft}
          label={content.restore}
          aria-label={content.restoreNamed(space.title)}
          isBusy={restoreSpace.isPending}
          onPress={restore}
        />
      )}
    </li>
  )
}
