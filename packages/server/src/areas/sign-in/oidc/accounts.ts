import type { Clock } from '../../../common/clock.ts'
import { newId } from '../../../common/ids.ts'
import type { Transaction } from '../../../database/database.ts'
import { lockOrganizations } from '../../../database/organization-locks.ts'
import type { UserService } from '../../identity/index.ts'
import type { IdentityKey, IdentityRepository } from './identity-repository.ts'
import type { OneTimeLinks } from '../one-time-links/one-time-links.ts'
import type { ProviderMembers } from '../provider-members/service.ts'
import { createLoginRefusal } from './errors.ts'
import { type OidcProfile, readVerifiedEmail } from './profile.ts'
import type { OidcProviderRow } from './repository.ts'
import { type InstallationProvider, isInDomains } from './settings.ts'

interface OidcAccountsDependencies {
  identities: IdentityRepository
  users: UserService
  providerMembers: ProviderMembers
  links: OneTimeLinks
  clock: Clock
}

/** Decides which account somebody has who signs in through OpenID Connect. */
export class OidcAccounts {
  readonly #deps: OidcAccountsDependencies

  constructor(deps: OidcAccountsDependencies) {
    this.#deps = deps
  }

  /**
   * Finds the account of earlier logins. On a first login it is the account with the same address, if the provider has
   * verified the address, and either nobody uses the account yet (it was created by an invitation) or the operator lets
   * addresses decide; otherwise a new one, if the operator lets people in who were not invited. Whoever uses an account
   * with an address that they have not proven may have taken somebody else's, who would share the account with them.
   */
  async findOrCreate(tx: Transaction, provider: InstallationProvider, profile: OidcProfile): Promise<string> {
    const { identities, users, links } = this.#deps
    const key = createKey(profile, null)
    const known = await identities.findUserId(tx, key)
    if (known !== undefined) return this.#record(tx, key, known, profile)
    const email = readVerifiedEmail(profile, provider)
    if (email === undefined) {
      throw createLoginRefusal(
        `${provider.label} does not say that your e-mail address is verified. Sign in to Verso in another way, and link ${provider.label} in the settings of your account.`,
      )
    }
    const account = await users.findByEmail(tx, email)
    if (account) {
      await identities.lockUser(tx, account.id)
      const { isInUse, isEmailUnproven } = await identities.getUse(tx, account.id)
      if (isInUse && (!provider.joinsByEmail || isEmailUnproven)) {
        throw createLoginRefusal(
          `There already is an account with the address ${email}. Sign in to it as you did before, and link ${provider.label} in its settings.`,
        )
      }
      await links.proveAddress(tx, account.id)
      return this.#record(tx, key, account.id, profile)
    }
    if (!isInDomains(email, provider.signUpDomains)) {
      throw createLoginRefusal(`Nobody has invited ${email} yet. Ask a colleague for an invitation.`)
    }
    const [created] = await users.findOrCreate(tx, [email])
    if (!created) throw new Error('no account was created')
    if (created.isNew && profile.displayName !== undefined) {
      await users.setDisplayName(tx, created.id, profile.displayName)
    }
    return this.#record(tx, key, created.id, profile)
  }

  /** Gives an identity to an account whose owner has asked for it. */
  async link(tx: Transaction, profile: OidcProfile, userId: string): Promise<void> {
    const key = createKey(profile, null)
    await this.#record(tx, key, userId, profile)
    if ((await this.#deps.identities.findUserId(tx, key)) !== userId) {
      throw createLoginRefusal('This identity belongs to another account. Unlink it there first.')
    }
  }

  /**
   * Finds or creates the account of somebody who comes through a provider of an organization, and makes them a member.
   * Accounts outside the organization are never found by their address, because a provider must not give access to
   * anything outside its organization.
   */
  async findOrCreateMember(
    tx: Transaction,
    provider: OidcProviderRow,
    profile: OidcProfile,
  ): Promise<string> {
    const { identities, providerMembers } = this.#deps
    const key = createKey(profile, provider.id)
    await lockOrganizations(tx, [provider.organizationId])
    const email = readVerifiedEmail(profile, provider)
    const known =
      (await identities.findUserId(tx, key)) ??
      (email === undefined ? undefined : await identities.findMember(tx, provider, email))
    const isMember =
      known !== undefined && (await providerMembers.isMember(tx, provider.organizationId, known))
    if (!isMember && !canJoin(provider, email)) {
      throw createLoginRefusal(
        email === undefined && !provider.domains.includes('*')
          ? `${provider.label} does not say that your e-mail address is verified, so you cannot become a member through it.`
          : 'You are not a member of this organization. Ask one of its admins for an invitation.',
      )
    }
    const userId =
      known ??
      (await providerMembers.createAccount(tx, { email: profile.email, displayName: profile.displayName }))
    if (known !== undefined && profile.displayName !== undefined) {
      await providerMembers.setDisplayName(tx, known, profile.displayName)
    }
    await providerMembers.join(tx, provider, userId)
    return this.#record(tx, key, userId, profile)
  }

  async #record(
    tx: Transaction,
    key: IdentityKey,
    userId: string,
    { email = null }: { email?: string | null | undefined },
  ): Promise<string> {
    const now = this.#deps.clock.now()
    await this.#deps.identities.recordLogin(tx, { ...key, id: newId(), userId, email }, now)
    return userId
  }
}

const createKey = ({ issuer, subject }: OidcProfile, providerId: string | null): IdentityKey => ({
  providerId,
  issuer,
  subject,
})

const canJoin = ({ domains }: Pick<OidcProviderRow, 'domains'>, email: string | undefined): boolean =>
  domains.includes('*') || (email !== undefined && isInDomains(email, domains))
