import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../../api/index.ts'
import { createSessionWithSecondFactor, type SecondFactorRequest } from '../../api/operations.ts'
import { describeError } from '../../app/failures.tsx'
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
  const passkey = useMutation({ mutationFn: () => answerWithPasskey(ticket), onSuccess: onSignedIn })
  const recovery = useMutation({
    mutationFn: () => call(createSessionWithSecondFactor, { body: { ticket, recoveryCode: code } }),
    onSuccess: onSignedIn,
  })
  const hasPasskey = methods.includes('passkey') && canUsePasskeys()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code.trim() !== '' && !recovery.isPending) recovery.mutate()
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
            isBusy={passkey.isPending}
            onPress={() => passkey.mutate()}
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
          isBusy={recovery.isPending}
        />
      </form>
      <Button look="quiet" label={factor.restart} onPress={onRestart} />
    </div>
  )
}
