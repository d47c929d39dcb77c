import type { MemberRole } from '../../../access/roles.ts'
import type { Clock } from '../../../common/clock.ts'
import { Forbidden } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import type { Transaction } from '../../../database/database.ts'
import type { MemberService } from '../../organizations/index.ts'
import type { ProviderMemberRepository } from './repository.ts'

/** What an organization has set for people who come through one of its identity providers. */
export interface NewcomerSettings {
  organizationId: string
  defaultRole: MemberRole
  defaultTeamId: string | null
}

interface ProviderMembersDependencies {
  providerMembers: ProviderMemberRepository
  members: MemberService
  clock: Clock
}

/** Makes people who sign in through an identity provider of an organization members of it. */
export class ProviderMembers {
  readonly #deps: ProviderMembersDependencies

  constructor(deps: ProviderMembersDependencies) {
    this.#deps = deps
  }

  /** Creates an account that only this organization knows by its address. */
  async createAccount(
    tx: Transaction,
    { email, displayName }: { email: string | undefined; displayName: string | undefined },
  ): Promise<string> {
    const id = newId()
    const address = email ?? `${id}@sso.invalid`
    const name = displayName ?? address.split('@', 1)[0] ?? address
    await this.#deps.providerMembers.insertUser(
      tx,
      { id, email: address, displayName: name },
      this.#deps.clock.now(),
    )
    return id
  }

  /** Follows the provider's name, in accounts that a provider created. */
  setDisplayName(tx: Transaction, userId: string, displayName: string): Promise<void> {
    return this.#deps.providerMembers.setDisplayName(tx, userId, displayName)
  }

  async isMember(tx: Transaction, organizationId: string, userId: string): Promise<boolean> {
    return (await this.#deps.providerMembers.getMembership(tx, organizationId, userId)) !== 'no'
  }

  /** Makes somebody a member, if they are none yet, and remembers that they came through single sign-on. */
  async join(
    tx: Transaction,
    { organizationId, defaultRole, defaultTeamId }: NewcomerSettings,
    userId: string,
  ): Promise<void> {
    const { providerMembers, members } = this.#deps
    const membership = await providerMembers.getMembership(tx, organizationId, userId)
    if (membership === 'disabled') throw new Forbidden('Your membership in this organization is disabled.')
    if (membership === 'no') {
      await members.addMembers(tx, organizationId, [{ userId, role: defaultRole, sso: true }])
      if (defaultTeamId !== null) await providerMembers.addToTeam(tx, organizationId, defaultTeamId, userId)
    }
    await providerMembers.setSsoMember(tx, organizationId, userId)
  }
}
