// The pages before one is signed in. They are an entry of their own, so that whoever signs in does not wait for the router, the
// cache of reads and what surrounds the screens of the application.
import type { ReactNode } from 'react'
import { takeLinkSecret } from './app/link-secret.ts'
import { PageFrame } from './app/page-frame.tsx'
import { showPage } from './app/show-page.tsx'
import { writeSignInAddress } from './app/sign-in-address.ts'
import { loadSignInScreen } from './features/sign-in/index.ts'

takeLinkSecret()
await showPage(<PageFrame>{await loadScreen()}</PageFrame>)

/** Whoever has no session gets this page at every address, and comes back to the address after signing in. */
async function loadScreen(): Promise<ReactNode> {
  const screen = await loadSignInScreen(location.pathname)
  if (screen !== undefined) return screen
  const { pathname, search, hash } = location
  history.replaceState(null, '', writeSignInAddress(pathname.replace(/^\/app(?=\/|$)/, '') + search + hash))
  return loadSignInScreen(location.pathname)
}
