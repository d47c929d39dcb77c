import { useQueryClient } from '@tanstack/react-query'
import type { User } from '../../api/operations.ts'
import { sessionRead } from '../../app/session.ts'
import { useSignInWords } from '../../locales/features/sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SignInForm } from './sign-in-form.tsx'

/** Asks for the password, and for the second factor where the account wants one. */
export function ConfirmSignInDialog({ onFinish }: { onFinish: (isSignedIn: boolean) => void }) {
  const { signIn, common } = useSignInWords()
  const email = useQueryClient().getQueryData<User>(sessionRead.queryKey)?.email
  return (
    <Dialog title={signIn.confirm} isOpen onClose={() => onFinish(false)}>
      <p>{signIn.confirmText}</p>
      <SignInForm email={email} onSignedIn={() => onFinish(true)} />
      <div className="dialog-actions">
        <Button look="quiet" label={common.cancel} onPress={() => onFinish(false)} />
      </div>
    </Dialog>
  )
}
