import type { Caller } from '../../../access/admission.ts'
import { Conflict, Forbidden } from '../../../common/errors.ts'
import type { Urls } from '../../../common/urls.ts'
import type { Database, Transaction } from '../../../database/database.ts'
import { mapPage, type Page, type Paging } from '../../../database/paging.ts'
import { buildOidcUrls, type OidcLogin } from '../oidc/login.ts'
import type { InstallationProvider } from '../oidc/settings.ts'
import type { IdentityRepository, IdentityRow } from '../oidc/identity-repository.ts'
import type { LinkIdentity, LinkedIdentity, SignInProviders } from './schema.ts'

interface IdentityServiceDependencies {
  database: Database
  identities: IdentityRepository
  login: OidcLogin
  providers: readonly InstallationProvider[]
  isPasswordAllowed: boolean
  urls: Urls
}

/** Who the owner of an account is to the identity providers of the installation. */
export class IdentityService {
  readonly #deps: IdentityServiceDependencies

  constructor(deps: IdentityServiceDependencies) {
    this.#deps = deps
  }

  /** Lists the providers of the installation, for people who are about to sign in. */
  listProviders(): SignInProviders {
    const { providers, urls } = this.#deps
    return {
      items: providers.map(({ id, label }) => ({ id, label, startURL: buildOidcUrls(urls, id).startURL })),
    }
  }

  async list(caller: Caller, paging: Paging): Promise<Page<LinkedIdentity>> {
    const page = await this.#deps.identities.list(this.#deps.database, caller.userId, paging)
    return mapPage(page, (row) => this.#present(row))
  }

  /** Returns the page of the provider to open. Whoever is signed in there is linked to the caller's account. */
  startLinking(
    { tokenId, signedInAt }: Caller,
    { provider, redirect }: LinkIdentity,
    browserSecret: string,
  ): Promise<string> {
    if (signedInAt === undefined) {
      throw new Forbidden(
        'Identities are linked in a browser in which you are signed in, not with an access token.',
      )
    }
    return this.#deps.login.startLinking(provider, redirect, { secret: browserSecret, sessionId: tokenId })
  }

  unlink({ userId }: Caller, id: string): Promise<boolean> {
    const { database, identities } = this.#deps
    return database.transaction(async (tx) => {
      await identities.lockUser(tx, userId)
      const isDeleted = await identities.delete(tx, userId, id)
      if (isDeleted) await this.requireWayIn(tx, userId)
      return isDeleted
    })
  }

  /** Throws if the account could not be signed in to any more. */
  async requireWayIn(tx: Transaction, userId: string): Promise<void> {
    const { identities, isPasswordAllowed } = this.#deps
    if (await identities.hasWayIn(tx, userId, { passwords: isPasswordAllowed })) return
    throw new Conflict(
      'This is the only way you can sign in. Set a password, register a passkey or link another identity first.',
    )
  }

  #present({ id, issuer, email, createdAt, lastLoginAt }: IdentityRow): LinkedIdentity {
    const provider = this.#deps.providers.find((candidate) => candidate.issuer === issuer)
    return {
      object: 'identity',
      id,
      ...(provider && { provider: provider.id }),
      label: provider?.label ?? new URL(issuer).host,
      issuer,
      ...(email !== null && { email }),
      createdAt,
      lastLoginAt,
      urls: { location: this.#deps.urls.location(`/user/identities/${id}`) },
    }
  }
}
