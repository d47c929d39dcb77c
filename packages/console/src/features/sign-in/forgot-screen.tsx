import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { call } from '../../api/index.ts'
import { requestPasswordReset, requestSignInLink } from '../../api/operations.ts'
import { describeError, LoadFailure } from '../../app/failures.tsx'
import { useSignInWords } from '../../locales/features/sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import { Command, LOGIN_LINK_COMMAND } from './command.tsx'
import { signInOptionsRead } from './sign-in-options.ts'
import { SignInPage } from './sign-in-page.tsx'

/** For whoever has forgotten their password: a link by mail or, where there is none, whom to ask. */
export function ForgotScreen() {
  const { signIn, common } = useSignInWords()
  const { data, error, refetch } = useQuery(signInOptionsRead)
  if (error) {
    return (
      <SignInPage title={signIn.lost.title}>
        <LoadFailure error={error} onRetry={() => void refetch()} />
      </SignInPage>
    )
  }
  if (!data) {
    return (
      <SignInPage title={signIn.lost.title}>
        <SkeletonRows label={common.loading} />
      </SignInPage>
    )
  }
  if (data.mail) return <RequestForm />
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
      <Link className="link" to="/sign-in">
        {signIn.lost.back}
      </Link>
    </p>
  )
}

function RequestForm() {
  const words = useSignInWords()
  const { lost, email: emailLabel, emailMissing } = words.signIn
  const [email, setEmail] = useState('')
  const [isEmpty, setEmpty] = useState(false)
  const ask = useMutation({
    mutationFn: (kind: 'password' | 'sign-in') =>
      call(kind === 'password' ? requestPasswordReset : requestSignInLink, {
        body: { email: email.trim() },
      }),
  })
  // The same words whether or not there is an account with this address.
  if (ask.isSuccess) {
    return (
      <SignInPage title={lost.sentTitle}>
        <p role="status">{lost.sentText(email.trim())}</p>
        <BackLink />
      </SignInPage>
    )
  }
  const send = (kind: 'password' | 'sign-in') => {
    setEmpty(email.trim() === '')
    if (email.trim() !== '' && !ask.isPending) ask.mutate(kind)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send('password')
  }
  const error = isEmpty ? emailMissing : ask.error ? describeError(ask.error, words) : undefined
  const isBusy = (kind: 'password' | 'sign-in') => ask.isPending && ask.variables === kind
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
