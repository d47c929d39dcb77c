import { type Static, Type } from 'typebox'
import { TimestampSchema, UrlSchema } from '../../../http/schemas.ts'
import { EmailAddressSchema, NewPasswordSchema } from '../accounts/schema.ts'
import { LinkSecretSchema } from '../one-time-links/schema.ts'

export const RequestPasswordReset = Type.Object({ email: EmailAddressSchema })
export type RequestPasswordReset = Static<typeof RequestPasswordReset>

export const CompletePasswordReset = Type.Object({ secret: LinkSecretSchema, password: NewPasswordSchema })
export type CompletePasswordReset = Static<typeof CompletePasswordReset>

export const MemberPasswordReset = Type.Object(
  {
    object: Type.Literal('password-reset'),
    email: Type.String(),
    sent: Type.Boolean({ description: 'Whether the link goes to the member by mail.' }),
    link: Type.Optional(
      Type.String({
        ...UrlSchema,
        description: 'To pass on, where Verso cannot send mail. It is shown this once.',
      }),
    ),
    expiresAt: Type.Optional(TimestampSchema),
  },
  { 'x-name': 'MemberPasswordReset' },
)
export type MemberPasswordReset = Static<typeof MemberPasswordReset>
