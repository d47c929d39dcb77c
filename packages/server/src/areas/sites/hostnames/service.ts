import { isIP } from 'node:net'
import type { Subjects } from '../../../access/subjects.ts'
import { type Clock, days } from '../../../common/clock.ts'
import { Conflict, Invalid, NotFound } from '../../../common/errors.ts'
import { isOwnHost } from '../../../common/site-addresses.ts'
import type { Urls } from '../../../common/urls.ts'
import type { Database, Transaction } from '../../../database/database.ts'
import type { TxtAnswer, TxtRecords } from '../../../outbound/txt-records.ts'
import type { RevalidationNotifier } from '../../content/index.ts'
import type { HostnameProof, HostnameRepository, HostnameRow } from './repository.ts'
import type { SiteHostname } from './schema.ts'

/** How long a claim keeps other sites from claiming the same hostname, unless they prove it. */
const CLAIM_MS = 7 * days

interface HostnameServiceDependencies {
  database: Database
  hostnames: HostnameRepository
  txtRecords: TxtRecords
  revalidationNotifier: RevalidationNotifier
  clock: Clock
  urls: Urls
  /** Domains whose names need no proof; `*` stands for all. */
  trustedDomains: readonly string[]
}

/** A claim that was examined outside of a transaction, because the DNS may take its time. */
export interface ExaminedClaim {
  hostname: string
  proof: HostnameProof | null
}

type Site = Pick<Subjects['site'], 'id' | 'organizationId'>

/**
 * Custom hostnames of sites. A site claims a name, and is served there once the claim is proven: by a DNS record that names
 * the site, which only the owner of the domain can create. So nobody gets the visitors of a name that still leads to Verso
 * after its site was deleted, and nobody keeps others from using their own name.
 */
export class HostnameService {
  readonly #deps: HostnameServiceDependencies

  constructor(deps: HostnameServiceDependencies) {
    this.#deps = deps
  }

  async get(site: Site): Promise<SiteHostname> {
    return this.#present(await this.#require(site))
  }

  /** Looks the record up, and remembers that it was there. Where the operator trusts the domain, there need not be one. */
  async check(site: Site): Promise<SiteHostname> {
    const claim = await this.#require(site)
    if (claim.proof === 'record' || claim.proof === 'trusted') return this.#present(claim)
    const answer = await this.#readRecords(claim.hostname)
    if (!hasRecord(answer, site.id)) return this.#present(claim, describeProblem(answer, claim.hostname))
    const { database, hostnames, revalidationNotifier, clock } = this.#deps
    return database.transaction(async (tx) => {
      const row = await hostnames.setProof(tx, site.id, claim.hostname, 'record', clock.now())
      if (!row) throw new Conflict(`The site lost the hostname "${claim.hostname}" at the same time.`)
      await revalidationNotifier.notify(tx, [`site:${site.id}`])
      return this.#present(row)
    })
  }

  /**
   * Examines a hostname that a site wants. The DNS is asked only if another site has the name, because then the record decides.
   */
  async examine(site: Site, hostname: string): Promise<ExaminedClaim> {
    const { database, hostnames, urls, trustedDomains } = this.#deps
    if (isOwnHost(urls, hostname)) {
      throw new Invalid(`body.hostname must not be "${hostname}": Verso uses it itself.`)
    }
    if (isIP(hostname) !== 0)
      throw new Invalid(`body.hostname must be a name, and "${hostname}" is an address.`)
    if (isBelow(hostname, trustedDomains)) return { hostname, proof: 'trusted' }
    const holder = await hostnames.findByName(database, hostname)
    if (!holder || holder.siteId === site.id) return { hostname, proof: null }
    const isProven = hasRecord(await this.#readRecords(hostname), site.id)
    return { hostname, proof: isProven ? 'record' : null }
  }

  /** Ends the claims of other sites that give way to this one. Throws if one does not. */
  async endOtherClaims(tx: Transaction, site: Site, { hostname, proof }: ExaminedClaim): Promise<void> {
    const { hostnames, clock } = this.#deps
    const now = clock.now()
    const ended = {
      claimedBefore: new Date(now.getTime() - CLAIM_MS),
      endsUnproven: proof !== null,
      endsEarlier: proof === 'record',
    }
    await hostnames.endOtherClaims(tx, site.id, hostname, ended, now)
    const holder = await hostnames.findByName(tx, hostname)
    if (holder && holder.siteId !== site.id) throw this.createConflict(site, hostname, holder.proof)
  }

  createConflict(site: Site, hostname: string, proof: HostnameProof | null): Conflict {
    const isFinal = proof === 'record' || proof === 'trusted'
    if (isFinal) return new Conflict(`Another site has the hostname "${hostname}".`)
    const { name, value } = createRecord(site.id, hostname)
    return new Conflict(
      `Another site has the hostname "${hostname}", and has not proven it. To take it over, create the DNS record ` +
        `${name} TXT "${value}" and send this request again.`,
    )
  }

  async #require(site: Site): Promise<HostnameRow> {
    const claim = await this.#deps.hostnames.findBySite(this.#deps.database, site.id)
    if (!claim) throw new NotFound('hostname of the site', site.id)
    return claim
  }

  #readRecords(hostname: string): Promise<TxtAnswer> {
    return this.#deps.txtRecords.read(createRecordName(hostname))
  }

  #present(row: HostnameRow, problem?: string): SiteHostname {
    const { siteId, organizationId, hostname, proof, claimedAt } = row
    return {
      object: 'custom-hostname',
      hostname,
      target: { type: 'site', site: siteId },
      isActive: proof !== null,
      ...(proof !== null && { status: 'dns_passed' as const, proof }),
      record: createRecord(siteId, hostname),
      ...(proof === null && { expiresAt: new Date(Date.parse(claimedAt) + CLAIM_MS).toISOString() }),
      ...(problem !== undefined && { problem }),
      urls: { location: this.#deps.urls.location(`/orgs/${organizationId}/sites/${siteId}/hostname`) },
    }
  }
}

const createRecordName = (hostname: string): string => `_verso-challenge.${hostname}`

const createRecord = (siteId: string, hostname: string) => ({
  type: 'TXT' as const,
  name: createRecordName(hostname),
  // The identifier of a site is unique in all installations and never used again.
  value: `verso-site-verification=${siteId}`,
})

const hasRecord = (answer: TxtAnswer, siteId: string): boolean =>
  'texts' in answer && answer.texts.includes(`verso-site-verification=${siteId}`)

function describeProblem(answer: TxtAnswer, hostname: string): string {
  const name = createRecordName(hostname)
  if ('failure' in answer)
    return `The DNS could not be asked for ${name} (${answer.failure}). Try again later.`
  if (answer.texts.length === 0)
    return `There is no TXT record at ${name} yet. New records can take some minutes.`
  return `The TXT record at ${name} has another value than the one of this site.`
}

const isBelow = (hostname: string, domains: readonly string[]): boolean =>
  domains.some((domain) => domain === '*' || hostname === domain || hostname.endsWith(`.${domain}`))
