import { useQueryClient } from '@tanstack/react-query'
import type { User } from '../../api/operations.ts'
import { sessionRead } from '../../app/session.ts'
import { useSignInWords } from '../../locales/features/sign-in.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { SignInForm } from './sign-in-form.tsx'

/** Asks for the password over the page when the session has ended, so that what was typed stays. */
export function SignInAgain({ onSignedIn }: { onSignedIn: () => void }) {
  const { signIn } = useSignInWords()
  const client = useQueryClient()
  const user = client.getQueryData<User>(sessionRead.queryKey)
  return (
    <Dialog title={signIn.again} isOpen onClose={() => undefined} isPersistent>
      <p>{signIn.againText}</p>
      <SignInForm
        email={user?.email}
        onSignedIn={() => {
          onSignedIn()
          void client.invalidateQueries()
        }}
      />
    </Dialog>
  )
}
