import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { setSignInConfirmer } from '../../api/index.ts'

const ConfirmSignInDialog = lazy(async () => ({
  default: (await import('./confirm-sign-in-dialog.tsx')).ConfirmSignInDialog,
}))

/**
 * Asks for the password when an operation wants a sign-in of the last minutes, and lets the request be sent again. It works for
 * every request: whoever sends one need not know of it.
 */
export function ConfirmSignIn() {
  const [isOpen, setOpen] = useState(false)
  const answer = useRef<(isSignedIn: boolean) => void>(undefined)
  useEffect(
    () =>
      setSignInConfirmer(
        () =>
          new Promise((resolve) => {
            // A second request that asks meanwhile waits for the same dialog.
            const earlier = answer.current
            answer.current = (isSignedIn) => {
              earlier?.(isSignedIn)
              resolve(isSignedIn)
            }
            setOpen(true)
          }),
      ),
    [],
  )
  const finish = (isSignedIn: boolean): void => {
    setOpen(false)
    answer.current?.(isSignedIn)
    answer.current = undefined
  }
  return (
    isOpen && (
      <Suspense>
        <ConfirmSignInDialog onFinish={finish} />
      </Suspense>
    )
  )
}
