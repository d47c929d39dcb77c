import { type FormEvent, useState } from 'react'
import { call, useAnswer, useRequest } from '../../api/index.ts'
import { completeSetup, getSignInOptions } from '../../api/operations.ts'
import { useLocale } from '../../locales/index.ts'
import { useSignInWords } from '../../locales/features/sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { clone, download, file, type IconPath } from '../../ui/icon-paths.ts'
import { AccountFields, type FieldErrors, findEmptyFields, hasErrors, placeError } from './account-fields.tsx'
import { Command, FIRST_LOGIN_COMMAND, LOGIN_LINK_COMMAND } from './command.tsx'
import { LinkGate, type UsableLink } from './link-gate.tsx'
import { SignInPage } from './sign-in-page.tsx'

const MAX_ORGANIZATION_LENGTH = 255
const MIN_ORGANIZATION_LENGTH = 2

/** The first run: whoever has the link that the server printed becomes the first administrator. */
export function SetupScreen() {
  const { signIn } = useSignInWords()
  return (
    <LinkGate purpose="setup" title={signIn.setup.title} withoutLink={<NoSetupLink />}>
      {(usable) => <SetupForm {...usable} />}
    </LinkGate>
  )
}

function NoSetupLink() {
  const { signIn } = useSignInWords()
  const { answer } = useAnswer(() => call(getSignInOptions))
  const isDone = answer?.setupPending === false
  return (
    <SignInPage title={isDone ? signIn.setup.doneTitle : signIn.setup.noLinkTitle}>
      <p>{isDone ? signIn.setup.doneText : signIn.setup.noLinkText}</p>
      <Command text={isDone ? LOGIN_LINK_COMMAND : FIRST_LOGIN_COMMAND} />
      <a className="btn outline wide" href="/app/sign-in">
        {signIn.toSignIn}
      </a>
    </SignInPage>
  )
}

function SetupForm({ link, secret }: UsableLink) {
  const { language } = useLocale()
  const words = useSignInWords()
  const { setup } = words.signIn
  // Passwords are asked for unless they are known to be turned off.
  const hasPassword = useAnswer(() => call(getSignInOptions)).answer?.passwords !== false
  const [draft, setDraft] = useState({ displayName: '', password: '' })
  const [organization, setOrganization] = useState('')
  const [emptyFields, setEmptyFields] = useState<FieldErrors>({})
  const complete = useRequest(
    () =>
      call(completeSetup, {
        body: {
          secret,
          displayName: draft.displayName.trim(),
          ...(hasPassword && { password: draft.password }),
          organization: organization.trim(),
          language,
        },
      }),
    // A new page begins as somebody who is signed in, and forgets the secret.
    () => location.replace('/app/'),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const isNamed = organization.trim().length >= MIN_ORGANIZATION_LENGTH
    const empty: FieldErrors = {
      ...findEmptyFields(draft, { hasPassword }, words),
      organization: isNamed ? undefined : setup.organizationMissing,
    }
    setEmptyFields(empty)
    if (!hasErrors(empty) && !complete.isBusy) complete.send()
  }
  const errors = hasErrors(emptyFields) ? emptyFields : placeError(complete.error, words)
  return (
    <SignInPage title={setup.title} text={setup.text} side={<Offers />}>
      <form className="sign-in-fields" onSubmit={submit} noValidate>
        <AccountFields
          draft={draft}
          onChange={setDraft}
          email={link.email}
          emailHelp={setup.emailHelp}
          hasPassword={hasPassword}
          errors={errors}
        />
        <TextField
          label={setup.organization}
          autoComplete="organization"
          maxLength={MAX_ORGANIZATION_LENGTH}
          value={organization}
          onChange={setOrganization}
          error={errors.organization}
        />
        {errors.form !== undefined && (
          <p role="alert" className="form-error">
            {errors.form}
          </p>
        )}
        <Button type="submit" look="primary" isWide label={setup.submit} isBusy={complete.isBusy} />
      </form>
    </SignInPage>
  )
}

/** What comes after the first run, so that nobody wonders what it is for. */
function Offers() {
  const { setup } = useSignInWords().signIn
  return (
    <div>
      <h2>{setup.sideTitle}</h2>
      <Offer icon={download} title={setup.importTitle} text={setup.importText} />
      <Offer icon={clone} title={setup.templateTitle} text={setup.templateText} />
      <Offer icon={file} title={setup.emptyTitle} text={setup.emptyText} />
    </div>
  )
}

function Offer({ icon, title, text }: { icon: IconPath; title: string; text: string }) {
  return (
    <div className="offer">
      <Icon of={icon} />
      <div>
        <strong>{title}</strong>
        <p>{text}</p>
      </div>
    </div>
  )
}
