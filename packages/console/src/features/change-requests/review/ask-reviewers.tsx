import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { call, read, useWrite } from '../../../api/index.ts'
import {
  listMembersInOrganizationById,
  listTeamsInOrganizationById,
  requestReviewersForChangeRequest,
  updateChangeRequestById,
} from '../../../api/operations.ts'
import { describeError } from '../../../app/load-failure.tsx'
import { useSession } from '../../../app/session.ts'
import { useReviewWords } from '../../../locales/features/reviews.ts'
import { Avatar } from '../../../ui/badges.tsx'
import { Checkbox } from '../../../ui/choice.tsx'
import { FormDialog } from '../../../ui/dialog.tsx'
import { SearchField } from '../../../ui/field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { users } from '../../../ui/icon-paths.ts'
import { SkeletonRows } from '../../../ui/states.tsx'
import { useChangeRequest } from '../use-change-request.ts'
import { reviewReads } from './review-reads.ts'

/** Asks people and teams of the organization for a review. A draft is in review then. */
export function AskReviewers({ onClose }: { onClose: () => void }) {
  const words = useReviewWords()
  const { common, reviews } = words
  const { ids, space, changeRequest } = useChangeRequest()
  const user = useSession()
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [chosenTeams, setChosenTeams] = useState<ReadonlySet<string>>(new Set())
  const wanted = useDeferredValue(search.trim())
  const { data: members } = useQuery({
    ...read(listMembersInOrganizationById, {
      organizationId: space?.organization ?? '',
      query: { limit: 20, ...(wanted !== '' && { search: wanted }) },
    }),
    enabled: space !== undefined,
    placeholderData: (previous) => previous,
  })
  const { data: teams } = useQuery({
    ...read(listTeamsInOrganizationById, {
      organizationId: space?.organization ?? '',
      query: { limit: 20, ...(wanted !== '' && { title: wanted }) },
    }),
    enabled: space !== undefined,
    placeholderData: (previous) => previous,
    // Guests do not see teams.
    retry: false,
  })
  const ask = useWrite(
    async () => {
      const body = { users: [...chosen], teams: [...chosenTeams] }
      await call(requestReviewersForChangeRequest, { ...ids, body })
      if (changeRequest?.status === 'draft') {
        await call(updateChangeRequestById, { ...ids, body: { status: 'open' } })
      }
    },
    { stale: reviewReads },
  )
  const others = members?.items.filter((member) => member.user.id !== user.id) ?? []
  const shownTeams = teams?.items.filter((team) => team.members > 0) ?? []
  return (
    <FormDialog
      title={reviews.askSomebody}
      isOpen
      onClose={onClose}
      action={reviews.ask}
      cancel={common.cancel}
      isBusy={ask.isPending}
      isDisabled={chosen.size + chosenTeams.size === 0}
      error={ask.error ? describeError(ask.error, words) : undefined}
      onSubmit={() => ask.mutate(undefined, { onSuccess: onClose })}
    >
      <SearchField label={reviews.findPeople} value={search} onChange={setSearch} autoFocus />
      <div className="people-choices">
        {!members && <SkeletonRows label={common.loading} rows={2} />}
        {members && others.length + shownTeams.length === 0 && <p className="soft">{reviews.nobodyFound}</p>}
        {shownTeams.map((team) => (
          <Checkbox
            key={team.id}
            isChecked={chosenTeams.has(team.id)}
            onChange={(isChecked) => setChosenTeams(toggle(chosenTeams, team.id, isChecked))}
            label={
              <span className="person">
                <Icon of={users} />
                <span>
                  {team.title}
                  <small>{reviews.teamOf(team.members)}</small>
                </span>
              </span>
            }
          />
        ))}
        {others.map((member) => (
          <Checkbox
            key={member.id}
            isChecked={chosen.has(member.user.id)}
            onChange={(isChecked) => setChosen(toggle(chosen, member.user.id, isChecked))}
            label={
              <span className="person">
                <Avatar name={member.user.displayName} imageUrl={member.user.photoURL} />
                <span>
                  {member.user.displayName}
                  {member.user.email !== undefined && <small>{member.user.email}</small>}
                </span>
              </span>
            }
          />
        ))}
      </div>
    </FormDialog>
  )
}

function toggle(ids: ReadonlySet<string>, id: string, isChosen: boolean): ReadonlySet<string> {
  const next = new Set(ids)
  if (isChosen) next.add(id)
  else next.delete(id)
  return next
}
