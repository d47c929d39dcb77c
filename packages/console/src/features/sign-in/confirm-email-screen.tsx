import { useMutation } from '@tanstack/react-query'
import { call, isStatus } from '../../api/index.ts'
import { confirmEmailChange } from '../../api/operations.ts'
import { describeError } from '../../app/failures.tsx'
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
  const confirm = useMutation({
    mutationFn: () => call(confirmEmailChange, { body: { secret } }),
    onSuccess: () => location.replace('/app/account'),
  })
  const isSignedOut = isStatus(confirm.error, 401)
  return (
    <SignInPage
      title={confirmEmail.title}
      text={isSignedOut ? confirmEmail.signInFirst : confirmEmail.text(link.email)}
    >
      {isSignedOut ? (
        // The link is kept in this page only, so whoever has to sign in does it here.
        <SignInForm onSignedIn={() => confirm.mutate()} />
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
            isBusy={confirm.isPending}
            onPress={() => confirm.mutate()}
          />
        </>
      )}
    </SignInPage>
  )
}
