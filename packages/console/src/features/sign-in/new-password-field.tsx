import { type SignInWords, useSignInWords } from '../../locales/features/sign-in.ts'
import { classNames } from '../../ui/class-names.ts'
import { TextField } from '../../ui/field.tsx'

const MIN_PASSWORD_LENGTH = 12
const MAX_PASSWORD_LENGTH = 256
const METER_STEPS = 4

interface Strength {
  /** How many parts of the meter are filled. */
  steps: number
  label: (words: SignInWords['signIn']['strength']) => string
}

/**
 * A first impression while one types, from the length and from how many different characters there are. The server judges the
 * password by what people try first, and says so at the field.
 */
function estimateStrength(password: string): Strength {
  const { length } = Array.from(password)
  if (length === 0) return { steps: 0, label: ({ empty }) => empty }
  if (length < MIN_PASSWORD_LENGTH) {
    return { steps: 1, label: ({ short }) => short(MIN_PASSWORD_LENGTH - length) }
  }
  const different = new Set(password).size
  if (different < 6) return { steps: 1, label: ({ weak }) => weak }
  if (length < 15 || different < 8) return { steps: 2, label: ({ fair }) => fair }
  return length < 20
    ? { steps: 3, label: ({ strong }) => strong }
    : { steps: METER_STEPS, label: ({ veryStrong }) => veryStrong }
}

interface NewPasswordFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  error?: string | undefined
  autoFocus?: boolean
}

/** A field for a password that somebody chooses, with a meter. */
export function NewPasswordField({
  label,
  value,
  onChange,
  error,
  autoFocus = false,
}: NewPasswordFieldProps) {
  const { signIn } = useSignInWords()
  const strength = estimateStrength(value)
  return (
    <TextField
      label={label}
      type="password"
      autoComplete="new-password"
      maxLength={MAX_PASSWORD_LENGTH}
      value={value}
      onChange={onChange}
      error={error}
      autoFocus={autoFocus}
      help={
        <>
          <span className="meter" aria-hidden="true">
            {Array.from({ length: METER_STEPS }, (_, index) => (
              <i
                key={index}
                className={classNames(index < strength.steps && (strength.steps > 1 ? 'on' : 'weak'))}
              />
            ))}
          </span>
          {strength.label(signIn.strength)}
        </>
      }
    />
  )
}
