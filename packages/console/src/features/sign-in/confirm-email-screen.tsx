import { call, isStatus, useRequest } from '../../api/index.ts'
import { confirmEmailChange } from '../../api/operations.ts'
import { describeError } from '../../app/load-failure.tsx'
import { useSignInWords } from '../../locales/features/sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { LinkGate, type UsableLink } from './link-gate.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { SignInPage } from './sign-in-page.tsx'

/** Gives the account that is signed in the address that the link was sent to. */
export function ConfirmEmailScreen() {
  const { signIn } = useSignInWords()
  return (
    <LinkGate purpose="email-change" title={signIn.confirmEmail.title}>
      {(usable) => <ConfirmEmail {...usable} />}
    </LinkGate>
  )
}

function ConfirmEmail({ link, secret }: UsableLink) {
  const words = useSignInWords()
  const { confirmEmail } = words.signIn
  const confirm = useRequest(
    () => call(confirmEmailChange, { body: { secret } }),
    () => location.replace('/app/account'),
  )
  const isSignedOut = isStatus(confirm.error, 401)
  return (
    <SignInPage
      title={confirmEmail.title}
      text={isSignedOut ? confirmEmail.signInFirst : confirmEmail.text(link.email)}
    >
      {isSignedOut ? (
        // The link is kept in this page only, so whoever has to sign in does it here.
        <SignInForm onSignedIn={() => confirm.send()} />
      ) : (
        <>
          {confirm.error && (
            <p role="alert" className="form-error">
              {describeError(confirm.error, words)}
            </p>
          )}
          <Button
            look="primary"
            isWide
            autoFocus
            label={confirmEmail.submit}
            isBusy={confirm.isBusy}
            onPress={() => confirm.send()}
          />
        </>
      )}
    </SignInPage>
  )
}
