import { useQueryClient } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { onSignedOut } from '../api/index.ts'
import { ConfirmSignIn } from '../features/sign-in/confirm-sign-in.tsx'
import { useLocale, useWords } from '../locales/index.ts'
import { ToastRegion } from '../ui/toast.tsx'
import { PageFrame } from './page-frame.tsx'
import { sessionRead } from './session.ts'

const SignInAgain = lazy(async () => ({
  default: (await import('../features/sign-in/sign-in-again.tsx')).SignInAgain,
}))

/** What is around every screen. */
export function RootLayout() {
  const { common } = useWords()
  const { language } = useLocale()
  const client = useQueryClient()
  const [hasEnded, setEnded] = useState(false)
  // Before the first sign-in there is nothing to go on with: the router leads to the sign-in page.
  useEffect(
    () => onSignedOut(() => setEnded(client.getQueryData(sessionRead.queryKey) !== undefined)),
    [client],
  )
  return (
    <I18nProvider locale={language}>
      <PageFrame>
        <Outlet />
        {hasEnded && (
          <Suspense fallback={null}>
            <SignInAgain onSignedIn={() => setEnded(false)} />
          </Suspense>
        )}
        <ConfirmSignIn />
        <ToastRegion label={common.notifications} closeLabel={common.close} />
      </PageFrame>
    </I18nProvider>
  )
}
