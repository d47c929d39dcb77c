import type { Caller } from '../../../access/admission.ts'
import type { Subjects } from '../../../access/subjects.ts'
import type { Clock } from '../../../common/clock.ts'
import { Conflict, Invalid, NotFound } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import type { SecretCipher } from '../../../common/secret-cipher.ts'
import type { Urls } from '../../../common/urls.ts'
import type { Database, Queryable } from '../../../database/database.ts'
import { lockOrganizations } from '../../../database/organization-locks.ts'
import type { Page, Paging } from '../../../database/paging.ts'
import { presentTeam, type Team } from '../../organizations/index.ts'
import { buildOidcUrls } from './login.ts'
import { createOidcSealContext, type LoginProviders } from './providers.ts'
import type { OidcProviderChanges, OidcProviderRepository, OidcProviderRow } from './repository.ts'
import type { CreateOidcProvider, OidcProvider, OidcProviderCheck, UpdateOidcProvider } from './schema.ts'
import { isSharedIssuer } from './settings.ts'

type Organization = Subjects['organization']

/** Everyone who is about to sign in gets the list of them. */
const MAX_PROVIDERS = 20

interface OidcProviderServiceDependencies {
  database: Database
  oidcProviders: OidcProviderRepository
  providers: LoginProviders
  seal: SecretCipher
  clock: Clock
  urls: Urls
}

/** The identity providers of organizations that speak OpenID Connect. */
export class OidcProviderService {
  readonly #deps: OidcProviderServiceDependencies

  constructor(deps: OidcProviderServiceDependencies) {
    this.#deps = deps
  }

