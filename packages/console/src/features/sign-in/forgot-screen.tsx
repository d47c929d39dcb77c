import { type FormEvent, useState } from 'react'
import { call, useAnswer, useRequest } from '../../api/index.ts'
import { getSignInOptions, requestPasswordReset, requestSignInLink } from '../../api/operations.ts'
import { describeError, LoadFailure } from '../../app/load-failure.tsx'
import { useSignInWords } from '../../locales/features/sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import { Command, LOGIN_LINK_COMMAND } from './command.tsx'
import { SignInPage } from './sign-in-page.tsx'

/** For whoever has forgotten their password: a link by mail or, where there is none, whom to ask. */
export function ForgotScreen() {
  const { signIn, common } = useSignInWords()
  const { answer, error, retry } = useAnswer(() => call(getSignInOptions))
  if (error) {
    return (
      <SignInPage title={signIn.lost.title}>
        <LoadFailure error={error} onRetry={retry} />
      </SignInPage>
    )
  }
  if (!answer) {
    return (
      <SignInPage title={signIn.lost.title}>
        <SkeletonRows label={common.loading} />
      </SignInPage>
    )
  }
  if (answer.mail) return <RequestForm />
  return (
    <SignInPage title={signIn.lost.noMailTitle}>
      <p>{signIn.lost.noMailText}</p>
      <Command text={LOGIN_LINK_COMMAND} />
      <BackLink />
    </SignInPage>
  )
}

function BackLink() {
  const { signIn } = useSignInWords()
  return (
    <p className="small">
      <a className="link" href="/app/sign-in">
        {signIn.lost.back}
      </a>
    </p>
  )
}

function RequestForm() {
  const words = useSignInWords()
  const { lost, email: emailLabel, emailMissing } = words.signIn
  const [email, setEmail] = useState('')
  const [isEmpty, setEmpty] = useState(false)
  const ask = useRequest((kind: 'password' | 'sign-in') =>
    call(kind === 'password' ? requestPasswordReset : requestSignInLink, { body: { email: email.trim() } }),
  )
  // The same words whether or not there is an account with this address.
  if (ask.isDone) {
    return (
      <SignInPage title={lost.sentTitle}>
        <p role="status">{lost.sentText(email.trim())}</p>
        <BackLink />
      </SignInPage>
    )
  }
  const send = (kind: 'password' | 'sign-in') => {
    setEmpty(email.trim() === '')
    if (email.trim() !== '' && !ask.isBusy) ask.send(kind)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send('password')
  }
  const error = isEmpty ? emailMissing : ask.error ? describeError(ask.error, words) : undefined
  const isBusy = (kind: 'password' | 'sign-in') => ask.isBusy && ask.input === kind
  return (
    <SignInPage title={lost.title} text={lost.text}>
      <form className="sign-in-fields" onSubmit={submit} noValidate>
        <TextField
          label={emailLabel}
          type="email"
          autoComplete="username"
          autoFocus
          value={email}
          onChange={setEmail}
          error={error}
        />
        <Button type="submit" look="primary" isWide label={lost.submit} isBusy={isBusy('password')} />
        <Button
          isWide
          label={lost.signInInstead}
          isBusy={isBusy('sign-in')}
          onPress={() => send('sign-in')}
        />
      </form>
      <BackLink />
    </SignInPage>
  )
}
