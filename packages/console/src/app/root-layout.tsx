import { Outlet } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { SignInAgain } from '../features/sign-in/sign-in-again.tsx'
import { useWords } from '../locales/index.ts'
import { ToastRegion } from '../ui/toast.tsx'

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
      <SignInAgain />
      <ToastRegion label={common.notifications} closeLabel={common.close} />
    </>
  )
}
