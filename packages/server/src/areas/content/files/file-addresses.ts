import type { FileRecord } from '@verso/revisions'
import { noClaims } from '../../../audience/claims.ts'
import { AudienceRepository } from '../../../audience/repository.ts'
import { type AudienceSite, decideAdmission, type VisitorIdentity } from '../../../audience/site-admission.ts'
import type { Visitor } from '../../../audience/visitor-admission.ts'
import { type Clock, hours } from '../../../common/clock.ts'
import { CoalescedCalls } from '../../../common/coalesced-calls.ts'
import { Forbidden } from '../../../common/errors.ts'
import type { Signatures } from '../../../common/signatures.ts'
import type { Urls } from '../../../common/urls.ts'
import type { Database } from '../../../database/database.ts'
import type { FileAddressRepository } from './repository.ts'

/**
 * Whom the address of a file is made for:
 * - `members` of the organization, who read it from the API;
 * - `visitors` of a site: the address holds while what they have proven opens the site;
 * - readers of a `pdf`, which they keep and whose links they follow later.
 */
export type FileAudience =
  | { kind: 'members' }
  | { kind: 'pdf' }
  | { kind: 'visitors'; siteId: string; identity: VisitorProof; expiresAt: Date }

type VisitorProof = Pick<VisitorIdentity, 'agent' | 'shareLink' | 'key' | 'previewer'>

export const createVisitorAudience = ({ siteId, identity, expiresAt }: Visitor): FileAudience => ({
  kind: 'visitors',
  siteId,
  identity,
  expiresAt,
})

/** A file that an address names, and how long a client may keep it. */
export interface AddressedFile {
  blob: string
  name: string
  contentType: string
  cacheControl: string
}

/**
 * How long the addresses of one window stay the same. They hold until the end of the next window, so at least as long as
 * one window and at most as long as two. Responses with addresses stay the same for a whole window too.
 */
const WINDOWS_MS = { members: hours, visitors: 24 * hours, pdf: 365 * 24 * hours } as const

/** How long shared caches may keep a file that everyone may read. */
export const PUBLIC_FILE_MAX_AGE_SECONDS = 3600
export const publicFileCacheControl = `public, max-age=${PUBLIC_FILE_MAX_AGE_SECONDS}`
/** For files that some visitors may read: their client asks each time, so that a revoked share link ends it. */
export const restrictedFileCacheControl = 'private, no-cache'

interface FileAddressesDependencies {
  database: Database
  repository: FileAddressRepository
  signatures: Signatures
  urls: Urls
  clock: Clock
}

/** Makes the signed addresses of files, and decides whether one still holds. */
export class FileAddresses {
  readonly #deps: FileAddressesDependencies
  readonly #audiences = new AudienceRepository()
  readonly #siteReads = new CoalescedCalls<AudienceSite | undefined>()

  constructor(deps: FileAddressesDependencies) {
    this.#deps = deps
  }

  /** The address is the same for the same bytes, name, type and audience in one window, so that responses can be cached. */
  createAddress({ blob, name, contentType }: FileRecord, audience: FileAudience): string {
    const query = new URLSearchParams({ type: contentType })
    if (audience.kind === 'visitors') {
      const { agent, shareLink, key, previewer } = audience.identity
      query.set('site', audience.siteId)
      if (agent) query.set('agent', 'true')
      if (shareLink !== undefined) query.set('link', shareLink)
      if (key !== undefined) query.set('key', key)
      if (previewer !== undefined) query.set('previewer', previewer)
    }
    const path = `/files/${blob}/${encodeURIComponent(name)}?${query.toString()}`
    return this.#deps.urls.at(this.#deps.signatures.sign(path, this.getExpiry(audience)))
  }

  /** When addresses that are made now expire. */
  getExpiry(audience: FileAudience): Date {
    // What was read with a JWT or in a preview ends with it.
    const isBounded =
      audience.kind === 'visitors' &&
      (audience.identity.key !== undefined || audience.identity.previewer !== undefined)
    if (isBounded) return audience.expiresAt
    const length = WINDOWS_MS[audience.kind]
    return new Date((Math.floor(this.#deps.clock.now().getTime() / length) + 2) * length)
  }

  isOwnAddress(url: string): boolean {
    return url.startsWith(this.#deps.urls.at('/files/'))
  }

  /** The file of an address. Throws Forbidden for one that was not signed here, or that does not hold any more. */
  async readAddress(address: string): Promise<AddressedFile> {
    const url = URL.parse(address, parsingBase)
    if (!url || !this.#deps.signatures.isSigned(url)) {
      throw new Forbidden('This address was changed, cut off, or not made by this Verso.')
    }
    const [blob = '', name = ''] = url.pathname.split('/').slice(2).map(decodeURIComponent)
    const contentType = url.searchParams.get('type') ?? 'application/octet-stream'
    return { blob, name, contentType, cacheControl: await this.#requireValid(url) }
  }

  /** How the response may be cached. */
  async #requireValid(url: URL): Promise<string> {
    const { database, repository, signatures, clock } = this.#deps
    const siteId = url.searchParams.get('site')
    const expires = url.searchParams.get('expires')
    // Addresses without an end were made before addresses had one.
    if (expires !== null && !signatures.hasExpired(url)) {
      if (siteId !== null) return this.#requireAdmission(siteId, url.searchParams)
      const seconds = Math.floor(Number(expires) - clock.now().getTime() / 1000)
      return `private, max-age=${Math.max(0, seconds)}, immutable`
    }
    // A logo holds as long as the customization names it, and so do a picture of a person and a link in a text.
    const isStored =
      siteId === null && (await repository.isStored(database, url.searchParams.get('signature') ?? ''))
    if (isStored) return publicFileCacheControl
    throw new Forbidden('This address has expired. Ask the API for the file again.')
  }

  async #requireAdmission(siteId: string, parameters: URLSearchParams): Promise<string> {
    const [shareLink, key, previewer] = ['link', 'key', 'previewer'].map(
      (name) => parameters.get(name) ?? undefined,
    )
    const site = await this.#siteReads.run(JSON.stringify([siteId, shareLink, previewer]), () =>
      this.#audiences.findSite(this.#deps.database, siteId, {
        now: this.#deps.clock.now(),
        shareLink,
        previewer,
      }),
    )
    const identity: VisitorIdentity = {
      claims: noClaims,
      agent: parameters.get('agent') === 'true',
      ...(shareLink !== undefined && { shareLink }),
      ...(key !== undefined && { key }),
      ...(previewer !== undefined && { previewer }),
    }
    if (!site || decideAdmission(site, identity) !== 'allowed') {
      throw new Forbidden('This address was made for visitors of a site, and no longer opens it.')
    }
    const isForEveryone =
      key === undefined &&
      previewer === undefined &&
      (site.visibility === 'public' || site.visibility === 'unlisted')
    return isForEveryone ? publicFileCacheControl : restrictedFileCacheControl
  }
}

// Only for parsing addresses: they are signed without their host.
const parsingBase = 'http://verso'
