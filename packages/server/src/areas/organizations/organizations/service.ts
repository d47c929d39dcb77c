import type { Caller } from '../../../access/admission.ts'
import type { Subjects } from '../../../access/subjects.ts'
import type { Clock } from '../../../common/clock.ts'
import { Conflict, Invalid, NotFound } from '../../../common/errors.ts'
import { isId, newId } from '../../../common/ids.ts'
import { isReservedName } from '../../../common/reserved-names.ts'
import type { Urls } from '../../../common/urls.ts'
import type { Database, Transaction } from '../../../database/database.ts'
import { mapPage, type Page, type Paging } from '../../../database/paging.ts'
import { expectViolations } from '../../../database/violations.ts'
import type { MemberService } from '../members/service.ts'
import { requireReadableRules } from './merge-rules.ts'
import { presentOrganization } from './present.ts'
import type { OrganizationChanges, OrganizationRepository } from './repository.ts'
import type { Organization, UpdateOrganization } from './schema.ts'

type OrganizationSubject = Subjects['organization']

interface OrganizationServiceDependencies {
  database: Database
  organizations: OrganizationRepository
  members: MemberService
  clock: Clock
  urls: Urls
}

export class OrganizationService {
  readonly #deps: OrganizationServiceDependencies

  constructor(deps: OrganizationServiceDependencies) {
    this.#deps = deps
  }

  async list(caller: Caller, paging: Paging): Promise<Page<Organization>> {
    const page = await this.#deps.organizations.listForUser(this.#deps.database, caller, paging)
    return mapPage(page, (row) => presentOrganization(this.#deps.urls, row, row))
  }

  get(organization: OrganizationSubject): Organization {
    return presentOrganization(this.#deps.urls, organization, organization)
  }

  /** Creates an organization with the caller as its first admin. */
  async create(caller: Caller, body: { title: string; emailDomains?: string[] }): Promise<Organization> {
    const id = await this.#deps.database.transaction((tx) => this.createWithAdmin(tx, caller.userId, body))
    const row = await this.#deps.organizations.find(this.#deps.database, id)
    if (!row) throw new NotFound('organization', id)
    return presentOrganization(this.#deps.urls, row, { role: 'admin', ownsTeam: false })
  }

  async createWithAdmin(
    tx: Transaction,
    adminId: string,
    { title, emailDomains = [] }: { title: string; emailDomains?: string[] },
  ): Promise<string> {
    const id = newId()
    const now = this.#deps.clock.now()
    await this.#deps.organizations.insert(tx, { id, title, emailDomains: distinctDomains(emailDomains), now })
    await this.#deps.members.addMembers(tx, id, [{ userId: adminId, role: 'admin', sso: false }])
    return id
  }

  async update(
    caller: Caller,
    organization: OrganizationSubject,
    body: UpdateOrganization,
  ): Promise<Organization> {
    const { emailDomains, hostname, defaultContent, logo, ...fields } = body
    if (fields.mergeRules) requireReadableRules(fields.mergeRules)
    if (hostname !== undefined) await this.#requireUnusedHostname(hostname, organization.id)
    if (defaultContent) await this.#requireSite(defaultContent.site, organization.id)
    const changes: OrganizationChanges = {
      ...fields,
      ...(emailDomains && { emailDomains: distinctDomains(emailDomains) }),
      ...(hostname !== undefined && { hostname }),
      ...(defaultContent !== undefined && { defaultSite: defaultContent?.site ?? null }),
      ...(logo !== undefined && { logoUrl: logo }),
      // The admin who requires single sign-on keeps access without it, so that they can turn it off again.
      ...(body.sso === true && !organization.sso && { ssoSetBy: caller.userId }),
    }
    const update = this.#deps.database.transaction(async (tx) => {
      if (hostname !== undefined) await this.#deps.organizations.keepHostname(tx, organization.id, hostname)
      return this.#deps.organizations.update(tx, organization.id, changes)
    })
    const row = await expectViolations(update, {
      organizations_hostname_key: () => createHostnameConflict(hostname),
      organizations_default_site_fkey: () => new NotFound('site', defaultContent?.site ?? ''),
    })
    if (!row) throw new NotFound('organization', organization.id)
    return presentOrganization(this.#deps.urls, row, organization)
  }

  async rename(tx: Transaction, id: string, title: string): Promise<void> {
    await this.#deps.organizations.update(tx, id, { title })
  }

  async listForEmailDomain(caller: Caller, domain: string): Promise<{ organizations: Organization[] }> {
    const rows = await this.#deps.organizations.listForEmailDomain(
      this.#deps.database,
      domain.toLowerCase(),
      caller.userId,
    )
    return {
      organizations: rows.map((row) =>
        presentOrganization(this.#deps.urls, row, { ...row, role: row.member ? row.role : undefined }),
      ),
    }
  }

  async #requireSite(siteId: string, organizationId: string): Promise<void> {
    if (!(await this.#deps.organizations.hasSite(this.#deps.database, organizationId, siteId))) {
      throw new NotFound('site', siteId)
    }
  }

  async #requireUnusedHostname(hostname: string, organizationId: string): Promise<void> {
    if (isReservedName(hostname))
      throw new Invalid(`body.hostname must not be "${hostname}": Verso uses it itself.`)
    // An organization without a hostname has its id in URLs, so a hostname must not look like an id.
    if (isId(hostname)) throw new Invalid('body.hostname must not read like an identifier.')
    if (await this.#deps.organizations.isHostnameTaken(this.#deps.database, hostname, organizationId)) {
      throw createHostnameConflict(hostname)
    }
  }
}

const createHostnameConflict = (hostname: string | undefined): Conflict =>
  new Conflict(`The hostname "${hostname}" is taken by another organization.`)

const distinctDomains = (domains: string[]): string[] => [
  ...new Set(domains.map((domain) => domain.toLowerCase())),
]
