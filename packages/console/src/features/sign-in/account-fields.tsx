import { isStatus } from '../../api/index.ts'
import { describeError } from '../../app/load-failure.tsx'
import { type SignInWords, useSignInWords } from '../../locales/features/sign-in.ts'
import { TextField } from '../../ui/field.tsx'
import { NewPasswordField } from './new-password-field.tsx'

const MAX_NAME_LENGTH = 64

/** What somebody says about themselves when they sign in for the first time. */
export interface AccountDraft {
  displayName: string
  password: string
}

export interface FieldErrors {
  displayName?: string | undefined
  organization?: string | undefined
  password?: string | undefined
  /** What belongs to no field. */
  form?: string | undefined
}

/** Names the fields that were left empty. */
export function findEmptyFields(
  { displayName, password }: AccountDraft,
  { hasPassword }: { hasPassword: boolean },
  { signIn }: SignInWords,
): FieldErrors {
  return {
    displayName: displayName.trim() === '' ? signIn.nameMissing : undefined,
    password: hasPassword && password === '' ? signIn.passwordMissing : undefined,
  }
}

/** Puts the server's sentence at the field that it is about. What is left to refuse in a filled form is the password. */
export function placeError(error: unknown, words: SignInWords): FieldErrors {
  if (!error) return {}
  const text = describeError(error, words)
  if (!isStatus(error, 400)) return { form: text }
  if (text.includes('displayName')) return { displayName: text }
  if (text.includes('organization')) return { organization: text }
  return { password: text }
}

export const hasErrors = (errors: FieldErrors): boolean =>
  Object.values(errors).some((error) => error !== undefined)

interface AccountFieldsProps {
  draft: AccountDraft
  onChange: (draft: AccountDraft) => void
  email: string
  emailHelp: string
  hasPassword: boolean
  errors: FieldErrors
}

/** Name, address and password of an account that is new. The address is that of the link, and cannot be changed. */
export function AccountFields({
  draft,
  onChange,
  email,
  emailHelp,
  hasPassword,
  errors,
}: AccountFieldsProps) {
  const { signIn } = useSignInWords()
  return (
    <>
      <TextField
        label={signIn.name}
        autoComplete="name"
        maxLength={MAX_NAME_LENGTH}
        autoFocus
        value={draft.displayName}
        onChange={(displayName) => onChange({ ...draft, displayName })}
        error={errors.displayName}
      />
      <TextField
        label={signIn.email}
        type="email"
        autoComplete="username"
        isReadOnly
        value={email}
        help={emailHelp}
      />
      {hasPassword && (
        <NewPasswordField
          label={signIn.password}
          value={draft.password}
          onChange={(password) => onChange({ ...draft, password })}
          error={errors.password}
        />
      )}
    </>
  )
}
