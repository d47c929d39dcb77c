import { type Static, Type } from 'typebox'
import { EmailAddressSchema } from '../accounts/schema.ts'
import { LinkSecretSchema } from '../one-time-links/schema.ts'

export const RequestEmailChange = Type.Object({ email: EmailAddressSchema })
export type RequestEmailChange = Static<typeof RequestEmailChange>

export const ConfirmEmailChange = Type.Object({ secret: LinkSecretSchema })
export type ConfirmEmailChange = Static<typeof ConfirmEmailChange>

export const EmailChange = Type.Object(
  {
    object: Type.Literal('email-change'),
    email: Type.String({ description: 'The new address.' }),
    sent: Type.Boolean({
      description:
        'Whether a link goes to the new address, which the change waits for. Where Verso cannot send mail it is false, and ' +
        'the address is changed.',
    }),
  },
  { 'x-name': 'EmailChange' },
)
export type EmailChange = Static<typeof EmailChange>
