import { useState } from 'react'
import type { MemberRole } from '../../api/operations.ts'
import { LoadFailure } from '../../app/load-failure.tsx'
import { useFailureToast } from '../../app/use-failure-toast.ts'
import { useSettingsWords } from '../../locales/features/settings.ts'
import { Avatar } from '../../ui/badges.tsx'
import { Button } from '../../ui/button.tsx'
import { plus, xmark } from '../../ui/icon-paths.ts'
import { SkeletonRows } from '../../ui/states.tsx'
import { RoleSelect } from '../members/index.ts'
import { GiveAccessDialog } from './give-access-dialog.tsx'
import { type GrantTarget, useGrants, useGrantWrites } from './grant-target.ts'

interface GrantsSectionProps {
  target: GrantTarget
  text: string
  noneText: string
}

/** The roles that were given on a space or a site itself. */
export function GrantsSection({ target, text, noneText }: GrantsSectionProps) {
  const { settings, common } = useSettingsWords()
  const [isGiving, setGiving] = useState(false)
  const { users, teams } = useGrants(target)
  const { setUserRole, removeUser, setTeamRole, removeTeam } = useGrantWrites(target)
  const error = users.error ?? teams.error
  return (
    <section aria-labelledby="given">
      <div className="section-head">
        <h2 id="given">{settings.given}</h2>
        <Button icon={plus} label={settings.invite} onPress={() => setGiving(true)} />
      </div>
      <p className="soft">{text}</p>
      {isGiving && <GiveAccessDialog target={target} onClose={() => setGiving(false)} />}
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
        <p className="soft">{noneText}</p>
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
  const { roles, settings } = useSettingsWords()
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
