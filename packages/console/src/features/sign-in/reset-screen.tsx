import { type FormEvent, useState } from 'react'
import { call, useRequest } from '../../api/index.ts'
import { completePasswordReset, createSession, type SecondFactorRequest } from '../../api/operations.ts'
import { useSignInWords } from '../../locales/features/sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { placeError } from './account-fields.tsx'
import { LinkGate, type UsableLink } from './link-gate.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import { isSecondFactorRequest, SecondFactorStep } from './second-factor-step.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { SignInPage } from './sign-in-page.tsx'

const leave = () => location.replace('/app/')
const restart = () => location.replace('/app/sign-in')

/** Sets a new password with a link, and signs in with it. */
export function ResetScreen() {
  const { signIn } = useSignInWords()
  return (
    <LinkGate purpose="password-reset" title={signIn.reset.title}>
      {(usable) => <ResetForm {...usable} />}
    </LinkGate>
  )
}

function ResetForm({ link, secret }: UsableLink) {
  const words = useSignInWords()
  const { signIn } = words
  const [password, setPassword] = useState('')
  const [isEmpty, setEmpty] = useState(false)
  const [request, setRequest] = useState<SecondFactorRequest>()
  const enter = useRequest(
    () => call(createSession, { body: { email: link.email, password } }),
    (answer) => (isSecondFactorRequest(answer) ? setRequest(answer) : leave()),
  )
  const reset = useRequest(
    () => call(completePasswordReset, { body: { secret, password } }),
    () => enter.send(),
  )
  if (request) {
    return (
      <SignInPage title={signIn.factor.title}>
        <SecondFactorStep request={request} onSignedIn={leave} onRestart={restart} />
      </SignInPage>
    )
  }
  // The password is set, and the link used: what is left is to sign in.
  if (enter.error) {
    return (
      <SignInPage title={signIn.title} text={signIn.reset.done}>
        <SignInForm email={link.email} onSignedIn={leave} />
      </SignInPage>
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setEmpty(password === '')
    if (password !== '' && !reset.isBusy && !enter.isBusy) reset.send()
  }
  const errors = isEmpty ? { password: signIn.passwordMissing } : placeError(reset.error, words)
  return (
    <SignInPage title={signIn.reset.title} text={signIn.reset.text(link.email)}>
      <form className="sign-in-fields" onSubmit={submit} noValidate>
        {/* Password managers learn from it which account the password is for. */}
        <input type="email" autoComplete="username" value={link.email} readOnly hidden />
        <NewPasswordField
          label={signIn.newPassword}
          value={password}
          onChange={setPassword}
          error={errors.password}
          autoFocus
        />
        {errors.form !== undefined && (
          <p role="alert" className="form-error">
            {errors.form}
          </p>
        )}
        <Button
          type="submit"
          look="primary"
          isWide
          label={signIn.reset.submit}
          isBusy={reset.isBusy || enter.isBusy}
        />
      </form>
    </SignInPage>
  )
}
