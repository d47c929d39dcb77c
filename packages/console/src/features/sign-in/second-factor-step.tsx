import { type FormEvent, useState } from 'react'
import { call, useRequest } from '../../api/index.ts'
import { createSessionWithSecondFactor, type SecondFactorRequest } from '../../api/operations.ts'
import { describeError } from '../../app/load-failure.tsx'
import { useSignInWords } from '../../locales/features/sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { fingerprint } from '../../ui/icon-paths.ts'
import { answerWithPasskey, canUsePasskeys, describePasskeyError } from './passkeys.ts'

/** The right password of an account that wants more is answered with a ticket instead of a session. */
export const isSecondFactorRequest = (
  answer: { object: string } | SecondFactorRequest,
): answer is SecondFactorRequest => answer.object === 'second-factor-request'

interface SecondFactorStepProps {
  request: SecondFactorRequest
  onSignedIn: () => void
  onRestart: () => void
}

/** A passkey or a recovery code, after the password. */
export function SecondFactorStep({ request, onSignedIn, onRestart }: SecondFactorStepProps) {
  const words = useSignInWords()
  const { factor, or } = words.signIn
  const [code, setCode] = useState('')
  const { ticket, methods } = request
  const passkey = useRequest(() => answerWithPasskey(ticket), onSignedIn)
  const recovery = useRequest(
    () => call(createSessionWithSecondFactor, { body: { ticket, recoveryCode: code } }),
    onSignedIn,
  )
  const hasPasskey = methods.includes('passkey') && canUsePasskeys()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code.trim() !== '' && !recovery.isBusy) recovery.send()
  }
  return (
    <div className="sign-in-fields">
      <p role="status">{factor.text}</p>
      {hasPasskey && (
        <>
          <Button
            look="primary"
            isWide
            autoFocus
            icon={fingerprint}
            label={factor.passkey}
            isBusy={passkey.isBusy}
            onPress={() => passkey.send()}
          />
          {passkey.error && (
            <p role="alert" className="form-error">
              {describePasskeyError(passkey.error, words)}
            </p>
          )}
          <div className="or">{or}</div>
        </>
      )}
      <form className="sign-in-fields" onSubmit={submit} noValidate>
        <TextField
          label={factor.code}
          help={factor.codeHelp}
          autoComplete="one-time-code"
          value={code}
          onChange={setCode}
          autoFocus={!hasPasskey}
          error={recovery.error ? describeError(recovery.error, words) : undefined}
        />
        <Button
          type="submit"
          look={hasPasskey ? 'outline' : 'primary'}
          isWide
          label={factor.useCode}
          isBusy={recovery.isBusy}
        />
      </form>
      <Button look="quiet" label={factor.restart} onPress={onRestart} />
    </div>
  )
}
