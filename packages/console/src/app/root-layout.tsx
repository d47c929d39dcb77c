import { useQueryClient } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { onSignedOut } from '../api/index.ts'
import { ConfirmSignIn } from '../features/sign-in/confirm-sign-in.tsx'
import { useWords } from '../locales/index.ts'
import { ToastRegion } from '../ui/toast.tsx'
import { sessionRead } from './session.ts'

const SignInAgain = lazy(async () => ({
  default: (await import('../features/sign-in/sign-in-again.tsx')).SignInAgain,
}))

function subscribeToConnection(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** What is around every screen, signed in or not. */
export function RootLayout() {
  const { shell, errors, common } = useWords()
  const isOnline = useSyncExternalStore(subscribeToConnection, () => navigator.onLine)
  const client = useQueryClient()
  const [hasEnded, setEnded] = useState(false)
  // Before the first sign-in there is nothing to go on with: the router leads to the sign-in page.
  useEffect(
    () => onSignedOut(() => setEnded(client.getQueryData(sessionRead.queryKey) !== undefined)),
    [client],
  )
  return (
    <>
      <a className="skip" href="#main">
        {shell.skip}
      </a>
      {!isOnline && (
        <div className="offline-line" role="status">
          {errors.offline}
        </div>
      )}
      <Outlet />
      {hasEnded && (
        <Suspense fallback={null}>
          <SignInAgain onSignedIn={() => setEnded(false)} />
        </Suspense>
      )}
      <ConfirmSignIn />
      <ToastRegion label={common.notifications} closeLabel={common.close} />
    </>
  )
}
