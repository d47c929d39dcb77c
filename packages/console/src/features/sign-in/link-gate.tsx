import type { ReactNode } from 'react'
import { call, isStatus, useAnswer } from '../../api/index.ts'
import { inspectSignInLink, type OneTimeLink } from '../../api/operations.ts'
import { LoadFailure } from '../../app/load-failure.tsx'
import { readLinkSecret } from '../../app/link-secret.ts'
import { useSignInWords } from '../../locales/features/sign-in.ts'
import { SkeletonRows } from '../../ui/states.tsx'
import { Command, FIRST_LOGIN_COMMAND } from './command.tsx'
import { SignInPage } from './sign-in-page.tsx'

/** A link that can be used, and what proves that one has it. */
export interface UsableLink {
  link: OneTimeLink & { email: string }
  secret: string
}

interface LinkGateProps {
  purpose: OneTimeLink['purpose']
  /** The title while it is not known whether the link works. */
  title: string
  /** Shown instead of the usual words where the address has no link. */
  withoutLink?: ReactNode
  children: (usable: UsableLink) => ReactNode
}

/** Looks at the link that led here, without using it, and says what to do where it does not work. */
export function LinkGate({ purpose, title, withoutLink, children }: LinkGateProps) {
  const { common, signIn } = useSignInWords()
  const secret = readLinkSecret()
  const { answer, error, retry } = useAnswer(
    secret === undefined ? undefined : () => call(inspectSignInLink, { body: { secret } }),
  )
  if (secret === undefined) {
    return (
      withoutLink ?? (
        <SignInPage title={signIn.link.noLinkTitle}>
          <p>{signIn.link.noLinkText}</p>
          <WayOn purpose={purpose} />
        </SignInPage>
      )
    )
  }
  // A link that is too long to be one is refused as bad input.
  if (isStatus(error, 400, 404) || (answer && answer.purpose !== purpose)) {
    return <UnusableLink purpose={purpose} title={signIn.link.unknownTitle} text={signIn.link.unknownText} />
  }
  if (error) {
    return (
      <SignInPage title={title}>
        <LoadFailure error={error} onRetry={retry} />
      </SignInPage>
    )
  }
  if (!answer) {
    return (
      <SignInPage title={title}>
        <SkeletonRows label={common.loading} />
      </SignInPage>
    )
  }
  if (answer.state === 'used') return <UnusableLink purpose={purpose} title={signIn.link.usedTitle} />
  if (answer.state === 'expired') return <UnusableLink purpose={purpose} title={signIn.link.expiredTitle} />
  return children({ link: { ...answer, email: answer.email ?? '' }, secret })
}

interface UnusableLinkProps {
  purpose: OneTimeLink['purpose']
  title: string
  text?: string
}

function UnusableLink({ purpose, title, text }: UnusableLinkProps) {
  const { link } = useSignInWords().signIn
  const advice = {
    setup: link.askSetup,
    'sign-in': link.askSignIn,
    'password-reset': link.askReset,
    invitation: link.askInvitation,
    'email-change': link.askEmailChange,
  }[purpose]
  return (
    <SignInPage title={title}>
      {text !== undefined && <p>{text}</p>}
      <p>{advice}</p>
      {purpose === 'setup' && <Command text={FIRST_LOGIN_COMMAND} />}
      <WayOn purpose={purpose} />
    </SignInPage>
  )
}

/** Where to go when a link does not work. */
function WayOn({ purpose }: { purpose: OneTimeLink['purpose'] }) {
  const { signIn } = useSignInWords()
  return (
    <div className="sign-in-fields">
      {(purpose === 'password-reset' || purpose === 'sign-in') && (
        <a className="btn primary wide" href="/app/sign-in/forgot">
          {signIn.reset.askAgain}
        </a>
      )}
      <a className="btn outline wide" href="/app/sign-in">
        {signIn.toSignIn}
      </a>
    </div>
  )
}
