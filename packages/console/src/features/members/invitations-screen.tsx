import { useInfiniteQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { call, readList, useWrite } from '../../api/index.ts'
import {
  listOrganizationInvitations,
  resendOrganizationInvitation,
  type SentInvitation,
  withdrawOrganizationInvitation,
} from '../../api/operations.ts'
import { LoadFailure } from '../../app/load-failure.tsx'
import { LoadMore } from '../../app/load-more.tsx'
import { useOrganization } from '../../app/organization.ts'
import { Screen } from '../../app/screen.tsx'
import { useFailureToast } from '../../app/use-failure-toast.ts'
import { useFormats } from '../../locales/index.ts'
import { useMemberWords } from '../../locales/features/members.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { envelope, plus } from '../../ui/icon-paths.ts'
import { SkeletonRows } from '../../ui/states.tsx'
import { showToast } from '../../ui/toast.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { InviteLinks } from './invite-links.tsx'
import { PassOnDialog } from './pass-on-dialog.tsx'
import { PeopleTabs } from './people-tabs.tsx'
import { describeRole } from './role-select.tsx'

/** Who was asked to join, and the links with which anybody can. */
export function InvitationsScreen() {
  const { members, common, errors } = useMemberWords()
  const { organizationId } = useParams({ from: '/signed-in/orgs/$organizationId' })
  const organization = useOrganization(organizationId)
  const isAdmin = organization?.permissions.admin === true
  const [isInviting, setInviting] = useState(false)
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
      {!organization ? (
        <SkeletonRows label={common.loading} />
      ) : isAdmin ? (
        <div className="stack">
          <PendingInvitations organizationId={organizationId} />
          <InviteLinks organizationId={organizationId} />
        </div>
      ) : (
        <p className="soft">{errors.notAllowed}</p>
      )}
    </Screen>
  )
}

function PendingInvitations({ organizationId }: { organizationId: string }) {
  const { members, common } = useMemberWords()
  const list = useInfiniteQuery(readList(listOrganizationInvitations, { organizationId }))
  return (
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
      <LoadMore list={list} />
    </section>
  )
}

interface InvitationProps {
  organizationId: string
  invitation: SentInvitation
}

function Invitation({ organizationId, invitation }: InvitationProps) {
  const { id, email, role, expiresAt, expired, firstSignIn } = invitation
  const words = useMemberWords()
  const { members } = words
  const { relativeTime } = useFormats()
  const showFailure = useFailureToast()
  const withdraw = useWrite(
    () => call(withdrawOrganizationInvitation, { organizationId, invitationId: id }),
    { stale: [listOrganizationInvitations] },
  )
  const resend = useWrite(() => call(resendOrganizationInvitation, { organizationId, invitationId: id }), {
    stale: [listOrganizationInvitations],
    onSuccess: ({ sent }) => {
      if (sent) showToast({ message: members.sentTo(email) })
    },
  })
  return (
    <li className="item">
      <Icon of={envelope} />
      <span className="grow">
        <span className="title cut">{email}</span>
        <span className="meta">
          {[
            members.invitedAs(describeRole(role, words)),
            ...(firstSignIn ? [members.notSignedInYet] : []),
            expired ? members.expired : members.ends(relativeTime(expiresAt)),
          ].join(' · ')}
        </span>
      </span>
      <Button
        label={members.resend}
        aria-label={members.resendTo(email)}
        isBusy={resend.isPending}
        onPress={() => resend.mutate(undefined, { onError: showFailure })}
      />
      {resend.data?.link !== undefined && (
        <PassOnDialog email={email} link={resend.data.link} onClose={resend.reset} />
      )}
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
