import type { Route } from '../../http/route.ts'
import type { AreaLifecycle, Platform } from '../../platform.ts'
import type { IdentityArea } from '../identity/index.ts'
import type { OrganizationsArea } from '../organizations/index.ts'
import { accountRoutes } from './accounts/routes.ts'
import { AccountService } from './accounts/service.ts'
import { AttemptLimits } from './attempts/attempt-limits.ts'
import { AttemptRepository } from './attempts/repository.ts'
import { InviteRepository } from './invites/repository.ts'
import { inviteRoutes } from './invites/routes.ts'
import { InviteService } from './invites/service.ts'
import { PasswordRepository } from './passwords/repository.ts'
import { SamlLogin } from './saml/login.ts'
import { registerSso } from './saml/pages.ts'
import { SamlRepository } from './saml/repository.ts'
import { samlRoutes } from './saml/routes.ts'
import { SamlService } from './saml/service.ts'

export type SignInArea = ReturnType<typeof createSignInArea>

/** How people join an organization: invitations, and single sign-on through its identity providers. */
export function createSignInArea(
  { database, clock, urls }: Platform,
  { users, sessions }: IdentityArea,
  { members, invitations, grants }: OrganizationsArea,
  settings: { passwords: boolean },
) {
  const base = { database, clock, urls }
  const saml = new SamlRepository()
  const secure = urls.home.protocol === 'https:'
  const attempts = new AttemptLimits({ ...base, attempts: new AttemptRepository() })
  const accounts = new AccountService({
    ...base,
    sessions,
    passwords: new PasswordRepository(),
    attempts,
    isPasswordAllowed: settings.passwords,
  })
  const samlLogin = new SamlLogin({ ...base, saml, members, sessions })
  const lifecycle: AreaLifecycle = {
    register: (app) => registerSso(app, samlLogin, { secure }),
    cleanUp: async (now) => {
      await saml.deleteExpired(database, now)
      await attempts.deleteForgotten(now)
    },
  }
  return {
    invites: new InviteService({
      ...base,
      invites: new InviteRepository(),
      users,
      members,
      invitations,
      grants,
    }),
    saml: new SamlService({ ...base, saml }),
    samlLogin,
    accounts,
    accountRoutes: accountRoutes(accounts, sessions, { origin: urls.home.origin, secure }),
    lifecycle,
  }
}

export const signInAreaRoutes = ({ invites, saml, accountRoutes }: SignInArea): Route[] => [
  ...accountRoutes,
  ...inviteRoutes(invites),
  ...samlRoutes(saml),
]
