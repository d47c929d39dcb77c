import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readList } from '../../api/index.ts'
import {
  listPermissionsAggregateInSpace,
  listTeamPermissionsInSpace,
  listUserPermissionsInSpace,
  type MemberRole,
  type Space,
} from '../../api/operations.ts'
import { LoadFailure } from '../../app/failures.tsx'
import { LoadMore } from '../../app/load-more.tsx'
import { useFailureToast } from '../../app/use-failure-toast.ts'
import { useWords } from '../../locales/index.ts'
import { Avatar } from '../../ui/badges.tsx'
import { Button } from '../../ui/button.tsx'
import { plus, xmark } from '../../ui/icon-paths.ts'
import { SkeletonRows } from '../../ui/states.tsx'
import { ExplainAccessButton } from '../access/index.ts'
import { describeRole, RoleSelect } from '../members/index.ts'
import { GiveAccessDialog } from './give-access-dialog.tsx'
import { SettingsScreen } from './settings-screen.tsx'
import { useGrantWrites } from './use-grant-writes.ts'

/** Who can see a space, and the roles that were given on it. */
export function SpacePeopleScreen() {
  const { settings } = useWords()
  return (
    <SettingsScreen title={settings.people}>
      {(space) => (
        <div className="stack">
          <Grants space={space} />
          <Access space={space} />
        </div>
      )}
    </SettingsScreen>
  )
}

function Grants({ space }: { space: Space }) {
  const { settings, common } = useWords()
  const [isGiving, setGiving] = useState(false)
  const spaceId = space.id
  const users = useInfiniteQuery(readList(listUserPermissionsInSpace, { spaceId }))
  const teams = useInfiniteQuery(readList(listTeamPermissionsInSpace, { spaceId }))
  const { setUserRole, removeUser, setTeamRole, removeTeam } = useGrantWrites(spaceId)
  const error = users.error ?? teams.error
  return (
    <section aria-labelledby="given">
      <div className="section-head">
        <h2 id="given">{settings.given}</h2>
        <Button icon={plus} label={settings.invite} onPress={() => setGiving(true)} />
      </div>
      <p className="soft">{settings.givenText}</p>
      {isGiving && <GiveAccessDialog space={space} onClose={() => setGiving(false)} />}
      {error ? (
        <LoadFailure
          error={error}
          onRetry={() => {
            void users.refetch()
            void teams.refetch()
          }}
        />
      ) : !users.data || !teams.data ? (
        <SkeletonRows label={common.loading} />
      ) : users.data.length + teams.data.length === 0 ? (
        <p className="soft">{settings.noneGiven}</p>
      ) : (
        <ul className="list">
          {teams.data.map(({ team, permission }) => (
            <Grant
              key={team.id}
              name={team.title}
              note={settings.team}
              role={permission}
              setRole={(role) => setTeamRole.mutateAsync({ id: team.id, role })}
              remove={() => removeTeam.mutateAsync(team.id)}
            />
          ))}
          {users.data.map(({ user, permission }) => (
            <Grant
              key={user.id}
              name={user.displayName}
              note={user.email ?? ''}
              imageUrl={user.photoURL}
              role={permission}
              setRole={(role) => setUserRole.mutateAsync({ id: user.id, role })}
              remove={() => removeUser.mutateAsync(user.id)}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

interface GrantProps {
  name: string
  note: string
  imageUrl?: string | undefined
  role: MemberRole
  setRole: (role: MemberRole) => Promise<unknown>
  remove: () => Promise<unknown>
}

function Grant({ name, note, imageUrl, role, setRole, remove }: GrantProps) {
  const { roles, settings } = useWords()
  const showFailure = useFailureToast()
  return (
    <li className="item person-item">
      <span className="person grow">
        <Avatar name={name} imageUrl={imageUrl} isDecorative />
        <span className="grow">
          <strong className="cut">{name}</strong>
          <small className="cut">{note}</small>
        </span>
      </span>
      <RoleSelect
        label={roles.roleOf(name)}
        isLabelHidden
        isQuiet
        value={role}
        onChange={(next) => {
          if (next !== null) void setRole(next).catch(showFailure)
        }}
      />
      <Button
        look="quiet"
        isIconOnly
        icon={xmark}
        label={settings.removeAccess(name)}
        onPress={() => void remove().catch(showFailure)}
      />
    </li>
  )
}

function Access({ space }: { space: Space }) {
  const words = useWords()
  const { settings, common } = words
  const list = useInfiniteQuery(readList(listPermissionsAggregateInSpace, { spaceId: space.id }))
  return (
    <section aria-labelledby="access">
      <div className="section-head">
        <h2 id="access">{settings.access}</h2>
      </div>
      <p className="soft">{settings.accessText}</p>
      {list.error ? (
        <LoadFailure error={list.error} onRetry={() => void list.refetch()} />
      ) : !list.data ? (
        <SkeletonRows label={common.loading} />
      ) : (
        <ul className="list">
          {list.data.map(({ user, permission }) => (
            <li key={user.id} className="item person-item">
              <span className="person grow">
                <Avatar name={user.displayName} imageUrl={user.photoURL} isDecorative />
                <span className="grow">
                  <strong className="cut">{user.displayName}</strong>
                  <small className="cut">{user.email}</small>
                </span>
              </span>
              <span className="soft">{describeRole(permission, words)}</span>
              <ExplainAccessButton spaceId={space.id} user={user} />
            </li>
          ))}
        </ul>
      )}
      <LoadMore list={list} />
    </section>
  )
}
