import { useInfiniteQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { readList } from '../../api/index.ts'
import { listChangeRequestsForOrganization } from '../../api/operations.ts'
import { Screen } from '../../app/screen.tsx'
import { useSession } from '../../app/session.ts'
import { useWords } from '../../locales/index.ts'
import { OrganizationFrame } from '../organizations/index.ts'
import { ChangeRequestList, FilterTabs, useFilter } from './change-request-list.tsx'
import { createFilterQuery } from './filters.ts'

/** The change requests of all spaces of an organization. */
export function OrganizationChangeRequestsScreen() {
  const { organizationId } = useParams({ from: '/signed-in/orgs/$organizationId/change-requests' })
  return (
    <OrganizationFrame organizationId={organizationId} screen={<List organizationId={organizationId} />} />
  )
}

function List({ organizationId }: { organizationId: string }) {
  const { changeRequests } = useWords()
  const user = useSession()
  const filter = useFilter()
  const list = useInfiniteQuery(
    readList(listChangeRequestsForOrganization, {
      organizationId,
      query: createFilterQuery(filter, user.id),
    }),
  )
  return (
    <Screen title={changeRequests.title} tabs={<FilterTabs />}>
      <h1 className="sr">{changeRequests.title}</h1>
      <ChangeRequestList list={list} />
    </Screen>
  )
}
