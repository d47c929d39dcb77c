import { type Static, Type } from 'typebox'
import { EmailAddressSchema } from '../accounts/schema.ts'
import { LinkSecretSchema } from '../one-time-links/schema.ts'

export const CreateSessionWithLink = Type.Object({ secret: LinkSecretSchema })

export const RequestSignInLink = Type.Object({ email: EmailAddressSchema })
export type RequestSignInLink = Static<typeof RequestSignInLink>
