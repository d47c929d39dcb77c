import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { call, read, useWrite } from '../../../api/index.ts'
import {
  listMembersInOrganizationById,
  requestReviewersForChangeRequest,
  updateChangeRequestById,
} from '../../../api/operations.ts'
import { describeError } from '../../../app/failures.tsx'
import { useSession } from '../../../app/session.ts'
import { useWords } from '../../../locales/index.ts'
import { Avatar } from '../../../ui/badges.tsx'
import { Checkbox } from '../../../ui/choice.tsx'
import { FormDialog } from '../../../ui/dialog.tsx'
import { SearchField } from '../../../ui/field.tsx'
import { SkeletonRows } from '../../../ui/states.tsx'
import { useChangeRequest } from '../use-change-request.ts'
import { reviewReads } from './review-reads.ts'

/** Asks people of the organization for a review. A draft is in review then. */
export function AskReviewers({ onClose }: { onClose: () => void }) {
  const words = useWords()
  const { common, reviews } = words
  const { ids, space, changeRequest } = useChangeRequest()
  const user = useSession()
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const wanted = useDeferredValue(search.trim())
  const { data: members } = useQuery({
    ...read(listMembersInOrganizationById, {
      organizationId: space?.organization ?? '',
      query: { limit: 20, ...(wanted !== '' && { search: wanted }) },
    }),
    enabled: space !== undefined,
    placeholderData: (previous) => previous,
  })
  const ask = useWrite(
    async (users: string[]) => {
      await call(requestReviewersForChangeRequest, { ...ids, body: { users } })
      if (changeRequest?.status === 'draft') {
        await call(updateChangeRequestById, { ...ids, body: { status: 'open' } })
      }
    },
    { stale: reviewReads },
  )
  const others = members?.items.filter((member) => member.user.id !== user.id) ?? []
  return (
    <FormDialog
      title={reviews.askSomebody}
      isOpen
      onClose={onClose}
      action={reviews.ask}
      cancel={common.cancel}
      isBusy={ask.isPending}
      isDisabled={chosen.size === 0}
      error={ask.error ? describeError(ask.error, words) : undefined}
      onSubmit={() => ask.mutate([...chosen], { onSuccess: onClose })}
    >
      <SearchField label={reviews.findPeople} value={search} onChange={setSearch} autoFocus />
      <div className="people-choices">
        {!members && <SkeletonRows label={common.loading} rows={2} />}
        {members && others.length === 0 && <p className="soft">{reviews.nobodyFound}</p>}
        {others.map((member) => (
          <Checkbox
            key={member.id}
            isChecked={chosen.has(member.user.id)}
            onChange={(isChecked) => {
              const next = new Set(chosen)
              if (isChecked) next.add(member.user.id)
              else next.delete(member.user.id)
              setChosen(next)
            }}
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
