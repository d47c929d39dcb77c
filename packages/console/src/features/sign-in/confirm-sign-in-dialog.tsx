import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/index.ts'
import { createSession, type User } from '../../api/operations.ts'
import { describeError } from '../../app/failures.tsx'
import { sessionRead } from '../../app/session.ts'
import { useWords } from '../../locales/index.ts'
import { FormDialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'

export function ConfirmSignInDialog({ onFinish }: { onFinish: (isSignedIn: boolean) => void }) {
  const words = useWords()
  const { signIn, common } = words
  const email = useQueryClient().getQueryData<User>(sessionRead.queryKey)?.email ?? ''
  const [password, setPassword] = useState('')
  const confirm = useMutation({
    mutationFn: () => call(createSession, { body: { email, password } }),
    onSuccess: () => onFinish(true),
  })
  return (
    <FormDialog
      title={signIn.confirm}
      isOpen
      onClose={() => onFinish(false)}
      action={signIn.submit}
      cancel={common.cancel}
      onSubmit={() => confirm.mutate()}
      isBusy={confirm.isPending}
      isDisabled={password === ''}
    >
      <p>{signIn.confirmText}</p>
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <TextField
        label={signIn.password}
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        autoFocus
        error={confirm.error ? describeError(confirm.error, words) : undefined}
      />
    </FormDialog>
  )
}
