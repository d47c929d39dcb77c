import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call, useWrite } from '../../api/index.ts'
import { requestEmailChange } from '../../api/operations.ts'
import { describeError } from '../../app/load-failure.tsx'
import { sessionRead, useSession } from '../../app/session.ts'
import { useAccountWords } from '../../locales/features/account.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { showToast } from '../../ui/toast.tsx'

/** Changes the address of the account: by a link to the new one or, where no mail can be sent, at once. */
export function EmailForm() {
  const words = useAccountWords()
  const { account } = words
  const user = useSession()
  const client = useQueryClient()
  const [email, setEmail] = useState('')
  const change = useWrite(() => call(requestEmailChange, { body: { email: email.trim() } }), {
    stale: [],
    onSuccess: (answer) => {
      setEmail('')
      if (answer.sent) return
      client.setQueryData(sessionRead.queryKey, (old) => old && { ...old, email: answer.email })
      showToast({ message: account.emailChanged })
    },
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!change.isPending && email.trim() !== '') change.mutate(undefined)
  }
  return (
    <section aria-labelledby="email">
      <div className="section-head">
        <h2 id="email">{account.email}</h2>
      </div>
      <form className="form" onSubmit={submit} noValidate>
        <p className="soft">{account.emailText}</p>
        <TextField label={account.email} value={user.email ?? ''} isReadOnly />
        <TextField
          label={account.newEmail}
          type="email"
          autoComplete="email"
          value={email}
          onChange={setEmail}
          error={change.error ? describeError(change.error, words) : undefined}
        />
        {change.data?.sent === true && <p role="status">{account.emailSent(change.data.email)}</p>}
        <div className="actions">
          <Button
            type="submit"
            label={account.changeEmail}
            isBusy={change.isPending}
            isDisabled={email.trim() === ''}
          />
        </div>
      </form>
    </section>
  )
}
