import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { onSignedOut } from '../../api/index.ts'
import type { User } from '../../api/operations.ts'
import { sessionRead } from '../../app/session.ts'
import { useWords } from '../../locales/index.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { SignInForm } from './sign-in-form.tsx'

/** Asks for the password over the page when the session has ended, so that what was typed stays. */
export function SignInAgain() {
  const { signIn } = useWords()
  const client = useQueryClient()
  const [user, setUser] = useState<User>()
  // Before the first sign-in there is nothing to go on with: the router leads to the sign-in page.
  useEffect(() => onSignedOut(() => setUser(client.getQueryData<User>(sessionRead.queryKey))), [client])
  return (
    <Dialog title={signIn.again} isOpen={user !== undefined} onClose={() => undefined} isPersistent>
      <p>{signIn.againText}</p>
      <SignInForm
        email={user?.email}
        onSignedIn={() => {
          setUser(undefined)
          void client.invalidateQueries()
        }}
      />
    </Dialog>
  )
}
