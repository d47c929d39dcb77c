import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { read, readList } from '../../api/index.ts'
import { getSpaceById, listChangeRequestsForOrganization } from '../../api/operations.ts'
import { Screen } from '../../app/screen.tsx'
import { useSession } from '../../app/session.ts'
import { useWords } from '../../locales/index.ts'
import { ChangeRequestList, FilterTabs, useFilter } from './change-request-list.tsx'
import { EditButton } from './edit-button.tsx'
import { createFilterQuery } from './filters.ts'

/** The change requests of a space. */
export function ChangeRequestListScreen() {
  const { changeRequests, spaces } = useWords()
  const { spaceId } = useParams({ from: '/signed-in/spaces/$spaceId' })
  const user = useSession()
  const filter = useFilter()
  const { data: space } = useQuery(read(getSpaceById, { spaceId }))
  const list = useInfiniteQuery({
    ...readList(listChangeRequestsForOrganization, {
      organizationId: space?.organization ?? '',
      query: { ...createFilterQuery(filter, user.id), space: spaceId },
    }),
    enabled: space !== undefined,
  })
  return (
    <Screen
      title={changeRequests.title}
      crumbs={[
        { label: space?.title ?? spaces.space, link: { to: '/spaces/$spaceId', params: { spaceId } } },
      ]}
      actions={<EditButton spaceId={spaceId} />}
      tabs={<FilterTabs />}
    >
      <h1 className="sr">{changeRequests.title}</h1>
      <ChangeRequestList list={list} />
    </Screen>
  )
}
