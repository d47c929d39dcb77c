import { type Static, Type } from 'typebox'
import { TimestampSchema } from '../../../http/schemas.ts'

export const LinkSecretSchema = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'What is behind the `#` of the link.',
})

export const InspectLink = Type.Object({ secret: LinkSecretSchema })

export const OneTimeLink = Type.Object(
  {
    object: Type.Literal('one-time-link'),
    purpose: Type.Enum(['setup', 'sign-in', 'password-reset', 'invitation', 'email-change'], {
      type: 'string',
      description:
        '`setup` sets up the installation (`/setup`), `sign-in` signs in (`/user/sessions/link`), `password-reset` sets a new ' +
        'password (`/user/password-resets/complete`), `invitation` lets an invited person in for the first time ' +
        '(`/user/first-sign-in`), `email-change` gives the account of whoever is signed in the address (`/user/email/confirm`).',
    }),
    state: Type.Enum(['valid', 'used', 'expired'], { type: 'string' }),
    expiresAt: TimestampSchema,
    email: Type.Optional(
      Type.String({
        description: 'Whose link it is, while it is valid; the new address, where it changes one.',
      }),
    ),
    displayName: Type.Optional(Type.String()),
    organization: Type.Optional(Type.Object({ id: Type.String(), title: Type.String() })),
  },
  { 'x-name': 'OneTimeLink' },
)
export type OneTimeLink = Static<typeof OneTimeLink>
