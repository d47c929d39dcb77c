import type { Caller } from '../../../access/admission.ts'
import type { Subjects } from '../../../access/subjects.ts'
import type { Clock } from '../../../common/clock.ts'
import { NotFound } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import type { Urls } from '../../../common/urls.ts'
import type { Database, Queryable } from '../../../database/database.ts'
import type { Page, Paging } from '../../../database/paging.ts'
import { presentTeam } from '../../organizations/index.ts'
import { readCertificates } from './certificates.ts'
import { presentProvider, serviceOf } from './present.ts'
import type { SamlProviderChanges, SamlProviderRow, SamlRepository } from './repository.ts'
import type { CreateSamlProvider, SamlProvider, SsoLogins, UpdateSamlProvider } from './schema.ts'

type Organization = Subjects['organization']

/** The identity providers of organizations. */
export class SamlService {
  readonly #database: Database
  readonly #saml: SamlRepository
  readonly #clock: Clock
  readonly #urls: Urls

  constructor(parts: { database: Database; saml: SamlRepository; clock: Clock; urls: Urls }) {
    this.#database = parts.database
    this.#saml = parts.saml
    this.#clock = parts.clock
    this.#urls = parts.urls
  }

  async list(caller: Caller, organization: Organization, paging: Paging): Promise<Page<SamlProvider>> {
    const page = await this.#saml.list(this.#database, organization.id, paging)
    return { ...page, items: await this.#present(this.#database, caller, organization, page.items) }
  }

  /** For whoever wants to sign in: what they may choose from, and nothing else. */
  async logins(organizationId: string): Promise<SsoLogins> {
    const rows = await this.#saml.listActive(this.#database, organizationId)
    if (rows.length === 0 && !(await this.#saml.hasOrganization(this.#database, organizationId))) {
      throw new NotFound('organization', organizationId)
    }
    return {
      items: rows.map(({ id, label }) => ({ id, label, startURL: serviceOf(this.#urls, id).startURL })),
    }
  }

  async get(caller: Caller, organization: Organization, id: string): Promise<SamlProvider> {
    return this.#read(this.#database, caller, organization, id)
  }

  create(
    caller: Caller,
    organization: Organization,
    { label, ...body }: CreateSamlProvider,
  ): Promise<SamlProvider> {
    const id = newId()
    return this.#database.transaction(async (tx) => {
      await this.#saml.insert(tx, { id, organizationId: organization.id, label }, this.#clock.now())
      await this.#saml.update(tx, id, await this.#changes(tx, caller, organization, body))
      return this.#read(tx, caller, organization, id)
    })
  }

  update(
    caller: Caller,
    organization: Organization,
    id: string,
    body: UpdateSamlProvider,
  ): Promise<SamlProvider> {
    return this.#database.transaction(async (tx) => {
      await this.#find(tx, organization.id, id)
      await this.#saml.update(tx, id, await this.#changes(tx, caller, organization, body))
      return this.#read(tx, caller, organization, id)
    })
  }

  /** Everyone who signed in through it is signed out. */
  delete(organization: Organization, id: string): Promise<boolean> {
    return this.#saml.delete(this.#database, organization.id, id)
  }

  async #changes(
    on: Queryable,
    caller: Caller,
    organization: Organization,
    { label, entityID, certificate, ssoURL, logoutURL, defaultTeam, defaultRole }: UpdateSamlProvider,
  ): Promise<SamlProviderChanges> {
    if (defaultTeam) {
      const [team] = await this.#saml.teams(on, organization.id, [defaultTeam], caller.userId)
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
    }
  }

  async #find(on: Queryable, organizationId: string, id: string): Promise<SamlProviderRow> {
    const row = await this.#saml.find(on, organizationId, id)
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
    const teams = ids.length === 0 ? [] : await this.#saml.teams(on, organization.id, ids, caller.userId)
    const presented = new Map(teams.map((team) => [team.id, presentTeam(team, organization.role)]))
    return rows.map((row) =>
      presentProvider(
        this.#urls,
        row,
        row.defaultTeamId === null ? undefined : presented.get(row.defaultTeamId),
      ),
    )
  }
}
