import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { call, isStatus } from '../../api/index.ts'
import { inspectSignInLink, type OneTimeLink } from '../../api/operations.ts'
import { LoadFailure } from '../../app/failures.tsx'
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
  const { data, error, refetch } = useQuery({
    queryKey: [inspectSignInLink.id, purpose],
    queryFn: () => call(inspectSignInLink, { body: { secret: secret ?? '' } }),
    enabled: secret !== undefined,
    // What was typed stays when the link ends meanwhile: the server says so when the form is sent.
    staleTime: Infinity,
  })
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
  if (isStatus(error, 400, 404) || (data && data.purpose !== purpose)) {
    return <UnusableLink purpose={purpose} title={signIn.link.unknownTitle} text={signIn.link.unknownText} />
  }
  if (error) {
    return (
      <SignInPage title={title}>
        <LoadFailure error={error} onRetry={() => void refetch()} />
      </SignInPage>
    )
  }
  if (!data) {
    return (
      <SignInPage title={title}>
        <SkeletonRows label={common.loading} />
      </SignInPage>
    )
  }
  if (data.state === 'used') return <UnusableLink purpose={purpose} title={signIn.link.usedTitle} />
  if (data.state === 'expired') return <UnusableLink purpose={purpose} title={signIn.link.expiredTitle} />
  return children({ link: { ...data, email: data.email ?? '' }, secret })
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
        <Link className="btn primary wide" to="/sign-in/forgot">
          {signIn.reset.askAgain}
        </Link>
      )}
      <Link className="btn outline wide" to="/sign-in">
        {signIn.toSignIn}
      </Link>
    </div>
  )
}
