import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import { readList } from '../../api/index.ts'
import { listMembersInOrganizationById, type OrganizationMember } from '../../api/operations.ts'
import { LoadFailure } from '../../app/load-failure.tsx'
import { LoadMore } from '../../app/load-more.tsx'
import { useOrganization } from '../../app/organization.ts'
import { Screen } from '../../app/screen.tsx'
import { useFormats } from '../../locales/index.ts'
import { useMemberWords } from '../../locales/features/members.ts'
import { Avatar } from '../../ui/badges.tsx'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/choice.tsx'
import { SearchField } from '../../ui/field.tsx'
import { plus } from '../../ui/icon-paths.ts'
import { SkeletonRows } from '../../ui/states.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { MemberRoleField } from './member-role.tsx'
import { PeopleTabs } from './people-tabs.tsx'

type RoleFilter = 'any' | 'read' | 'comment' | 'edit' | 'review' | 'create' | 'admin' | 'guest'

/** The people of an organization. */
export function MembersScreen() {
  const { members, roles, common } = useMemberWords()
  const { organizationId } = useParams({ from: '/signed-in/orgs/$organizationId' })
  const isAdmin = useOrganization(organizationId)?.permissions.admin === true
  const [search, setSearch] = useState('')
  const [role, setRole] = useState<RoleFilter>('any')
  const [isInviting, setInviting] = useState(false)
  const wanted = useDeferredValue(search.trim())
  const list = useInfiniteQuery({
    ...readList(listMembersInOrganizationById, {
      organizationId,
      query: { ...(wanted !== '' && { search: wanted }), ...(role !== 'any' && { role }) },
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <Screen
      title={members.title}
      tabs={<PeopleTabs organizationId={organizationId} />}
      actions={
        isAdmin && (
          <Button look="primary" icon={plus} label={members.invite} onPress={() => setInviting(true)} />
        )
      }
    >
      <h1 className="sr">{members.title}</h1>
      {isInviting && <InviteDialog organizationId={organizationId} onClose={() => setInviting(false)} />}
      <div className="toolbar">
        <SearchField label={members.search} value={search} onChange={setSearch} />
        <Select
          label={roles.role}
          isLabelHidden
          isQuiet
          choices={(['any', 'admin', 'create', 'review', 'edit', 'comment', 'read', 'guest'] as const).map(
            (value) => ({ value, label: roles[value] }),
          )}
          value={role}
          onChange={setRole}
        />
      </div>
      {list.error ? (
        <LoadFailure error={list.error} onRetry={() => void list.refetch()} />
      ) : !list.data ? (
        <SkeletonRows label={common.loading} />
      ) : list.data.length === 0 ? (
        <p className="soft">{members.noMatch}</p>
      ) : (
        <MemberTable organizationId={organizationId} members={list.data} />
      )}
      <LoadMore list={list} />
    </Screen>
  )
}

interface MemberTableProps {
  organizationId: string
  members: readonly OrganizationMember[]
}

function MemberTable({ organizationId, members: rows }: MemberTableProps) {
  const { members, roles } = useMemberWords()
  const { relativeTime } = useFormats()
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">{members.name}</th>
          <th scope="col">{members.sso}</th>
          <th scope="col">{members.lastSeen}</th>
          <th scope="col">{roles.role}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((member) => (
          <tr key={member.id}>
            <td>
              <Link
                className="person"
                to="/orgs/$organizationId/members/$userId"
                params={{ organizationId, userId: member.user.id }}
              >
                <Avatar name={member.user.displayName} imageUrl={member.user.photoURL} isDecorative />
                <span className="grow">
                  <strong className="cut">{member.user.displayName}</strong>
                  <small className="cut">{member.user.email}</small>
                </span>
              </Link>
            </td>
            <td className="soft">{member.sso ? members.sso : '—'}</td>
            <td className="soft">
              {member.lastSeenAt === undefined ? members.never : relativeTime(member.lastSeenAt)}
            </td>
            <td>
              <MemberRoleField organizationId={organizationId} member={member} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
