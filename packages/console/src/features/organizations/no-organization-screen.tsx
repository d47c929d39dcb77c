import { useWords } from '../../locales/index.ts'
import { SignInPage } from '../sign-in/index.ts'

/** For an account that belongs to no organization. */
export function NoOrganizationScreen() {
  const { organizations } = useWords()
  return (
    <SignInPage title={organizations.noneTitle}>
      <p>{organizations.noneText}</p>
    </SignInPage>
  )
}
