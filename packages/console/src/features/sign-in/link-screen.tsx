import { useState } from 'react'
import { call, useRequest } from '../../api/index.ts'
import { createSessionWithLink, type SecondFactorRequest } from '../../api/operations.ts'
import { describeError } from '../../app/load-failure.tsx'
import { useSignInWords } from '../../locales/features/sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { LinkGate, type UsableLink } from './link-gate.tsx'
import { isSecondFactorRequest, SecondFactorStep } from './second-factor-step.tsx'
import { SignInPage } from './sign-in-page.tsx'

const leave = () => location.replace('/app/')

/** Signs in with a one-time link. It is used by a press, because programs that look at mails open links too. */
export function LinkScreen() {
  const { signIn } = useSignInWords()
  return (
    <LinkGate purpose="sign-in" title={signIn.link.title}>
      {(usable) => <LinkSignIn {...usable} />}
    </LinkGate>
  )
}

function LinkSignIn({ link, secret }: UsableLink) {
  const words = useSignInWords()
  const { signIn } = words
  const [request, setRequest] = useState<SecondFactorRequest>()
  const use = useRequest(
    () => call(createSessionWithLink, { body: { secret } }),
    (answer) => (isSecondFactorRequest(answer) ? setRequest(answer) : leave()),
  )
  if (request) {
    return (
      <SignInPage title={signIn.factor.title}>
        <SecondFactorStep
          request={request}
          onSignedIn={leave}
          onRestart={() => location.replace('/app/sign-in')}
        />
      </SignInPage>
    )
  }
  return (
    <SignInPage title={signIn.link.title} text={signIn.link.text(link.email)}>
      {use.error && (
        <p role="alert" className="form-error">
          {describeError(use.error, words)}
        </p>
      )}
      <Button
        look="primary"
        isWide
        autoFocus
        label={signIn.link.submit(link.displayName ?? link.email)}
        isBusy={use.isBusy}
        onPress={() => use.send()}
      />
    </SignInPage>
  )
}
