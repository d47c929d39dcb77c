import { type FormEvent, useState } from 'react'
import { call, isStatus, useAnswer, useRequest } from '../../api/index.ts'
import {
  createAccountWithInvite,
  deleteCurrentSession,
  getAuthenticatedUser,
  getInvitePreview,
  type InvitePreview,
  joinOrganizationWithInvite,
  listSSOProviderLoginsInOrganization,
  type User,
} from '../../api/operations.ts'
import { describeError, LoadFailure } from '../../app/load-failure.tsx'
import { writeSignInAddress } from '../../app/sign-in-address.ts'
import { useFormats, useLocale } from '../../locales/index.ts'
import { useSignInWords } from '../../locales/features/sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import { ProviderButtons } from './provider-buttons.tsx'
import { SignInPage } from './sign-in-page.tsx'

export interface Invite {
  organizationId: string
  inviteId: string
}

/** An invite link of an organization, for people with and without an account. */
export function JoinScreen({ invite }: { invite: Invite }) {
  const { signIn, common } = useSignInWords()
  const { join } = signIn
  const preview = useAnswer(() => call(getInvitePreview, invite, { isAlone: true }))
  const session = useAnswer(() => call(getAuthenticatedUser))
  if (isStatus(preview.error, 400, 404)) return <UnusableInvite title={join.unknownTitle} />
  if (preview.error) {
    return (
      <SignInPage title={signIn.title}>
        <LoadFailure error={preview.error} onRetry={preview.retry} />
      </SignInPage>
    )
  }
  if (!preview.answer || !(session.answer ?? session.error)) {
    return (
      <SignInPage title={preview.answer ? join.title(preview.answer.organization.title) : common.loading}>
        <SkeletonRows label={common.loading} />
      </SignInPage>
    )
  }
  const { state, organization } = preview.answer
  if (state === 'expired') return <UnusableInvite title={join.expiredTitle} />
  if (state === 'used-up') return <UnusableInvite title={join.usedUpTitle} />
  if (state === 'off') return <UnusableInvite title={join.offTitle} />
  return (
    <SignInPage title={join.title(organization.title)}>
      {session.answer ? (
        <JoinAs user={session.answer} invite={invite} />
      ) : (
        <BeginAccount preview={preview.answer} invite={invite} />
      )}
    </SignInPage>
  )
}

function UnusableInvite({ title }: { title: string }) {
  const { signIn } = useSignInWords()
  return (
    <SignInPage title={title}>
      <p>{signIn.join.askText}</p>
      <a className="btn outline wide" href="/app/">
        {signIn.toStart}
      </a>
    </SignInPage>
  )
}

const writeAddress = ({ organizationId, inviteId }: Invite): string => `/join/${organizationId}/${inviteId}`

function JoinAs({ user, invite }: { user: User; invite: Invite }) {
  const words = useSignInWords()
  const { join } = words.signIn
  const enter = useRequest(
    () => call(joinOrganizationWithInvite, invite),
    () => location.assign(`/app/orgs/${invite.organizationId}`),
  )
  const leave = useRequest(
    () => call(deleteCurrentSession),
    // The page is loaded again as that of nobody.
    () => location.reload(),
  )
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
        isBusy={enter.isBusy}
        onPress={() => enter.send()}
      />
      <Button look="quiet" label={join.otherAccount} isBusy={leave.isBusy} onPress={() => leave.send()} />
    </div>
  )
}

function BeginAccount({ preview, invite }: { preview: InvitePreview; invite: Invite }) {
  const { language } = useLocale()
  const words = useSignInWords()
  const { list } = useFormats()
  const { join, email: emailLabel, emailMissing, or } = words.signIn
  const { organizationId } = invite
  const { answer: logins } = useAnswer(() => call(listSSOProviderLoginsInOrganization, { organizationId }))
  const [email, setEmail] = useState('')
  const [isEmpty, setEmpty] = useState(false)
  const begin = useRequest(
    () => call(createAccountWithInvite, { ...invite, body: { email: email.trim(), language } }),
    ({ link }) => {
      // Where no mail can be sent, the link that a mail would have is opened at once.
      if (link !== undefined) location.assign(link)
    },
  )
  if (begin.answer?.sent === true) {
    return (
      <>
        <h2>{join.sentTitle}</h2>
        <p role="status">{join.sentText(begin.answer.email)}</p>
      </>
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setEmpty(email.trim() === '')
    if (email.trim() !== '' && !begin.isBusy) begin.send()
  }
  const error = isEmpty ? emailMissing : begin.error ? describeError(begin.error, words) : undefined
  const { emailDomains } = preview
  return (
    <div className="sign-in-fields">
      <ProviderButtons providers={logins?.items ?? []} to={writeAddress(invite)} />
      <a className="btn outline wide" href={writeSignInAddress(writeAddress(invite))}>
        {join.haveAccount}
      </a>
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
        <Button type="submit" look="primary" isWide label={join.begin} isBusy={begin.isBusy} />
      </form>
    </div>
  )
}
