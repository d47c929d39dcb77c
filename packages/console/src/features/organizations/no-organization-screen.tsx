import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { call, useWrite } from '../../api/index.ts'
import { createOrganization, listOrganizationsForAuthenticatedUser } from '../../api/operations.ts'
import { describeError } from '../../app/load-failure.tsx'
import { useLeave } from '../../app/navigation.ts'
import { useWords } from '../../locales/index.ts'
import { useSignInWords } from '../../locales/features/sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { SignInPage } from '../sign-in/index.ts'

/** For an account that belongs to no organization: it waits for an invitation, or creates one of its own. */
export function NoOrganizationScreen() {
  const words = useWords()
  const { organizations } = words
  const { signIn } = useSignInWords()
  const leave = useLeave()
  const [title, setTitle] = useState('')
  const create = useWrite(
    async () => {
      const { id } = await call(createOrganization, { body: { title: title.trim() } })
      await leave({ to: '/orgs/$organizationId', params: { organizationId: id } })
    },
    { stale: [listOrganizationsForAuthenticatedUser] },
  )
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!create.isPending && title.trim() !== '') create.mutate(undefined)
  }
  return (
    <SignInPage title={organizations.noneTitle} text={organizations.noneText}>
      <form className="sign-in-fields" onSubmit={submit} noValidate>
        <TextField
          label={signIn.setup.organization}
          value={title}
          onChange={setTitle}
          autoComplete="organization"
          error={create.error ? describeError(create.error, words) : undefined}
        />
        <Button
          type="submit"
          look="primary"
          isWide
          label={signIn.setup.submit}
          isBusy={create.isPending}
          isDisabled={title.trim() === ''}
        />
        <Link className="btn outline wide" to="/invitations">
          {signIn.invitations.title}
        </Link>
      </form>
    </SignInPage>
  )
}
