import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call, readList, useWrite } from '../../api/index.ts'
import {
  acceptInvitation,
  declineInvitation,
  listInvitations,
  listOrganizationsForAuthenticatedUser,
  type ReceivedInvitation,
} from '../../api/operations.ts'
import { describeError, LoadFailure } from '../../app/load-failure.tsx'
import { useFormats } from '../../locales/index.ts'
import { useSignInWords } from '../../locales/features/sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import { showToast } from '../../ui/toast.tsx'
import { SignInPage } from './sign-in-page.tsx'

const invitationsRead = readList(listInvitations, {})

/** The invitations of somebody who has an account. Each is accepted or declined. */
export function InvitationsScreen() {
  const { signIn, common } = useSignInWords()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(invitationsRead)
  return (
    <SignInPage title={signIn.invitations.title}>
      {error ? (
        <LoadFailure error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <SkeletonRows label={common.loading} />
      ) : data.length === 0 ? (
        <p className="soft">{signIn.invitations.none}</p>
      ) : (
        <ul className="invitations">
          {data.map((invitation) => (
            <InvitationItem key={invitation.id} invitation={invitation} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button label={common.loadMore} isBusy={isFetchingNextPage} onPress={() => void fetchNextPage()} />
      )}
      <p className="small">
        <Link className="link" to="/">
          {signIn.toStart}
        </Link>
      </p>
    </SignInPage>
  )
}

function InvitationItem({ invitation }: { invitation: ReceivedInvitation }) {
  const words = useSignInWords()
  const { invitations } = words.signIn
  const { date } = useFormats()
  const client = useQueryClient()
  const { id: invitationId, organization, invitedBy, expiresAt } = invitation
  const accept = useWrite(() => call(acceptInvitation, { invitationId }), {
    stale: [listInvitations, listOrganizationsForAuthenticatedUser],
    onSuccess: () => {
      client.removeQueries({ queryKey: [listOrganizationsForAuthenticatedUser.id] })
      location.assign(`/app/orgs/${organization.id}`)
    },
  })
  const decline = useWrite(() => call(declineInvitation, { invitationId }), {
    stale: [listInvitations],
    onSuccess: () => showToast({ message: invitations.declined(organization.title) }),
  })
  const error = accept.error ?? decline.error
  return (
    <li className="invitation">
      <strong className="break">{organization.title}</strong>
      <p className="soft small">
        {invitations.from(invitedBy.displayName)} {invitations.until(date(expiresAt))}
      </p>
      {error && (
        <p role="alert" className="form-error">
          {describeError(error, words)}
        </p>
      )}
      <div className="actions">
        <Button
          label={invitations.decline}
          aria-label={invitations.declineFor(organization.title)}
          isBusy={decline.isPending}
          onPress={() => decline.mutate(undefined)}
        />
        <Button
          look="primary"
          label={invitations.accept}
          aria-label={invitations.acceptFor(organization.title)}
          isBusy={accept.isPending}
          onPress={() => accept.mutate(undefined)}
        />
      </div>
    </li>
  )
}
