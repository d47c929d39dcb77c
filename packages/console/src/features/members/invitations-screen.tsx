import { useInfiniteQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { call, readList, useWrite } from '../../api/index.ts'
import {
  listOrganizationInvitations,
  type SentInvitation,
  withdrawOrganizationInvitation,
} from '../../api/operations.ts'
import { LoadFailure } from '../../app/failures.tsx'
import { useOrganization } from '../../app/organization.ts'
import { Screen } from '../../app/screen.tsx'
import { useFailureToast } from '../../app/use-failure-toast.ts'
import { useFormats, useWords } from '../../locales/index.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { envelope, plus } from '../../ui/icon-paths.ts'
import { SkeletonRows } from '../../ui/states.tsx'
import { showToast } from '../../ui/toast.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { InviteLinks } from './invite-links.tsx'
import { PeopleTabs } from './people-tabs.tsx'
import { describeRole } from './role-select.tsx'

/** Who was asked to join, and the links with which anybody can. */
export function InvitationsScreen() {
  const { members, common } = useWords()
  const { organizationId } = useParams({ from: '/signed-in/orgs/$organizationId' })
  const isAdmin = useOrganization(organizationId)?.permissions.admin === true
  const [isInviting, setInviting] = useState(false)
  const list = useInfiniteQuery(readList(listOrganizationInvitations, { organizationId }))
  return (
    <Screen
      title={members.invitations}
      tabs={<PeopleTabs organizationId={organizationId} />}
      actions={
        isAdmin && (
          <Button look="primary" icon={plus} label={members.invite} onPress={() => setInviting(true)} />
        )
      }
    >
      <h1 className="sr">{members.invitations}</h1>
      {isInviting && <InviteDialog organizationId={organizationId} onClose={() => setInviting(false)} />}
      <div className="stack">
        <section aria-labelledby="pending">
          <div className="section-head">
            <h2 id="pending">{members.pending}</h2>
          </div>
          {list.error ? (
            <LoadFailure error={list.error} onRetry={() => void list.refetch()} />
          ) : !list.data ? (
            <SkeletonRows label={common.loading} />
          ) : list.data.length === 0 ? (
            <p className="soft">{members.noPending}</p>
          ) : (
            <ul className="list">
              {list.data.map((invitation) => (
                <Invitation key={invitation.id} organizationId={organizationId} invitation={invitation} />
              ))}
            </ul>
          )}
          {list.hasNextPage && (
            <Button
              look="quiet"
              label={common.loadMore}
              isBusy={list.isFetchingNextPage}
              onPress={() => void list.fetchNextPage()}
            />
          )}
        </section>
        {isAdmin && <InviteLinks organizationId={organizationId} />}
      </div>
    </Screen>
  )
}

interface InvitationProps {
  organizationId: string
  invitation: SentInvitation
}

function Invitation({ organizationId, invitation: { id, email, role, expiresAt } }: InvitationProps) {
  const words = useWords()
  const { members } = words
  const { relativeTime } = useFormats()
  const showFailure = useFailureToast()
  const withdraw = useWrite(
    () => call(withdrawOrganizationInvitation, { organizationId, invitationId: id }),
    { stale: [listOrganizationInvitations] },
  )
  return (
    <li className="item">
      <Icon of={envelope} />
      <span className="grow">
        <span className="title cut">{email}</span>
        <span className="meta">
          {members.invitedAs(describeRole(role, words))} · {members.ends(relativeTime(expiresAt))}
        </span>
      </span>
      <Button
        label={members.withdraw}
        aria-label={members.withdrawFor(email)}
        isBusy={withdraw.isPending}
        onPress={() =>
          withdraw.mutate(undefined, {
            onSuccess: () => showToast({ message: members.withdrawn(email) }),
            onError: showFailure,
          })
        }
      />
    </li>
  )
}
