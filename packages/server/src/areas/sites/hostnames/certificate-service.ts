import type { Subjects } from '../../../access/subjects.ts'
import type { Clock } from '../../../common/clock.ts'
import { isOwnHost } from '../../../common/site-addresses.ts'
import type { Urls } from '../../../common/urls.ts'
import type { Database } from '../../../database/database.ts'
import type { Fetcher } from '../../../outbound/fetcher.ts'
import type { HostnameRepository } from './repository.ts'
import type { SiteCertificate } from './schema.ts'
import type { HostnameService } from './service.ts'

interface CertificateServiceDependencies {
  database: Database
  hostnames: HostnameRepository
  siteHostnames: HostnameService
  fetcher: Fetcher
  urls: Urls
  clock: Clock
}

/**
 * The certificates of custom hostnames. Verso issues none: the proxy before it does, and asks here which names it may get one
 * for. What Verso knows of one is what any browser would see.
 */
export class CertificateService {
  readonly #deps: CertificateServiceDependencies

  constructor(deps: CertificateServiceDependencies) {
    this.#deps = deps
  }

  /** Looks at the certificate that the hostname of a site shows now. */
  async get(site: Subjects['site']): Promise<SiteCertificate> {
    const { siteHostnames, fetcher, urls, clock } = this.#deps
    const { hostname, isActive } = await siteHostnames.get(site)
    const seen = { object: 'site-certificate' as const, hostname, checkedAt: clock.now().toISOString() }
    if (urls.home.protocol !== 'https:') {
      return {
        ...seen,
        status: 'ssl_unknown',
        problem: 'This Verso is reached over http, without certificates.',
      }
    }
    if (!isActive) {
      return {
        ...seen,
        status: 'ssl_pending',
        problem: 'The hostname is not proven yet, so no proxy gets one for it.',
      }
    }
    const answer = await fetcher.readCertificate(hostname)
    if ('issuer' in answer) {
      const { issuer, validUntil } = answer
      return { ...seen, status: 'live', issuer, validUntil: validUntil.toISOString() }
    }
    const status = answer.failure === 'untrusted' ? 'ssl_failed' : 'ssl_unknown'
    return { ...seen, status, problem: answer.reason }
  }

  /** Whether a proxy may get a certificate for a name: it is one of Verso's own, or a site is served there. */
  async isAllowed(domain: string): Promise<boolean> {
    const { database, hostnames, urls } = this.#deps
    const hostname = domain.toLowerCase().replace(/\.$/, '')
    if (hostname === urls.home.hostname) return true
    if (isOwnHost(urls, hostname)) {
      // One name before the host for sites: that of an organization.
      const [name = '', ...rest] = hostname.split('.')
      const isHostForSites = rest.join('.') === urls.sitesHost?.replace(/:.*/, '')
      return isHostForSites && hostnames.isOrganizationName(database, name)
    }
    return ((await hostnames.findByName(database, hostname))?.proof ?? null) !== null
  }
}
