import { randomBytes } from 'node:crypto'
import type { Caller } from '../../../access/admission.ts'
import { requireAccess } from '../../../access/require-access.ts'
import type { Clock } from '../../../common/clock.ts'
import { Invalid } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import { hashSecret } from '../../../common/secret-hash.ts'
import type { Urls } from '../../../common/urls.ts'
import type { Database, Queryable } from '../../../database/database.ts'
import { mapPage, type Page, type Paging } from '../../../database/paging.ts'
import type { TokenRepository, TokenRow, TokenScope } from './repository.ts'
import type { CreateToken, NewToken, Token } from './schema.ts'

/** Lets secret scanners recognize a token in a log or a repository. */
const tokenPrefix = 'verso_'

const unlimited: TokenScope = { readOnly: false, organizationId: null, spaceId: null, siteId: null }

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

  /** @param within leaves out all tokens but those that are limited to this organization. */
  async list(userId: string, paging: Paging, within?: string): Promise<Page<Token>> {
    const page = await this.#deps.tokens.list(this.#deps.database, userId, paging, within)
    return mapPage(page, (row) => this.#present(row))
  }

  async create(caller: Caller, body: CreateToken): Promise<NewToken> {
    const { name, expiresAt } = body
    return this.createForUser(this.#deps.database, caller.userId, {
      madeWith: caller.tokenId,
      scope: await this.#readScope(caller, body),
      name,
      expiresAt: expiresAt === undefined ? null : new Date(expiresAt),
    })
  }

  /** A new token never gives more access than the credentials it was created with. */
  async #readScope(
    caller: Caller,
    { readOnly = false, organization, space, site }: CreateToken,
  ): Promise<TokenScope> {
    const { database } = this.#deps
    if ([organization, space, site].filter((id) => id !== undefined).length > 1) {
      throw new Invalid('body.organization, body.space and body.site exclude each other.')
    }
    const scope = { ...unlimited, readOnly, organizationId: caller.organizationId ?? null }
    if (organization !== undefined) {
      const { id } = await requireAccess<'organization'>(database, caller, 'organization.view', organization)
      return { ...scope, organizationId: id }
    }
    if (space !== undefined) {
      const { id, organizationId } = await requireAccess<'space'>(database, caller, 'space.view', space)
      return { ...scope, organizationId, spaceId: id }
    }
    if (site !== undefined) {
      const { id, organizationId } = await requireAccess<'site'>(database, caller, 'site.view', site)
      return { ...scope, organizationId, siteId: id }
    }
    return scope
  }

  /** @param secret only for the token of the first admin; all other tokens are random. */
  async createForUser(
    on: Queryable,
    userId: string,
    {
      name,
      expiresAt = null,
      secret,
      madeWith = null,
      scope = unlimited,
    }: {
      name: string
      expiresAt?: Date | null
      secret?: string | undefined
      madeWith?: string | null
      scope?: TokenScope
    },
  ): Promise<NewToken> {
    const now = this.#deps.clock.now()
    // This comparison is also false for an invalid date, such as a leap second.
    if (expiresAt && !(expiresAt > now)) throw new Invalid('body.expiresAt must lie in the future.')
    const token = secret ?? tokenPrefix + randomBytes(32).toString('base64url')
    const hash = hashSecret(token)
    const row = await this.#deps.tokens.insert(
      on,
      { id: newId(), userId, name, hash, expiresAt, madeWith, scope },
      now,
    )
    return { ...this.#present(row), token }
  }

  /** Takes effect at once in every process, because tokens are looked up on every request. */
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
      scope: {
        readOnly: row.readOnly,
        ...presentScopePart('organization', row.organizationId, row.scopeTitles?.organization),
        ...presentScopePart('space', row.spaceId, row.scopeTitles?.space),
        ...presentScopePart('site', row.siteId, row.scopeTitles?.site),
      },
      urls: { location: this.#deps.urls.location(`/user/tokens/${row.id}`) },
    }
  }
}

const presentScopePart = (
  name: 'organization' | 'space' | 'site',
  id: string | null,
  title: string | null | undefined,
): Omit<Token['scope'], 'readOnly'> =>
  id === null ? {} : { [name]: { id, ...(title != null && { title }) } }
