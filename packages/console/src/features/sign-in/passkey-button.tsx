import { useMutation } from '@tanstack/react-query'
import { useSignInWords } from '../../locales/features/sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { fingerprint } from '../../ui/icon-paths.ts'
import { describePasskeyError, signInWithPasskey } from './passkeys.ts'

/** Signs in with a passkey alone. The browser shows which accounts it knows. */
export function PasskeyButton({ onSignedIn }: { onSignedIn: () => void }) {
  const words = useSignInWords()
  const passkey = useMutation({ mutationFn: signInWithPasskey, onSuccess: onSignedIn })
  return (
    <>
      <Button
        isWide
        icon={fingerprint}
        label={words.signIn.withPasskey}
        isBusy={passkey.isPending}
        onPress={() => passkey.mutate()}
      />
      {passkey.error && (
        <p role="alert" className="form-error">
          {describePasskeyError(passkey.error, words)}
        </p>
      )}
    </>
  )
}
