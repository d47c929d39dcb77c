import { createHash, randomBytes } from 'node:crypto'
import type { Caller } from '../../../access/admission.ts'
import type { Clock } from '../../../common/clock.ts'
import { Invalid } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import type { Urls } from '../../../common/urls.ts'
import type { Database, Queryable } from '../../../database/database.ts'
import { mapPage, type Page, type Paging } from '../../../database/paging.ts'
import type { TokenRepository, TokenRow } from './repository.ts'
import type { CreateToken, NewToken, Token } from './schema.ts'

/** So that a token found in a log or a repository can be told for what it is. */
const prefix = 'verso_'

interface TokenServiceDependencies {
  database: Database
  tokens: TokenRepository
  clock: Clock
  urls: Urls
}

export class TokenService {
  readonly #deps: TokenServiceDependencies

  constructor(deps: TokenServiceDependencies) {
    this.#deps = deps
  }

  /** With `within`, only those that are good in that organization alone. */
  async list(userId: string, paging: Paging, within?: string): Promise<Page<Token>> {
    const page = await this.#deps.tokens.list(this.#deps.database, userId, paging, within)
    return mapPage(page, (row) => this.#present(row))
  }

  create(caller: Caller, { name, expiresAt }: CreateToken): Promise<NewToken> {
    return this.createForUser(this.#deps.database, caller.userId, {
      // Nobody gets further with a token than with what they made it with.
      within: caller,
      name,
      expiresAt: expiresAt === undefined ? null : new Date(expiresAt),
    })
  }

  /** `secret` is given only for the first admin's; every other is random. */
  async createForUser(
    on: Queryable,
    userId: string,
    {
      name,
      expiresAt = null,
      secret,
      within,
    }: {
      name: string
      expiresAt?: Date | null
      secret?: string | undefined
      within?: Pick<Caller, 'tokenId' | 'organizationId'>
    },
  ): Promise<NewToken> {
    const now = this.#deps.clock.now()
    // Also false for a moment that no calendar has, such as a leap second.
    if (expiresAt && !(expiresAt > now)) throw new Invalid('body.expiresAt must lie in the future.')
    const token = secret ?? prefix + randomBytes(32).toString('base64url')
    const hash = createHash('sha256').update(token).digest()
    const row = await this.#deps.tokens.insert(
      on,
      { id: newId(), userId, name, hash, expiresAt, within },
      now,
    )
    return { ...this.#present(row), token }
  }

  /** Works at once, everywhere: tokens are looked up on every request. */
  revoke(userId: string, tokenId: string, within?: string): Promise<boolean> {
    return this.#deps.tokens.delete(this.#deps.database, tokenId, userId, within)
  }

  #present(row: TokenRow): Token {
    return {
      object: 'token',
      id: row.id,
      name: row.name,
      createdAt: row.createdAt,
      ...(row.lastUsedAt !== null && { lastUsedAt: row.lastUsedAt }),
      ...(row.expiresAt !== null && { expiresAt: row.expiresAt }),
      urls: { location: this.#deps.urls.location(`/user/tokens/${row.id}`) },
    }
  }
}
