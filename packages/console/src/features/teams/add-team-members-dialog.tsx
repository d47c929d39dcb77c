import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { readList } from '../../api/index.ts'
import { listMembersInOrganizationById, listTeamMembersInOrganizationById } from '../../api/operations.ts'
import { describeError, LoadFailure } from '../../app/load-failure.tsx'
import { useMemberWords } from '../../locales/features/members.ts'
import { Checkbox } from '../../ui/choice.tsx'
import { FormDialog } from '../../ui/dialog.tsx'
import { SearchField } from '../../ui/field.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import { useTeamWrites } from './use-team-writes.ts'

interface AddTeamMembersDialogProps {
  organizationId: string
  teamId: string
  onClose: () => void
}

/** Chooses members of the organization who are not in the team. */
export function AddTeamMembersDialog({ organizationId, teamId, onClose }: AddTeamMembersDialogProps) {
  const words = useMemberWords()
  const { members, common } = words
  const { addMembers } = useTeamWrites(organizationId, teamId)
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const wanted = useDeferredValue(search.trim())
  const found = useInfiniteQuery({
    ...readList(listMembersInOrganizationById, {
      organizationId,
      query: { ...(wanted !== '' && { search: wanted }) },
    }),
    placeholderData: keepPreviousData,
  })
  const team = useInfiniteQuery(readList(listTeamMembersInOrganizationById, { organizationId, teamId }))
  const present = new Set(team.data?.map(({ organization }) => organization.user.id))
  const candidates = found.data?.filter(({ user }) => !present.has(user.id))
  const toggle = (id: string, isChosen: boolean): void => {
    const next = new Set(chosen)
    if (isChosen) next.add(id)
    else next.delete(id)
    setChosen(next)
  }
  return (
    <FormDialog
      title={members.addMembers}
      isOpen
      onClose={onClose}
      action={members.add}
      cancel={common.cancel}
      onSubmit={() => addMembers.mutate([...chosen], { onSuccess: onClose })}
      isBusy={addMembers.isPending}
      isDisabled={chosen.size === 0}
      error={addMembers.error ? describeError(addMembers.error, words) : undefined}
    >
      <SearchField label={members.search} value={search} onChange={setSearch} autoFocus />
      {found.error ? (
        <LoadFailure error={found.error} onRetry={() => void found.refetch()} />
      ) : !candidates ? (
        <SkeletonRows label={common.loading} />
      ) : candidates.length === 0 ? (
        <p>{found.data?.length === 0 ? members.noMatch : members.everybodyIsIn}</p>
      ) : (
        <ul className="pick-list">
          {candidates.map(({ user }) => (
            <li key={user.id}>
              <Checkbox
                label={user.displayName}
                {...(user.email !== undefined && { help: user.email })}
                isChecked={chosen.has(user.id)}
                onChange={(isChosen) => toggle(user.id, isChosen)}
              />
            </li>
          ))}
        </ul>
      )}
    </FormDialog>
  )
}
