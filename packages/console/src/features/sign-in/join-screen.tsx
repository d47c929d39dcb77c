import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { call, isStatus, read, readAlone } from '../../api/index.ts'
import {
  createAccountWithInvite,
  deleteCurrentSession,
  getInvitePreview,
  type InvitePreview,
  joinOrganizationWithInvite,
  listSSOProviderLoginsInOrganization,
  type User,
} from '../../api/operations.ts'
import { describeError, LoadFailure } from '../../app/failures.tsx'
import { sessionRead } from '../../app/session.ts'
import { useFormats, useLocale } from '../../locales/index.ts'
import { useSignInWords } from '../../locales/features/sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import { ProviderButtons } from './provider-buttons.tsx'
import { SignInPage } from './sign-in-page.tsx'

interface Invite {
  organizationId: string
  inviteId: string
}

/** An invite link of an organization, for people with and without an account. */
export function JoinScreen() {
  const { signIn, common } = useSignInWords()
  const { join } = signIn
  const invite = useParams({ from: '/join/$organizationId/$inviteId' })
  const preview = useQuery({ ...readAlone(getInvitePreview, invite), staleTime: Infinity })
  const session = useQuery({ ...sessionRead, retry: false })
  if (isStatus(preview.error, 400, 404)) return <UnusableInvite title={join.unknownTitle} />
  if (preview.error) {
    return (
      <SignInPage title={signIn.title}>
        <LoadFailure error={preview.error} onRetry={() => void preview.refetch()} />
      </SignInPage>
    )
  }
  if (!preview.data || session.isPending) {
    return (
      <SignInPage title={preview.data ? join.title(preview.data.organization.title) : common.loading}>
        <SkeletonRows label={common.loading} />
      </SignInPage>
    )
  }
  const { state, organization } = preview.data
  if (state === 'expired') return <UnusableInvite title={join.expiredTitle} />
  if (state === 'used-up') return <UnusableInvite title={join.usedUpTitle} />
  if (state === 'off') return <UnusableInvite title={join.offTitle} />
  return (
    <SignInPage title={join.title(organization.title)}>
      {session.data ? (
        <JoinAs user={session.data} invite={invite} />
      ) : (
        <BeginAccount preview={preview.data} invite={invite} />
      )}
    </SignInPage>
  )
}

function UnusableInvite({ title }: { title: string }) {
  const { signIn } = useSignInWords()
  return (
    <SignInPage title={title}>
      <p>{signIn.join.askText}</p>
      <Link className="btn outline wide" to="/">
        {signIn.toStart}
      </Link>
    </SignInPage>
  )
}

const writeAddress = ({ organizationId, inviteId }: Invite): string => `/join/${organizationId}/${inviteId}`

function JoinAs({ user, invite }: { user: User; invite: Invite }) {
  const words = useSignInWords()
  const { join } = words.signIn
  const enter = useMutation({
    mutationFn: () => call(joinOrganizationWithInvite, invite),
    onSuccess: () => location.assign(`/app/orgs/${invite.organizationId}`),
  })
  const leave = useMutation({
    mutationFn: () => call(deleteCurrentSession),
    // The page is loaded again as that of nobody.
    onSuccess: () => location.reload(),
  })
  const error = enter.error ?? leave.error
  return (
    <div className="sign-in-fields">
      <p className="break">{join.signedInAs(user.email ?? user.displayName)}</p>
      {error && (
        <p role="alert" className="form-error">
          {describeError(error, words)}
        </p>
      )}
      <Button
        look="primary"
        isWide
        autoFocus
        label={join.submit}
        isBusy={enter.isPending}
        onPress={() => enter.mutate()}
      />
      <Button
        look="quiet"
        label={join.otherAccount}
        isBusy={leave.isPending}
        onPress={() => leave.mutate()}
      />
    </div>
  )
}

function BeginAccount({ preview, invite }: { preview: InvitePreview; invite: Invite }) {
  const { language } = useLocale()
  const words = useSignInWords()
  const { list } = useFormats()
  const { join, email: emailLabel, emailMissing, or } = words.signIn
  const { organizationId } = invite
  const { data: logins } = useQuery(read(listSSOProviderLoginsInOrganization, { organizationId }))
  const [email, setEmail] = useState('')
  const [isEmpty, setEmpty] = useState(false)
  const begin = useMutation({
    mutationFn: () => call(createAccountWithInvite, { ...invite, body: { email: email.trim(), language } }),
    onSuccess: ({ link }) => {
      // Where no mail can be sent, the link that a mail would have is opened at once.
      if (link !== undefined) location.assign(link)
    },
  })
  if (begin.data?.sent === true) {
    return (
      <>
        <h2>{join.sentTitle}</h2>
        <p role="status">{join.sentText(begin.data.email)}</p>
      </>
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setEmpty(email.trim() === '')
    if (email.trim() !== '' && !begin.isPending) begin.mutate()
  }
  const error = isEmpty ? emailMissing : begin.error ? describeError(begin.error, words) : undefined
  const { emailDomains } = preview
  return (
    <div className="sign-in-fields">
      <ProviderButtons providers={logins?.items ?? []} to={writeAddress(invite)} />
      <Link className="btn outline wide" to="/sign-in" search={{ to: writeAddress(invite) }}>
        {join.haveAccount}
      </Link>
      <div className="or">{or}</div>
      <form className="sign-in-fields" onSubmit={submit} noValidate>
        <p>{join.newAccount}</p>
        <TextField
          label={emailLabel}
          type="email"
          autoComplete="email"
          value={email}
          onChange={setEmail}
          error={error}
          {...(emailDomains.length > 0 && { help: join.domains(list(emailDomains)) })}
        />
        <Button type="submit" look="primary" isWide label={join.begin} isBusy={begin.isPending} />
      </form>
    </div>
  )
}
