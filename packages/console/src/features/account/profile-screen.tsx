import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call, useWrite } from '../../api/index.ts'
import { updatePassword, updateUserById } from '../../api/operations.ts'
import { describeError } from '../../app/load-failure.tsx'
import { usePreferences } from '../../app/preferences.ts'
import { Screen } from '../../app/screen.tsx'
import { sessionRead, useSession } from '../../app/session.ts'
import { isLanguage, languages, useLocale } from '../../locales/index.ts'
import { useAccountWords } from '../../locales/features/account.ts'
import { Button } from '../../ui/button.tsx'
import { Segmented, Select } from '../../ui/choice.tsx'
import { TextField } from '../../ui/field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { EmailForm } from './email-form.tsx'

/** Name, address, language, theme and password. */
export function ProfileScreen() {
  const { account } = useAccountWords()
  return (
    <Screen title={account.profile}>
      <h1 className="sr">{account.profile}</h1>
      <div className="stack">
        <ProfileForm />
        <EmailForm />
        <Preferences />
        <PasswordForm />
      </div>
    </Screen>
  )
}

function ProfileForm() {
  const words = useAccountWords()
  const { account, common } = words
  const user = useSession()
  const client = useQueryClient()
  const [name, setName] = useState(user.displayName)
  const [picture, setPicture] = useState(user.photoURL ?? '')
  const save = useWrite(
    () =>
      call(updateUserById, {
        userId: user.id,
        body: { displayName: name.trim(), ...(picture.trim() !== '' && { photoURL: picture.trim() }) },
      }),
    {
      stale: [],
      onSuccess: (next) => {
        client.setQueryData(sessionRead.queryKey, (old) => old && { ...old, ...next })
        showToast({ message: account.saved })
      },
    },
  )
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!save.isPending && name.trim() !== '') save.mutate(undefined)
  }
  return (
    <section aria-labelledby="profile">
      <div className="section-head">
        <h2 id="profile">{account.profile}</h2>
      </div>
      <form className="form" onSubmit={submit} noValidate>
        <TextField label={account.name} value={name} onChange={setName} autoComplete="name" />
        <TextField
          label={account.picture}
          type="url"
          value={picture}
          onChange={setPicture}
          help={account.pictureHelp}
          error={save.error ? describeError(save.error, words) : undefined}
        />
        <div className="actions">
          <Button
            type="submit"
            look="primary"
            label={common.save}
            isBusy={save.isPending}
            isDisabled={name.trim() === ''}
          />
        </div>
      </form>
    </section>
  )
}

function Preferences() {
  const { language } = useLocale()
  const { account, shell } = useAccountWords()
  const { theme, chooseTheme, chooseLanguage } = usePreferences()
  return (
    <section aria-labelledby="preferences">
      <div className="section-head">
        <h2 id="preferences">{account.preferences}</h2>
      </div>
      <div className="form">
        <Select
          label={shell.language}
          choices={Object.entries(languages).map(([value, label]) => ({ value, label }))}
          value={language}
          onChange={(value) => {
            if (isLanguage(value)) chooseLanguage(value)
          }}
        />
        <Segmented
          label={shell.theme}
          choices={[
            { value: 'system', label: shell.themeSystem },
            { value: 'light', label: shell.themeLight },
            { value: 'dark', label: shell.themeDark },
          ]}
          value={theme}
          onChange={chooseTheme}
        />
      </div>
    </section>
  )
}

function PasswordForm() {
  const words = useAccountWords()
  const { account } = words
  const user = useSession()
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const change = useWrite(
    () => call(updatePassword, { body: { currentPassword: current, password: next } }),
    {
      stale: [],
      onSuccess: () => {
        setCurrent('')
        setNext('')
        showToast({ message: account.passwordChanged })
      },
    },
  )
  const isReady = current !== '' && next !== ''
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!change.isPending && isReady) change.mutate(undefined)
  }
  return (
    <section aria-labelledby="password">
      <div className="section-head">
        <h2 id="password">{account.password}</h2>
      </div>
      <form className="form" onSubmit={submit} noValidate>
        <p className="soft">{account.passwordText}</p>
        <input type="hidden" name="username" autoComplete="username" value={user.email ?? ''} readOnly />
        <TextField
          label={account.currentPassword}
          type="password"
          autoComplete="current-password"
          value={current}
          onChange={setCurrent}
        />
        <TextField
          label={account.newPassword}
          type="password"
          autoComplete="new-password"
          value={next}
          onChange={setNext}
          help={account.newPasswordHelp}
          error={change.error ? describeError(change.error, words) : undefined}
        />
        <div className="actions">
          <Button
            type="submit"
            label={account.changePassword}
            isBusy={change.isPending}
            isDisabled={!isReady}
          />
        </div>
      </form>
    </section>
  )
}
