import { Link } from '@tanstack/react-router'
import { useWords } from '../../locales/index.ts'
import { SignInPage } from '../sign-in/index.ts'

/** For an account that belongs to no organization. */
export function NoOrganizationScreen() {
  const { organizations, signIn } = useWords()
  return (
    <SignInPage title={organizations.noneTitle}>
      <p>{organizations.noneText}</p>
      <Link className="btn outline wide" to="/invitations">
        {signIn.invitations.title}
      </Link>
    </SignInPage>
  )
}
