import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { readList } from '../../api/index.ts'
import {
  listMembersInOrganizationById,
  listTeamsInOrganizationById,
  type MemberRole,
} from '../../api/operations.ts'
import { describeError, LoadFailure } from '../../app/load-failure.tsx'
import { useMemberWords } from '../../locales/features/members.ts'
import { useSettingsWords } from '../../locales/features/settings.ts'
import { Checkbox } from '../../ui/choice.tsx'
import { FormDialog } from '../../ui/dialog.tsx'
import { SearchField } from '../../ui/field.tsx'
import { RoleSelect } from '../members/index.ts'
import { type GrantTarget, useGrantWrites } from './grant-target.ts'

interface GiveAccessDialogProps {
  target: GrantTarget
  onClose: () => void
}

const toggle = (set: ReadonlySet<string>, id: string): ReadonlySet<string> =>
  set.has(id) ? new Set([...set].filter((each) => each !== id)) : new Set([...set, id])

/** Gives people and teams of the organization a role on a space or a site. */
export function GiveAccessDialog({ target, onClose }: GiveAccessDialogProps) {
  const words = useSettingsWords()
  const { settings, common, roles } = words
  const { members } = useMemberWords()
  const { give } = useGrantWrites(target)
  const [search, setSearch] = useState('')
  const [role, setRole] = useState<MemberRole>('edit')
  const [userIds, setUserIds] = useState<ReadonlySet<string>>(new Set())
  const [teamIds, setTeamIds] = useState<ReadonlySet<string>>(new Set())
  const wanted = useDeferredValue(search.trim())
  const { organizationId } = target
  const people = useInfiniteQuery({
    ...readList(listMembersInOrganizationById, {
      organizationId,
      query: { ...(wanted !== '' && { search: wanted }) },
    }),
    placeholderData: keepPreviousData,
  })
  const teams = useInfiniteQuery({
    ...readList(listTeamsInOrganizationById, {
      organizationId,
      query: { ...(wanted !== '' && { title: wanted }) },
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <FormDialog
      title={settings.invite}
      isOpen
      onClose={onClose}
      action={settings.inviteAction}
      cancel={common.cancel}
      onSubmit={() => give.mutate({ role, users: [...userIds], teams: [...teamIds] }, { onSuccess: onClose })}
      isBusy={give.isPending}
      isDisabled={userIds.size + teamIds.size === 0}
      error={give.error ? describeError(give.error, words) : undefined}
    >
      <SearchField label={members.search} value={search} onChange={setSearch} autoFocus />
      {people.error && <LoadFailure error={people.error} onRetry={() => void people.refetch()} />}
      <ul className="pick-list">
        {teams.data?.map(({ id, title }) => (
          <li key={id}>
            <Checkbox
              label={title}
              help={settings.team}
              isChecked={teamIds.has(id)}
              onChange={() => setTeamIds(toggle(teamIds, id))}
            />
          </li>
        ))}
        {people.data?.map(({ user }) => (
          <li key={user.id}>
            <Checkbox
              label={user.displayName}
              {...(user.email !== undefined && { help: user.email })}
              isChecked={userIds.has(user.id)}
              onChange={() => setUserIds(toggle(userIds, user.id))}
            />
          </li>
        ))}
      </ul>
      <RoleSelect
        label={roles.role}
        value={role}
        onChange={(next) => {
          if (next !== null) setRole(next)
        }}
      />
    </FormDialog>
  )
}
