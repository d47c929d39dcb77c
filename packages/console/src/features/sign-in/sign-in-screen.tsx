import { call, useAnswer } from '../../api/index.ts'
import { getSignInOptions, listSignInProviders } from '../../api/operations.ts'
import { LoadFailure } from '../../app/load-failure.tsx'
import { readReturnAddress } from '../../app/sign-in-address.ts'
import { useSignInWords } from '../../locales/features/sign-in.ts'
import { Notice, SkeletonRows } from '../../ui/states.tsx'
import { Command, FIRST_LOGIN_COMMAND } from './command.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { canUsePasskeys } from './passkeys.ts'
import { ProviderButtons } from './provider-buttons.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { SignInPage } from './sign-in-page.tsx'

/** Every way in that this installation has. */
export function SignInScreen() {
  const { signIn, common } = useSignInWords()
  const to = readReturnAddress()
  const options = useAnswer(() => call(getSignInOptions))
  const providers = useAnswer(() => call(listSignInProviders))
  // A new page, so that nothing of somebody who was signed in before is left in memory.
  const leave = () => location.replace(`/app${to}`)
  const failure = options.error ?? providers.error
  if (failure) {
    const retry = () => {
      options.retry()
      providers.retry()
    }
    return (
      <SignInPage title={signIn.title}>
        <LoadFailure error={failure} onRetry={retry} />
      </SignInPage>
    )
  }
  if (!options.answer || !providers.answer) {
    return (
      <SignInPage title={signIn.title}>
        <SkeletonRows label={common.loading} />
      </SignInPage>
    )
  }
  const { passwords, passkeys, setupPending } = options.answer
  const { items } = providers.answer
  const hasPasskeys = passkeys && canUsePasskeys()
  return (
    <SignInPage title={signIn.title}>
      {setupPending && (
        <Notice look="info" title={signIn.setup.pendingTitle}>
          {signIn.setup.pendingText} <Command text={FIRST_LOGIN_COMMAND} />
        </Notice>
      )}
      <ProviderButtons providers={items} to={to} />
      {hasPasskeys && <PasskeyButton onSignedIn={leave} />}
      {passwords && (items.length > 0 || hasPasskeys) && <div className="or">{signIn.or}</div>}
      {passwords && (
        <>
          <SignInForm onSignedIn={leave} />
          <p className="small">
            <a className="link" href="/app/sign-in/forgot">
              {signIn.forgot}
            </a>
          </p>
        </>
      )}
      {!passwords && items.length === 0 && <p className="small soft">{signIn.noWay}</p>}
    </SignInPage>
  )
}
