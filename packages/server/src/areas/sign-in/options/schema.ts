import { type Static, Type } from 'typebox'
import { interfaceLanguages } from '../../../common/interface-languages.ts'
import { SignInProviders } from '../identities/schema.ts'

export const SignInOptions = Type.Object(
  {
    object: Type.Literal('sign-in-options'),
    setupPending: Type.Boolean({
      description:
        'Nobody has set up the installation yet. The link for that was printed at the first start.',
    }),
    passwords: Type.Boolean({ description: 'Whether people can sign in with a password.' }),
    passkeys: Type.Boolean({ description: 'Whether people can sign in with a passkey.' }),
    mail: Type.Boolean({ description: 'Whether links for signing in and for a new password come by mail.' }),
    providers: SignInProviders.properties.items,
    languages: Type.Array(Type.Enum(interfaceLanguages, { type: 'string' })),
  },
  { 'x-name': 'SignInOptions' },
)
export type SignInOptions = Static<typeof SignInOptions>
