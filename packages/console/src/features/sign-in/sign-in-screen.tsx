import { useSearch } from '@tanstack/react-router'
import { useWords } from '../../locales/index.ts'
import { SignInForm } from './sign-in-form.tsx'
import { SignInPage } from './sign-in-page.tsx'

export function SignInScreen() {
  const { signIn } = useWords()
  const { to = '/' } = useSearch({ from: '/sign-in' })
  return (
    <SignInPage title={signIn.title}>
      {/* A new page, so that nothing of somebody who was signed in before is left in memory. */}
      <SignInForm onSignedIn={() => location.replace(`/app${to}`)} />
      <p className="small soft">{signIn.lostAccess}</p>
    </SignInPage>
  )
}
