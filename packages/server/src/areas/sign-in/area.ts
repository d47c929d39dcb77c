import type { Route } from '../../http/route.ts'
import type { AreaLifecycle, Platform } from '../../platform.ts'
import type { IdentityArea } from '../identity/index.ts'
import type { OrganizationsArea } from '../organizations/index.ts'
import { InviteRepository } from './invites/repository.ts'
import { inviteRoutes } from './invites/routes.ts'
import { InviteService } from './invites/service.ts'
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
) {
  const base = { database, clock, urls }
  const saml = new SamlRepository()
  const samlLogin = new SamlLogin({ ...base, saml, members, sessions })
  const lifecycle: AreaLifecycle = {
    register: (app) => registerSso(app, samlLogin, { secure: urls.home.protocol === 'https:' }),
    cleanUp: (now) => saml.deleteExpired(database, now),
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
    lifecycle,
  }
}

export const signInAreaRoutes = ({ invites, saml }: SignInArea): Route[] => [
  ...inviteRoutes(invites),
  ...samlRoutes(saml),
]
