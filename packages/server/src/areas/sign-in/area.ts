import { SecretCipher } from '../../common/secret-cipher.ts'
import type { Route } from '../../http/route.ts'
import type { Fetcher } from '../../outbound/fetcher.ts'
import type { AreaLifecycle, Platform } from '../../platform.ts'
import type { IdentityArea } from '../identity/index.ts'
import type { OrganizationsArea } from '../organizations/index.ts'
import { accountRoutes } from './accounts/routes.ts'
import { AccountService } from './accounts/service.ts'
import { AttemptLimits } from './attempts/attempt-limits.ts'
import { AttemptRepository } from './attempts/repository.ts'
import { identityRoutes } from './identities/routes.ts'
import { IdentityService } from './identities/service.ts'
import { InviteRepository } from './invites/repository.ts'
import { inviteRoutes } from './invites/routes.ts'
import { InviteService } from './invites/service.ts'
import { PasskeyRepository } from './passkeys/repository.ts'
import { passkeyRoutes } from './passkeys/routes.ts'
import { PasskeyService } from './passkeys/service.ts'
import { PasskeyVerifier } from './passkeys/verifier.ts'
import { PasswordRepository } from './passwords/repository.ts'
import { OidcAccounts } from './oidc/accounts.ts'
import { OidcClients } from './oidc/client.ts'
import { IdentityRepository } from './oidc/identity-repository.ts'
import { OidcLoginRepository } from './oidc/login-repository.ts'
import { OidcLogin } from './oidc/login.ts'
import { registerOidcPages } from './oidc/pages.ts'
import { LoginProviders } from './oidc/providers.ts'
import { OidcProviderRepository } from './oidc/repository.ts'
import { oidcProviderRoutes } from './oidc/routes.ts'
import { OidcProviderService } from './oidc/service.ts'
import type { InstallationProvider } from './oidc/settings.ts'
import { ProviderMemberRepository } from './provider-members/repository.ts'
import { ProviderMembers } from './provider-members/service.ts'
import { SecondFactorRepository } from './second-factors/repository.ts'
import { secondFactorRoutes } from './second-factors/routes.ts'
import { SecondFactorService } from './second-factors/service.ts'
import { SamlLogin } from './saml/login.ts'
import { registerSso } from './saml/pages.ts'
import { SamlRepository } from './saml/repository.ts'
import { samlRoutes } from './saml/routes.ts'
import { SamlService } from './saml/service.ts'

export interface SignInSettings {
  /** Whether people may sign in with a password. */
  passwords: boolean
  oidc: {
    /** The identity providers of the installation. */
    providers: readonly InstallationProvider[]
    /** Reaches them, wherever they are. */
    fetcher: Fetcher
  }
}

export type SignInArea = ReturnType<typeof createSignInArea>

/** How people join an organization: invitations, and single sign-on through its identity providers. */
export function createSignInArea(
  { database, clock, urls, secrets, fetcher }: Platform,
  { users, sessions }: IdentityArea,
  { members, invitations, grants }: OrganizationsArea,
  settings: SignInSettings,
) {
  const base = { database, clock, urls }
  const saml = new SamlRepository()
  const secure = urls.home.protocol === 'https:'
  const attempts = new AttemptLimits({ ...base, attempts: new AttemptRepository() })
  const passkeyRepository = new PasskeyRepository()
  const secondFactorRepository = new SecondFactorRepository()
  const verifier = new PasskeyVerifier({ ...base, passkeys: passkeyRepository })
  const secondFactors = new SecondFactorService({
    ...base,
    secondFactors: secondFactorRepository,
    verifier,
    attempts,
  })
  const accounts = new AccountService({
    ...base,
    sessions,
    passwords: new PasswordRepository(),
    attempts,
    secondFactors,
    isPasswordAllowed: settings.passwords,
  })
  const providerMembers = new ProviderMembers({
    ...base,
    providerMembers: new ProviderMemberRepository(),
    members,
  })
  const samlLogin = new SamlLogin({ ...base, saml, providerMembers, sessions })
  const seal = new SecretCipher(secrets.seal)
  const oidcProviders = new OidcProviderRepository()
  const identityRepository = new IdentityRepository()
  const oidcLogins = new OidcLoginRepository()
  const providers = new LoginProviders({
    database,
    oidcProviders,
    installationProviders: settings.oidc.providers,
    installationClients: new OidcClients({ fetcher: settings.oidc.fetcher, clock }),
    organizationClients: new OidcClients({ fetcher, clock }),
    seal,
  })
  const oidcLogin = new OidcLogin({
    ...base,
    logins: oidcLogins,
    providers,
    accounts: new OidcAccounts({ identities: identityRepository, users, providerMembers, clock }),
    sessions,
  })
  const identities = new IdentityService({
    ...base,
    identities: identityRepository,
    login: oidcLogin,
    providers: settings.oidc.providers,
    isPasswordAllowed: settings.passwords,
  })
  const passkeys = new PasskeyService({
    ...base,
    passkeys: passkeyRepository,
    verifier,
    requireWayIn: async (tx, userId) => {
      await secondFactors.requirePasskey(tx, userId)
      await identities.requireWayIn(tx, userId)
    },
  })
  const lifecycle: AreaLifecycle = {
    register: async (app) => {
      await registerSso(app, samlLogin, { secure })
      await registerOidcPages(app, oidcLogin, { secure })
    },
    cleanUp: async (now) => {
      await saml.deleteExpired(database, now)
      await oidcLogins.deleteExpired(database, now)
      await passkeyRepository.deleteExpired(database, now)
      await secondFactorRepository.deleteExpired(database, now)
      await attempts.deleteForgotten(now)
    },
    close: () => settings.oidc.fetcher.close(),
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
    saml: new SamlService({ ...base, saml, oidcProviders }),
    oidc: new OidcProviderService({ ...base, oidcProviders, providers, seal }),
    samlLogin,
    accounts,
    identityRoutes: identityRoutes(identities, { secure }),
    passkeyRoutes: [
      ...passkeyRoutes(passkeys),
      ...secondFactorRoutes(secondFactors, { accounts, sessions, origin: urls.home.origin, secure }),
    ],
    accountRoutes: accountRoutes(accounts, sessions, { origin: urls.home.origin, secure }),
    lifecycle,
  }
}

export const signInAreaRoutes = ({
  invites,
  saml,
  oidc,
  accountRoutes,
  identityRoutes,
  passkeyRoutes,
}: SignInArea): Route[] => [
  ...accountRoutes,
  ...identityRoutes,
  ...passkeyRoutes,
  ...inviteRoutes(invites),
  ...samlRoutes(saml),
  ...oidcProviderRoutes(oidc),
]
