import { type Static, Type } from 'typebox'
import { TimestampSchema } from '../../../http/schemas.ts'
import { Session } from '../../identity/index.ts'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../passwords/password-rules.ts'

export const NewPasswordSchema = Type.String({
  maxLength: MAX_PASSWORD_LENGTH,
  description: `At least ${MIN_PASSWORD_LENGTH} characters, and not among the first that somebody would try.`,
})

export const EmailAddressSchema = Type.String({ minLength: 1, maxLength: 320 })

export const DisplayNameSchema = Type.String({ minLength: 1, maxLength: 64 })

export const CreateSession = Type.Object({
  email: EmailAddressSchema,
  password: Type.String({ minLength: 1, maxLength: MAX_PASSWORD_LENGTH }),
})
export type CreateSession = Static<typeof CreateSession>

export const UpdatePassword = Type.Object({
  currentPassword: Type.String({ minLength: 1, maxLength: MAX_PASSWORD_LENGTH }),
  password: NewPasswordSchema,
})
export type UpdatePassword = Static<typeof UpdatePassword>

export const SecondFactorRequest = Type.Object(
  {
    object: Type.Literal('second-factor-request'),
    ticket: Type.String({ description: 'Send it with the second factor. It is no session.' }),
    expiresAt: TimestampSchema,
    methods: Type.Array(Type.Union([Type.Literal('passkey'), Type.Literal('recovery-code')])),
  },
  {
    'x-name': 'SecondFactorRequest',
    description: 'The password or the link is right, and a second factor is needed.',
  },
)
export type SecondFactorRequest = Static<typeof SecondFactorRequest>

/** A session, or what its second factor needs. */
export const SignInAnswer = Type.Union([Session, SecondFactorRequest])
