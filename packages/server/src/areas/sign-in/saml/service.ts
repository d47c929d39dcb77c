import type { Caller } from '../../../access/admission.ts'
import type { Subjects } from '../../../access/subjects.ts'
import type { Clock } from '../../../common/clock.ts'
import { NotFound } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import type { Urls } from '../../../common/urls.ts'
import type { Database, Queryable } from '../../../database/database.ts'
import type { Page, Paging } from '../../../database/paging.ts'
import { presentTeam } from '../../organizations/index.ts'
import { buildOidcUrls } from '../oidc/login.ts'
import type { OidcProviderRepository } from '../oidc/repository.ts'
import { readCertificates } from './certificates.ts'
import { presentProvider, createServiceUrls } from './present.ts'
import type { SamlProviderChanges, SamlProviderRow, SamlRepository } from './repository.ts'
import type { CreateSamlProvider, SamlProvider, SsoLogins, UpdateSamlProvider } from './schema.ts'

type Organization = Subjects['organization']

interface SamlServiceDependencies {
  database: Database
  saml: SamlRepository
  oidcProviders: OidcProviderRepository
  clock: Clock
  urls: Urls
}

/** The identity providers of organizations. */
export class SamlService {
  readonly #deps: SamlServiceDependencies

  constructor(deps: SamlServiceDependencies) {
    this.#deps = deps
  }

  async list(caller: Caller, organization: Organization, paging: Paging): Promise<Page<SamlProvider>> {
    const page = await this.#deps.saml.list(this.#deps.database, organization.id, paging)
    return { ...page, items: await this.#present(this.#deps.database, caller, organization, page.items) }
  }

  /** Lists the active providers for people who are about to sign in, without their settings. */
  async listLogins(organizationId: string): Promise<SsoLogins> {
    const { saml, oidcProviders, database, urls } = this.#deps
    const samlRows = await saml.listActive(database, organizationId)
    const oidcRows = await oidcProviders.listLogins(database, organizationId)
    const logins = [
      ...samlRows.map(({ id, label }) => ({ id, label, startURL: createServiceUrls(urls, id).startURL })),
      ...oidcRows.map(({ id, label }) => ({ id, label, startURL: buildOidcUrls(urls, id).startURL })),
    ]
    if (logins.length === 0 && !(await saml.hasOrganization(database, organizationId))) {
      throw new NotFound('organization', organizationId)
    }
    return { items: logins }
  }

  async get(caller: Caller, organization: Organization, id: string): Promise<SamlProvider> {
    return this.#read(this.#deps.database, caller, organization, id)
  }

  create(
    caller: Caller,
    organization: Organization,
    { label, ...body }: CreateSamlProvider,
  ): Promise<SamlProvider> {
    const id = newId()
    return this.#deps.database.transaction(async (tx) => {
      await this.#deps.saml.insert(tx, { id, organizationId: organization.id, label }, this.#deps.clock.now())
      await this.#deps.saml.update(tx, id, await this.#buildChanges(tx, caller, organization, body))
      return this.#read(tx, caller, organization, id)
    })
  }

  update(
    caller: Caller,
    organization: Organization,
    id: string,
    body: UpdateSamlProvider,
  ): Promise<SamlProvider> {
    return this.#deps.database.transaction(async (tx) => {
      await this.#find(tx, organization.id, id)
      await this.#deps.saml.update(tx, id, await this.#buildChanges(tx, caller, organization, body))
      return this.#read(tx, caller, organization, id)
    })
  }

  /** Deletes a provider and ends all sessions that began through it. */
  delete(organization: Organization, id: string): Promise<boolean> {
    return this.#deps.saml.delete(this.#deps.database, organization.id, id)
  }

  async #buildChanges(
    on: Queryable,
    caller: Caller,
    organization: Organization,
    body: UpdateSamlProvider,
  ): Promise<SamlProviderChanges> {
    const { label, entityID, certificate, ssoURL, logoutURL, defaultTeam, defaultRole, idpInitiated } = body
    if (defaultTeam) {
      const [team] = await this.#deps.saml.listTeams(on, organization.id, [defaultTeam], caller.userId)
      if (!team) throw new NotFound('team', defaultTeam)
    }
    return {
      ...(label !== undefined && { label }),
      ...(entityID !== undefined && { entityId: entityID.trim() }),
      ...(ssoURL !== undefined && { ssoUrl: ssoURL }),
      ...(logoutURL !== undefined && { logoutUrl: logoutURL ?? '' }),
      ...(certificate !== undefined && { certificate: readCertificates(certificate).join('') }),
      ...(defaultTeam !== undefined && { defaultTeamId: defaultTeam }),
      ...(defaultRole !== undefined && { defaultRole }),
      ...(idpInitiated !== undefined && { idpInitiated }),
    }
  }

  async #find(on: Queryable, organizationId: string, id: string): Promise<SamlProviderRow> {
    const row = await this.#deps.saml.find(on, organizationId, id)
    if (!row) throw new NotFound('SAML provider', id)
    return row
  }

  async #read(on: Queryable, caller: Caller, organization: Organization, id: string): Promise<SamlProvider> {
    const rows = [await this.#find(on, organization.id, id)]
    const [provider] = await this.#present(on, caller, organization, rows)
    if (!provider) throw new NotFound('SAML provider', id)
    return provider
  }

  async #present(
    on: Queryable,
    caller: Caller,
    organization: Organization,
    rows: SamlProviderRow[],
  ): Promise<SamlProvider[]> {
    const ids = rows.flatMap(({ defaultTeamId }) => defaultTeamId ?? [])
    const teams =
      ids.length === 0 ? [] : await this.#deps.saml.listTeams(on, organization.id, ids, caller.userId)
    const teamsById = new Map(teams.map((team) => [team.id, presentTeam(team, organization.role)]))
    return rows.map((row) =>
      presentProvider(
        this.#deps.urls,
        row,
        row.defaultTeamId === null ? undefined : teamsById.get(row.defaultTeamId),
      ),
    )
  }
}
