import { useRequest } from '../../api/index.ts'
import { useSignInWords } from '../../locales/features/sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { fingerprint } from '../../ui/icon-paths.ts'
import { describePasskeyError, signInWithPasskey } from './passkeys.ts'

/** Signs in with a passkey alone. The browser shows which accounts it knows. */
export function PasskeyButton({ onSignedIn }: { onSignedIn: () => void }) {
  const words = useSignInWords()
  const passkey = useRequest(signInWithPasskey, onSignedIn)
  return (
    <>
      <Button
        isWide
        icon={fingerprint}
        label={words.signIn.withPasskey}
        isBusy={passkey.isBusy}
        onPress={() => passkey.send()}
      />
      {passkey.error && (
        <p role="alert" className="form-error">
          {describePasskeyError(passkey.error, words)}
        </p>
      )}
    </>
  )
}
