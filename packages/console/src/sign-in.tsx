// The pages before one is signed in. They are an entry of their own, so that whoever signs in does not wait for the router, the
// cache of reads and what surrounds the screens of the application.
import { takeLinkSecret } from './app/link-secret.ts'
import { PageFrame } from './app/page-frame.tsx'
import { showPage } from './app/show-page.tsx'
import { loadSignInScreen } from './features/sign-in/index.ts'

takeLinkSecret()
await showPage(<PageFrame>{await loadSignInScreen(location.pathname)}</PageFrame>)
