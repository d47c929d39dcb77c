import type { Caller } from '../../../access/admission.ts'
import type { PermissionOn } from '../../../access/permissions.ts'
import { requireAccess } from '../../../access/require-access.ts'
import type { Subjects } from '../../../access/subjects.ts'
import type { Clock } from '../../../common/clock.ts'
import { Conflict, NotFound } from '../../../common/errors.ts'
import type { Database } from '../../../database/database.ts'
import type { RevalidationNotifier } from '../../content/index.ts'
import type { HostnameRepository } from './repository.ts'
import type { SiteHostname } from './schema.ts'
import type { HostnameService } from './service.ts'

interface CustomHostnameServiceDependencies {
  database: Database
  hostnames: HostnameRepository
  siteHostnames: HostnameService
  revalidationNotifier: RevalidationNotifier
  clock: Clock
}

/** Custom hostnames by their names, as official clients ask for them. Who may do what is decided on the site that has the name. */
export class CustomHostnameService {
  readonly #deps: CustomHostnameServiceDependencies

  constructor(deps: CustomHostnameServiceDependencies) {
    this.#deps = deps
  }

  async get(caller: Caller, hostname: string): Promise<SiteHostname> {
    return this.#deps.siteHostnames.get(await this.#requireSite(caller, 'site.view', hostname))
  }

  /** Looks the DNS record up. Throws Conflict for a hostname that needs no more proof. */
  async revalidate(caller: Caller, hostname: string): Promise<void> {
    const site = await this.#requireSite(caller, 'site.admin', hostname)
    const { proof } = await this.#deps.siteHostnames.get(site)
    if (proof === 'record' || proof === 'trusted')
      throw new Conflict(`The hostname "${hostname}" is proven already.`)
    await this.#deps.siteHostnames.check(site)
  }

  /** The site is not served at the hostname any more. Returns whether there was such a hostname that the caller may see. */
  async remove(caller: Caller, hostname: string): Promise<boolean> {
    const { database, hostnames, revalidationNotifier, clock } = this.#deps
    let site: Subjects['site']
    try {
      site = await this.#requireSite(caller, 'site.admin', hostname)
    } catch (error) {
      if (error instanceof NotFound) return false
      throw error
    }
    return database.transaction(async (tx) => {
      const isRemoved = await hostnames.clear(tx, site.id, hostname.toLowerCase(), clock.now())
      if (isRemoved) await revalidationNotifier.notify(tx, [`site:${site.id}`])
      return isRemoved
    })
  }

  async #requireSite(
    caller: Caller,
    permission: PermissionOn<'site'>,
    hostname: string,
  ): Promise<Subjects['site']> {
    const { database, hostnames } = this.#deps
    const claim = await hostnames.findByName(database, hostname.toLowerCase())
    if (!claim) throw new NotFound('custom hostname', hostname)
    try {
      return await requireAccess<'site'>(database, caller, permission, claim.siteId)
    } catch (error) {
      // The name of the site would tell that somebody has the hostname.
      if (error instanceof NotFound) throw new NotFound('custom hostname', hostname)
      throw error
    }
  }
}
