import { type FormEvent, useState } from 'react'
import { call, useAnswer, useRequest } from '../../api/index.ts'
import { completeFirstSignIn, getSignInOptions } from '../../api/operations.ts'
import { useLocale } from '../../locales/index.ts'
import { useSignInWords } from '../../locales/features/sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { AccountFields, type FieldErrors, findEmptyFields, hasErrors, placeError } from './account-fields.tsx'
import { LinkGate, type UsableLink } from './link-gate.tsx'
import { SignInPage } from './sign-in-page.tsx'

/** The first sign-in of somebody who was invited and had no account. */
export function InvitationScreen() {
  const { signIn } = useSignInWords()
  return (
    <LinkGate purpose="invitation" title={signIn.invitation.titleAlone}>
      {(usable) => <InvitationForm {...usable} />}
    </LinkGate>
  )
}

function InvitationForm({ link, secret }: UsableLink) {
  const { language } = useLocale()
  const words = useSignInWords()
  const { invitation } = words.signIn
  const hasPassword = useAnswer(() => call(getSignInOptions)).answer?.passwords !== false
  const [draft, setDraft] = useState({ displayName: '', password: '' })
  const [emptyFields, setEmptyFields] = useState<FieldErrors>({})
  const complete = useRequest(
    () =>
      call(completeFirstSignIn, {
        body: {
          secret,
          displayName: draft.displayName.trim(),
          ...(hasPassword && { password: draft.password }),
          language,
        },
      }),
    () => location.replace(link.organization ? `/app/orgs/${link.organization.id}` : '/app/'),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const empty = findEmptyFields(draft, { hasPassword }, words)
    setEmptyFields(empty)
    if (!hasErrors(empty) && !complete.isBusy) complete.send()
  }
  const errors = hasErrors(emptyFields) ? emptyFields : placeError(complete.error, words)
  return (
    <SignInPage
      title={link.organization ? invitation.title(link.organization.title) : invitation.titleAlone}
      text={hasPassword ? invitation.text : invitation.textWithoutPassword}
    >
      <form className="sign-in-fields" onSubmit={submit} noValidate>
        <AccountFields
          draft={draft}
          onChange={setDraft}
          email={link.email}
          emailHelp={invitation.emailHelp}
          hasPassword={hasPassword}
          errors={errors}
        />
        {errors.form !== undefined && (
          <p role="alert" className="form-error">
            {errors.form}
          </p>
        )}
        <Button type="submit" look="primary" isWide label={invitation.submit} isBusy={complete.isBusy} />
      </form>
    </SignInPage>
  )
}
