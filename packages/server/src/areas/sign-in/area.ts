import { SecretCipher } from '../../common/secret-cipher.ts'
import type { Route } from '../../http/route.ts'
import type { Fetcher } from '../../outbound/fetcher.ts'
import type { AreaLifecycle, Platform } from '../../platform.ts'
import type { IdentityArea } from '../identity/index.ts'
import type { OrganizationsArea } from '../organizations/index.ts'
import { BrowserSignIn } from './accounts/browser-sign-in.ts'
import { accountRoutes } from './accounts/routes.ts'
import { AccountService } from './accounts/service.ts'
import { AttemptLimits } from './attempts/attempt-limits.ts'
import { AttemptRepository } from './attempts/repository.ts'
import { emailChangeRoutes } from './email-changes/routes.ts'
import { EmailChangeService } from './email-changes/service.ts'
import { firstSignInRoutes } from './first-sign-in/routes.ts'
import { FirstSignInService } from './first-sign-in/service.ts'
import { identityRoutes } from './identities/routes.ts'
import { IdentityService } from './identities/service.ts'
import { InviteDelivery } from './invites/delivery.ts'
import { InviteRepository } from './invites/repository.ts'
import { inviteRoutes } from './invites/routes.ts'
import { InviteService } from './invites/service.ts'
import { PasskeyRepository } from './passkeys/repository.ts'
import { passkeyRoutes } from './passkeys/routes.ts'
import { PasskeyService } from './passkeys/service.ts'
import { hasPasskeys, PasskeyVerifier } from './passkeys/verifier.ts'
import { MailQueue } from './mail/mail-queue.ts'
import { MailSender } from './mail/mail-sender.ts'
import { InvitationMailRepository } from './mail/repository.ts'
import { OneTimeLinks } from './one-time-links/one-time-links.ts'
import { OneTimeLinkRepository } from './one-time-links/repository.ts'
import { oneTimeLinkRoutes } from './one-time-links/routes.ts'
import { signInOptionsRoutes } from './options/routes.ts'
import { passwordResetRoutes } from './password-resets/routes.ts'
import { PasswordResetService } from './password-resets/service.ts'
import { PasswordStore } from './passwords/password-store.ts'
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
import { AccountRecovery } from './second-factors/account-recovery.ts'
import { SecondFactorRepository } from './second-factors/repository.ts'
import { secondFactorRoutes } from './second-factors/routes.ts'
import { SecondFactorService } from './second-factors/service.ts'
import { SamlLogin } from './saml/login.ts'
import { registerSso } from './saml/pages.ts'
import { SamlRepository } from './saml/repository.ts'
import { samlRoutes } from './saml/routes.ts'
import { SamlService } from './saml/service.ts'
import { signInLinkRoutes } from './sign-in-links/routes.ts'
import { SignInLinkService } from './sign-in-links/service.ts'

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

export const createOneTimeLinks = (platform: Pick<Platform, 'database' | 'clock' | 'urls'>): OneTimeLinks =>
  new OneTimeLinks({ ...platform, links: new OneTimeLinkRepository() })

export const createAccountRecovery = (
  { database }: Pick<Platform, 'database'>,
  { sessions }: Pick<IdentityArea, 'sessions'>,
  links: OneTimeLinks,
): AccountRecovery =>
  new AccountRecovery({ database, sessions, links, secondFactors: new SecondFactorRepository() })

/** How people sign in, and how they join an organization: links, passwords, invitations, single sign-on. */
export function createSignInArea(
  { database, clock, urls, jobs, mailer, secrets, fetcher }: Platform,
  { users, sessions, preferences }: IdentityArea,
  { members, invitations, grants, organizations }: OrganizationsArea,
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
  const links = createOneTimeLinks(base)
  const mails = new MailQueue({ jobs, isAvailable: mailer !== undefined })
  const passwords = new PasswordStore({
    clock,
    passwords: new PasswordRepository(),
    isPasswordAllowed: settings.passwords,
  })
  const browserSignIn = new BrowserSignIn({
    sessions,
    secondFactors,
    clock,
    origin: urls.home.origin,
    secure,
  })
  const shared = {
    database,
    users,
    members,
    sessions,
    preferences,
    passwords,
    links,
    attempts,
    mails,
    browserSignIn,
  }
  const accounts = new AccountService(shared)
  const resets = new PasswordResetService(shared)
  const signInLinks = new SignInLinkService(shared)
  const inviteLinks = new InviteRepository()
  const invites = new InviteService({
    ...base,
    ...shared,
    invites: inviteLinks,
    invitations,
    grants,
  })
  const inviteDelivery = new InviteDelivery({ ...base, ...shared, invitations, invites })
  const firstSignIn = new FirstSignInService({ ...shared, organizations, invites })
  const mailSender = new MailSender({
    ...base,
    ...shared,
    invitationMails: new InvitationMailRepository(),
    mailer,
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
    accounts: new OidcAccounts({ identities: identityRepository, users, providerMembers, links, clock }),
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
    jobHandlers: { 'send-mail': (request) => mailSender.send(request) },
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
      await links.deleteEnded(now)
    },
    close: () => settings.oidc.fetcher.close(),
  }
  return {
    saml: new SamlService({ ...base, saml, oidcProviders }),
    oidc: new OidcProviderService({ ...base, oidcProviders, providers, seal }),
    samlLogin,
    accounts,
    links,
    accountRoutes: [
      ...signInOptionsRoutes({
        links,
        passwords,
        mails,
        identities,
        passkeys: hasPasskeys(urls.home),
      }),
      ...oneTimeLinkRoutes(links),
      ...firstSignInRoutes(firstSignIn, browserSignIn),
      ...accountRoutes(accounts, sessions, browserSignIn, { secure }),
      ...emailChangeRoutes(new EmailChangeService(shared)),
      ...signInLinkRoutes(signInLinks, browserSignIn),
      ...passwordResetRoutes(resets, browserSignIn),
      ...identityRoutes(identities, { secure }),
      ...passkeyRoutes(passkeys),
      ...secondFactorRoutes(secondFactors, browserSignIn),
      ...inviteRoutes(invites, inviteDelivery, browserSignIn),
    ],
    lifecycle,
  }
}

export const signInAreaRoutes = ({ saml, oidc, accountRoutes }: SignInArea): Route[] => [
  ...accountRoutes,
  ...samlRoutes(saml),
  ...oidcProviderRoutes(oidc),
]
