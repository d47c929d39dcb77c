import type { Database } from '../../../database/database.ts'
import type { SessionService } from '../../identity/index.ts'
import { COPIED_LINK_LIFETIME_MS, type OneTimeLinks } from '../one-time-links/one-time-links.ts'
import type { SecondFactorRepository } from './repository.ts'

interface AccountRecoveryDependencies {
  database: Database
  sessions: SessionService
  secondFactors: SecondFactorRepository
  links: OneTimeLinks
}

export interface RecoveredAccount {
  passkeys: number
  recoveryCodes: number
  sessions: number
  /** Signs in once. */
  url: string
}

/** The way back in for somebody who has lost their passkeys and recovery codes, by whoever runs the installation. */
export class AccountRecovery {
  readonly #deps: AccountRecoveryDependencies

  constructor(deps: AccountRecoveryDependencies) {
    this.#deps = deps
  }

  /**
   * Takes away what the owner has lost, and ends the sessions and links that whoever has found it may have begun. The link
   * that it returns is the only one that works then.
   */
  recover(userId: string): Promise<RecoveredAccount> {
    const { database, sessions, secondFactors, links } = this.#deps
    return database.transaction(async (tx) => {
      await secondFactors.lockUser(tx, userId)
      const { passkeys, recoveryCodes } = await secondFactors.getState(tx, userId)
      await secondFactors.deleteFactors(tx, userId)
      const endedSessions = await sessions.endAll(tx, userId)
      await links.endForAccount(tx, userId)
      const link = { purpose: 'sign-in', userId, lifetimeMs: COPIED_LINK_LIFETIME_MS } as const
      const { url } = await links.create(tx, link)
      return { passkeys, recoveryCodes, sessions: endedSessions, url }
    })
  }
}
