import { type ReactNode, useSyncExternalStore } from 'react'
import { useCommonWords } from '../locales/index.ts'

function subscribeToConnection(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** What is on every page, before and after one is signed in. */
export function PageFrame({ children }: { children: ReactNode }) {
  const { shell, errors } = useCommonWords()
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
      {children}
    </>
  )
}
