import { interfaceLanguages } from '../../../common/interface-languages.ts'
import { createRouteBuilder, object, type Route } from '../../../http/route.ts'
import type { IdentityService } from '../identities/service.ts'
import type { MailQueue } from '../mail/mail-queue.ts'
import type { OneTimeLinks } from '../one-time-links/one-time-links.ts'
import type { PasswordStore } from '../passwords/password-store.ts'
import { SignInOptions } from './schema.ts'

const route = createRouteBuilder('Signing in')

export const signInOptionsRoutes = ({
  links,
  passwords,
  mails,
  identities,
  passkeys,
}: {
  links: OneTimeLinks
  passwords: PasswordStore
  mails: MailQueue
  identities: IdentityService
  /** Whether browsers have passkeys at the address of the installation. */
  passkeys: boolean
}): Route[] => [
  route.get(
    '/sign-in/options',
    {
      operationId: 'getSignInOptions',
      summary: 'Say how people can sign in here',
      permission: 'public',
      response: object(SignInOptions),
    },
    async () => ({
      object: 'sign-in-options' as const,
      setupPending: await links.isSetupPending(),
      passwords: passwords.isAllowed,
      passkeys,
      mail: mails.isAvailable,
      providers: identities.listProviders().items,
      languages: [...interfaceLanguages],
    }),
  ),
]