  async list(caller: Caller, organization: Organization, paging: Paging): Promise<Page<OidcProvider>> {
    const { database, oidcProviders } = this.#deps
    const page = await oidcProviders.list(database, organization.id, paging)
    return { ...page, items: await this.#present(database, caller, organization, page.items) }
  }

  get(caller: Caller, organization: Organization, id: string): Promise<OidcProvider> {
    return this.#read(this.#deps.database, caller, organization, id)
  }

  create(
    caller: Caller,
    organization: Organization,
    { label, issuer, clientID, ...body }: CreateOidcProvider,
  ): Promise<OidcProvider> {
    const { database, oidcProviders, clock } = this.#deps
    const row = { id: newId(), organizationId: organization.id, label, issuer, clientId: clientID }
    return database.transaction(async (tx) => {
      await lockOrganizations(tx, [organization.id])
      const existing = await oidcProviders.listLogins(tx, organization.id)
      if (existing.length >= MAX_PROVIDERS) {
        throw new Conflict(`An organization has at most ${MAX_PROVIDERS} providers. Delete one first.`)
      }
      await oidcProviders.insert(tx, row, clock.now())
      await this.#update(tx, caller, organization, row.id, { issuer, ...body })
      return this.#read(tx, caller, organization, row.id)
    })
  }

  update(
    caller: Caller,
    organization: Organization,
    id: string,
    body: UpdateOidcProvider,
  ): Promise<OidcProvider> {
    return this.#deps.database.transaction(async (tx) => {
      await lockOrganizations(tx, [organization.id])
      await this.#update(tx, caller, organization, id, body)
      return this.#read(tx, caller, organization, id)
    })
  }

  /** Deletes a provider and ends all sessions that began through it. */
  delete(organization: Organization, id: string): Promise<boolean> {
    return this.#deps.oidcProviders.delete(this.#deps.database, organization.id, id)
  }

  /** Asks the provider what it says about itself, and says in words what is wrong. */
  async check(organization: Organization, id: string): Promise<OidcProviderCheck> {
    const row = await this.#find(this.#deps.database, organization.id, id)
    const { client, clients } = this.#deps.providers.ofOrganization(row)
    const problems = await clients.findProblems(client)
    return { object: 'oidc-provider-check', ok: problems.length === 0, problems }
  }

  async #update(
    on: Queryable,
    caller: Caller,
    organization: Organization,
    id: string,
    body: UpdateOidcProvider,
  ): Promise<void> {
    const { oidcProviders } = this.#deps
    const row = await this.#find(on, organization.id, id)
    const { defaultTeam, issuer } = body
    if (issuer !== undefined) requireIssuer(issuer)
    if ((body.trustEmails ?? row.trustsEmails) && isSharedIssuer(issuer ?? row.issuer)) {
      throw new Invalid(
        'body.trustEmails needs the issuer of your own tenant: in this one, everybody can give themselves any address.',
      )
    }
    if (defaultTeam) {
      const [team] = await oidcProviders.listTeams(on, organization.id, [defaultTeam], caller.userId)
      if (!team) throw new NotFound('team', defaultTeam)
    }
    // A secret is for the issuer and the client that it was given with: nobody can have it sent elsewhere.
    const isOther =
      (issuer !== undefined && issuer !== row.issuer) ||
      (body.clientID !== undefined && body.clientID !== row.clientId)
    const changes = this.#buildChanges(id, body)
    await oidcProviders.update(on, id, { ...(isOther && { clientSecret: null }), ...changes })
  }

  #buildChanges(id: string, body: UpdateOidcProvider): OidcProviderChanges {
    const { label, issuer, clientID, clientSecret, domains, trustEmails, defaultTeam, defaultRole } = body
    return {
      ...(label !== undefined && { label }),
      ...(issuer !== undefined && { issuer }),
      ...(clientID !== undefined && { clientId: clientID }),
      ...(clientSecret !== undefined && {
        clientSecret:
          clientSecret === null ? null : this.#deps.seal.encrypt(clientSecret, createOidcSealContext(id)),
      }),
      ...(domains !== undefined && {
        domains: [...new Set(domains.map((domain) => domain.toLowerCase()))],
      }),
      ...(trustEmails !== undefined && { trustsEmails: trustEmails }),
      ...(defaultTeam !== undefined && { defaultTeamId: defaultTeam }),
      ...(defaultRole !== undefined && { defaultRole }),
    }
  }

  async #find(on: Queryable, organizationId: string, id: string): Promise<OidcProviderRow> {
    const row = await this.#deps.oidcProviders.find(on, organizationId, id)
    if (!row) throw new NotFound('OpenID Connect provider', id)
    return row
  }

  async #read(on: Queryable, caller: Caller, organization: Organization, id: string): Promise<OidcProvider> {
    const rows = [await this.#find(on, organization.id, id)]
    const [provider] = await this.#present(on, caller, organization, rows)
    if (!provider) throw new NotFound('OpenID Connect provider', id)
    return provider
  }

  async #present(
    on: Queryable,
    caller: Caller,
    organization: Organization,
    rows: OidcProviderRow[],
  ): Promise<OidcProvider[]> {
    const ids = rows.flatMap(({ defaultTeamId }) => defaultTeamId ?? [])
    const { oidcProviders, urls } = this.#deps
    const teams =
      ids.length === 0 ? [] : await oidcProviders.listTeams(on, organization.id, ids, caller.userId)
    const teamsById = new Map(teams.map((team) => [team.id, presentTeam(team, organization.role)]))
    return rows.map((row) => presentOidcProvider(urls, row, teamsById.get(row.defaultTeamId ?? '')))
  }
}

const presentOidcProvider = (
  urls: Urls,
  row: OidcProviderRow,
  defaultTeam: Team | undefined,
): OidcProvider => ({
  object: 'oidc-provider',
  id: row.id,
  label: row.label,
  issuer: row.issuer,
  clientID: row.clientId,
  hasClientSecret: row.clientSecret !== null,
  domains: row.domains,
  trustEmails: row.trustsEmails,
  ...(defaultTeam && { defaultTeam }),
  defaultRole: row.defaultRole,
  createdAt: row.createdAt,
  service: buildOidcUrls(urls, row.id),
  urls: { location: urls.location(`/orgs/${row.organizationId}/oidc/${row.id}`) },
})

function requireIssuer(issuer: string): void {
  const url = URL.parse(issuer)
  if (!url || url.search || url.hash || url.username || url.password) {
    throw new Invalid('body.issuer must be a URL without a query, a fragment or a user name.')
  }
}
