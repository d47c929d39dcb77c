import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { read, readList } from '../../api/index.ts'
import {
  getTeamInOrganizationById,
  listTeamMembersInOrganizationById,
  type OrganizationTeamMember,
} from '../../api/operations.ts'
import { FailedScreen } from '../../app/failures.tsx'
import { LoadFailure } from '../../app/load-failure.tsx'
import { LoadMore } from '../../app/load-more.tsx'
import { Screen } from '../../app/screen.tsx'
import { useFailureToast } from '../../app/use-failure-toast.ts'
import { useMemberWords } from '../../locales/features/members.ts'
import { Avatar } from '../../ui/badges.tsx'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/choice.tsx'
import { ellipsis, pen, plus, trashCan, xmark } from '../../ui/icon-paths.ts'
import { Menu } from '../../ui/menu.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import { AddTeamMembersDialog } from './add-team-members-dialog.tsx'
import { DeleteTeamDialog, RenameTeamDialog } from './team-dialogs.tsx'
import { useTeamWrites } from './use-team-writes.ts'

/** One team and its members. */
export function TeamScreen() {
  const { members, common } = useMemberWords()
  const { organizationId, teamId } = useParams({ from: '/signed-in/orgs/$organizationId/teams/$teamId' })
  const { data: team, error, refetch } = useQuery(read(getTeamInOrganizationById, { organizationId, teamId }))
  const list = useInfiniteQuery(readList(listTeamMembersInOrganizationById, { organizationId, teamId }))
  const [dialog, setDialog] = useState<'add' | 'rename' | 'delete'>()
  if (error && !team) return <FailedScreen error={error} reset={() => void refetch()} />
  const title = team?.title ?? common.loading
  const canChange = team?.permissions.admin === true
  const close = (): void => setDialog(undefined)
  return (
    <Screen
      title={title}
      crumbs={[
        { label: members.teams, link: { to: '/orgs/$organizationId/teams', params: { organizationId } } },
      ]}
      actions={
        canChange && (
          <>
            <Menu
              label={common.moreFor(title)}
              placement="bottom end"
              items={[
                { id: 'rename', label: members.renameTeam, icon: pen, onAction: () => setDialog('rename') },
                {
                  id: 'delete',
                  label: members.deleteTeam,
                  icon: trashCan,
                  isDangerous: true,
                  onAction: () => setDialog('delete'),
                },
              ]}
            >
              <Button look="quiet" isIconOnly icon={ellipsis} label={common.moreFor(title)} />
            </Menu>
            <Button look="primary" icon={plus} label={members.addMembers} onPress={() => setDialog('add')} />
          </>
        )
      }
    >
      <h1 className="sr">{title}</h1>
      {list.error ? (
        <LoadFailure error={list.error} onRetry={() => void list.refetch()} />
      ) : !list.data ? (
        <SkeletonRows label={common.loading} />
      ) : list.data.length === 0 ? (
        <p className="soft">{members.emptyTeam}</p>
      ) : (
        <ul className="list">
          {list.data.map((member) => (
            <TeamMemberItem
              key={member.organization.id}
              organizationId={organizationId}
              teamId={teamId}
              member={member}
              canChange={canChange}
            />
          ))}
        </ul>
      )}
      <LoadMore list={list} />
      {dialog === 'add' && (
        <AddTeamMembersDialog organizationId={organizationId} teamId={teamId} onClose={close} />
      )}
      {team && dialog === 'rename' && (
        <RenameTeamDialog organizationId={organizationId} team={team} onClose={close} />
      )}
      {team && dialog === 'delete' && (
        <DeleteTeamDialog organizationId={organizationId} team={team} onClose={close} />
      )}
    </Screen>
  )
}

interface TeamMemberItemProps {
  organizationId: string
  teamId: string
  member: OrganizationTeamMember
  canChange: boolean
}

function TeamMemberItem({ organizationId, teamId, member, canChange }: TeamMemberItemProps) {
  const { members, roles } = useMemberWords()
  const { user } = member.organization
  const { setRole, removeMember } = useTeamWrites(organizationId, teamId)
  const showFailure = useFailureToast()
  const { role } = member.team
  return (
    <li className="item person-item">
      <Link
        className="person grow"
        to="/orgs/$organizationId/members/$userId"
        params={{ organizationId, userId: user.id }}
      >
        <Avatar name={user.displayName} imageUrl={user.photoURL} isDecorative />
        <span className="grow">
          <strong className="cut">{user.displayName}</strong>
          <small className="cut">{user.email}</small>
        </span>
      </Link>
      {canChange ? (
        <Select
          label={roles.roleOf(user.displayName)}
          isLabelHidden
          isQuiet
          choices={[
            { value: 'owner', label: members.owner },
            { value: 'member', label: members.member },
          ]}
          value={setRole.isPending ? setRole.variables.role : role}
          onChange={(next) => setRole.mutate({ userId: user.id, role: next }, { onError: showFailure })}
        />
      ) : (
        <span className="soft">{members[role]}</span>
      )}
      {canChange && (
        <Button
          look="quiet"
          isIconOnly
          icon={xmark}
          label={members.removeFromTeam(user.displayName)}
          isBusy={removeMember.isPending}
          onPress={() => removeMember.mutate(user.id, { onError: showFailure })}
        />
      )}
    </li>
  )
}
