import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { read, readList } from '../../api/index.ts'
import {
  getMemberInOrganizationById,
  listSpacesForOrganizationMember,
  listTeamsForOrganizationMember,
  type OrganizationMember,
  type User,
} from '../../api/operations.ts'
import { FailedScreen } from '../../app/failures.tsx'
import { describeError, LoadFailure } from '../../app/load-failure.tsx'
import { LoadMore } from '../../app/load-more.tsx'
import { useGo } from '../../app/navigation.ts'
import { useOrganization } from '../../app/organization.ts'
import { Screen } from '../../app/screen.tsx'
import { useSession } from '../../app/session.ts'
import { useFailureToast } from '../../app/use-failure-toast.ts'
import { useFormats } from '../../locales/index.ts'
import { useMemberWords } from '../../locales/features/members.ts'
import { Avatar } from '../../ui/badges.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { book, users } from '../../ui/icon-paths.ts'
import { SkeletonRows } from '../../ui/states.tsx'
import { showToast } from '../../ui/toast.tsx'
import { ExplainAccessButton } from '../access/index.ts'
import { MemberRoleField } from './member-role.tsx'
import { ResetPasswordButton } from './reset-password-button.tsx'
import { describeRole } from './role-select.tsx'
import { useMemberWrites } from './use-member-writes.ts'

/** One member: their role, their teams, and what they can see. */
export function MemberScreen() {
  const { common, members } = useMemberWords()
  const { organizationId, userId } = useParams({
    from: '/signed-in/orgs/$organizationId/members/$userId',
  })
  const {
    data: member,
    error,
    refetch,
  } = useQuery(read(getMemberInOrganizationById, { organizationId, userId }))
  const isAdmin = useOrganization(organizationId)?.permissions.admin === true
  const [isRemoving, setRemoving] = useState(false)
  if (error && !member) return <FailedScreen error={error} reset={() => void refetch()} />
  const name = member?.user.displayName ?? common.loading
  return (
    <Screen
      title={name}
      crumbs={[
        { label: members.title, link: { to: '/orgs/$organizationId/members', params: { organizationId } } },
      ]}
      actions={
        isAdmin && member && <Button look="danger" label={members.remove} onPress={() => setRemoving(true)} />
      }
    >
      <h1 className="sr">{name}</h1>
      {member ? (
        <div className="stack">
          <MemberHead organizationId={organizationId} member={member} />
          <MemberTeams organizationId={organizationId} userId={userId} />
          <MemberSpaces organizationId={organizationId} user={member.user} />
          {isRemoving && (
            <RemoveMemberDialog
              organizationId={organizationId}
              member={member}
              onClose={() => setRemoving(false)}
            />
          )}
        </div>
      ) : (
        <SkeletonRows label={common.loading} />
      )}
    </Screen>
  )
}

interface MemberProps {
  organizationId: string
  member: OrganizationMember
}

function MemberHead({ organizationId, member }: MemberProps) {
  const { members } = useMemberWords()
  const { date, relativeTime } = useFormats()
  const organization = useOrganization(organizationId)
  const { enableSso } = useMemberWrites(organizationId)
  const showFailure = useFailureToast()
  const { user, sso, joinedAt, lastSeenAt } = member
  const isSelf = useSession().id === user.id
  return (
    <div className="person-head">
      <Avatar name={user.displayName} imageUrl={user.photoURL} size="large" isDecorative />
      <div className="grow">
        <strong>{user.displayName}</strong>
        <p className="soft">
          {[
            user.email,
            members.joined(date(joinedAt)),
            lastSeenAt === undefined ? undefined : members.seen(relativeTime(lastSeenAt)),
            organization?.sso === true ? (sso ? members.ssoOn : members.ssoOff) : undefined,
          ]
            .filter((part) => part !== undefined)
            .join(' · ')}
        </p>
      </div>
      {organization?.permissions.admin === true && organization.sso && !sso && (
        <Button
          label={members.ssoEnable}
          isBusy={enableSso.isPending}
          onPress={() => enableSso.mutate(user.id, { onError: showFailure })}
        />
      )}
      {organization?.permissions.admin === true && !isSelf && (
        <ResetPasswordButton organizationId={organizationId} user={user} />
      )}
      <MemberRoleField organizationId={organizationId} member={member} />
    </div>
  )
}

interface MemberPartProps {
  organizationId: string
  userId: string
}

function MemberTeams({ organizationId, userId }: MemberPartProps) {
  const { members, common } = useMemberWords()
  const list = useInfiniteQuery(readList(listTeamsForOrganizationMember, { organizationId, userId }))
  return (
    <section aria-labelledby="member-teams">
      <div className="section-head">
        <h2 id="member-teams">{members.inTeams}</h2>
      </div>
      {list.error ? (
        <LoadFailure error={list.error} onRetry={() => void list.refetch()} />
      ) : !list.data ? (
        <SkeletonRows label={common.loading} />
      ) : list.data.length === 0 ? (
        <p className="soft">{members.inNoTeams}</p>
      ) : (
        <ul className="list">
          {list.data.map(({ team }) => (
            <li key={team.id}>
              <Link
                className="item line-item"
                to="/orgs/$organizationId/teams/$teamId"
                params={{ organizationId, teamId: team.id }}
              >
                <Icon of={users} />
                <span className="grow title cut">{team.title}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function MemberSpaces({ organizationId, user }: { organizationId: string; user: User }) {
  const words = useMemberWords()
  const { members, common } = words
  const isAdmin = useOrganization(organizationId)?.permissions.admin === true
  const list = useInfiniteQuery(
    readList(listSpacesForOrganizationMember, { organizationId, userId: user.id }),
  )
  return (
    <section aria-labelledby="member-spaces">
      <div className="section-head">
        <h2 id="member-spaces">{members.canSee}</h2>
      </div>
      {list.error ? (
        <LoadFailure error={list.error} onRetry={() => void list.refetch()} />
      ) : !list.data ? (
        <SkeletonRows label={common.loading} />
      ) : list.data.length === 0 ? (
        <p className="soft">{members.canSeeNothing}</p>
      ) : (
        <ul className="list">
          {list.data.map(({ space, permission }) => (
            <li key={space.id} className="item line-item">
              <Icon of={book} />
              <Link className="grow title cut" to="/spaces/$spaceId" params={{ spaceId: space.id }}>
                {space.title}
              </Link>
              <span className="soft">{describeRole(permission, words)}</span>
              {isAdmin && (
                <ExplainAccessButton
                  target={{ kind: 'space', spaceId: space.id, organizationId: space.organization }}
                  user={user}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      <LoadMore list={list} />
    </section>
  )
}

function RemoveMemberDialog({ organizationId, member, onClose }: MemberProps & { onClose: () => void }) {
  const words = useMemberWords()
  const { members, common } = words
  const go = useGo()
  const { remove } = useMemberWrites(organizationId)
  const name = member.user.displayName
  return (
    <ConfirmDialog
      title={members.removeTitle(name)}
      explanation={members.removeText}
      name={name}
      nameLabel={common.typeToConfirm(name)}
      isOpen
      onClose={onClose}
      action={members.remove}
      cancel={common.cancel}
      onSubmit={() =>
        remove.mutate(member.user.id, {
          onSuccess: () => {
            showToast({ message: members.removed(name) })
            go({ to: '/orgs/$organizationId/members', params: { organizationId } })
          },
        })
      }
      isBusy={remove.isPending}
      error={remove.error ? describeError(remove.error, words) : undefined}
    />
  )
}
