import { type Static, Type } from 'typebox'
import { InterfaceLanguageSchema } from '../../identity/index.ts'
import { OrganizationTitle } from '../../organizations/index.ts'
import { DisplayNameSchema, NewPasswordSchema } from '../accounts/schema.ts'
import { LinkSecretSchema } from '../one-time-links/schema.ts'

const properties = {
  secret: LinkSecretSchema,
  displayName: DisplayNameSchema,
  password: Type.Optional(NewPasswordSchema),
  language: Type.Optional(InterfaceLanguageSchema),
}

export const CompleteFirstSignIn = Type.Object(properties, {
  description: 'The password must be given, unless passwords are turned off.',
})
export type CompleteFirstSignIn = Static<typeof CompleteFirstSignIn>

export const CompleteSetup = Type.Object(
  { ...properties, organization: OrganizationTitle },
  {
    description: '`organization` is its title. The password must be given, unless passwords are turned off.',
  },
)
export type CompleteSetup = Static<typeof CompleteSetup>
