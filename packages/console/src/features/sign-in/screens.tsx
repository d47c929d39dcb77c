import type { ReactNode } from 'react'

/** By the address below `/app`. `build/manifest.ts` has the same addresses, for which the server sends these pages. */
const screens: Record<string, () => Promise<ReactNode>> = {
  '/sign-in': async () => {
    const { SignInScreen } = await import('./sign-in-screen.tsx')
    return <SignInScreen />
  },
  '/sign-in/forgot': async () => {
    const { ForgotScreen } = await import('./forgot-screen.tsx')
    return <ForgotScreen />
  },
  '/sign-in/link': async () => {
    const { LinkScreen } = await import('./link-screen.tsx')
    return <LinkScreen />
  },
  '/setup': async () => {
    const { SetupScreen } = await import('./setup-screen.tsx')
    return <SetupScreen />
  },
  '/reset': async () => {
    const { ResetScreen } = await import('./reset-screen.tsx')
    return <ResetScreen />
  },
  '/invitation': async () => {
    const { InvitationScreen } = await import('./invitation-screen.tsx')
    return <InvitationScreen />
  },
  '/confirm-email': async () => {
    const { ConfirmEmailScreen } = await import('./confirm-email-screen.tsx')
    return <ConfirmEmailScreen />
  },
}

const inviteAddress = /^\/join\/([^/]+)\/([^/]+)$/

/** Loads the page of an address before one is signed in; undefined where there is none. */
export async function loadSignInScreen(pathname: string): Promise<ReactNode> {
  const address = pathname.replace(/^\/app/, '').replace(/\/$/, '')
  const [, organizationId, inviteId] = inviteAddress.exec(address) ?? []
  if (organizationId === undefined || inviteId === undefined) return screens[address]?.()
  const { JoinScreen } = await import('./join-screen.tsx')
  const invite = {
    organizationId: decodeURIComponent(organizationId),
    inviteId: decodeURIComponent(inviteId),
  }
  return <JoinScreen invite={invite} />
}
