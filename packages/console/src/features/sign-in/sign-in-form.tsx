import './sign-in.css'
import { type FormEvent, useState } from 'react'
import { call, useRequest } from '../../api/index.ts'
import { createSession, type SecondFactorRequest } from '../../api/operations.ts'
import { describeError } from '../../app/load-failure.tsx'
import { useSignInWords } from '../../locales/features/sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { isSecondFactorRequest, SecondFactorStep } from './second-factor-step.tsx'

interface SignInFormProps {
  email?: string | undefined
  onSignedIn: () => void
}

/** E-mail and password, and the second factor where the account asks for one. */
export function SignInForm({ email: initialEmail = '', onSignedIn }: SignInFormProps) {
  const words = useSignInWords()
  const [email, setEmail] = useState(initialEmail)
  const [password, setPassword] = useState('')
  const [request, setRequest] = useState<SecondFactorRequest>()
  // The server says the same whether the account exists or not.
  const signIn = useRequest(
    () => call(createSession, { body: { email, password } }),
    (answer) => (isSecondFactorRequest(answer) ? setRequest(answer) : onSignedIn()),
  )
  if (request) {
    return (
      <SecondFactorStep
        request={request}
        onSignedIn={onSignedIn}
        onRestart={() => {
          setRequest(undefined)
          setPassword('')
        }}
      />
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!signIn.isBusy) signIn.send()
  }
  return (
    <form onSubmit={submit} noValidate className="sign-in-fields">
      <TextField
        label={words.signIn.email}
        type="email"
        autoComplete="username"
        value={email}
        onChange={setEmail}
        autoFocus={initialEmail === ''}
      />
      <TextField
        label={words.signIn.password}
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        autoFocus={initialEmail !== ''}
        error={signIn.error ? describeError(signIn.error, words) : undefined}
      />
      <Button type="submit" look="primary" isWide label={words.signIn.submit} isBusy={signIn.isBusy} />
    </form>
  )
}
