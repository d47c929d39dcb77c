import type { BlockList } from 'node:net'
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { isInBlockList, isPublicAddress } from './addresses.ts'
import { OutboundError } from './errors.ts'

export interface OutboundAllowList {
  hosts: ReadonlySet<string>
  networks: BlockList
}

/** All addresses of a name; fails for a name that has none. */
export type HostResolver = (hostname: string) => Promise<string[]>

/** Where a connection may go: exactly these addresses, whatever the name means a moment later. */
export interface Destination {
  /** As in the URL: a name, or an address (of IPv6 without brackets). */
  hostname: string
  port: number
  isSecure: boolean
  addresses: string[]
}

export const systemResolver: HostResolver = async (hostname) => {
  const answers = await lookup(hostname, { all: true, order: 'verbatim' })
  return answers.map(({ address }) => address)
}

// Names that mean this machine or this network wherever they are asked.
const localName = /(^|\.)(localhost|local|internal|home\.arpa|localdomain)$/

const longestUrl = 8192

interface OutboundGuardDependencies {
  allow: OutboundAllowList
  resolve: HostResolver
}

/** Decides which URLs Verso fetches, and to which addresses that takes it. */
export class OutboundGuard {
  readonly #deps: OutboundGuardDependencies

  constructor(deps: OutboundGuardDependencies) {
    this.#deps = deps
  }

  /**
   * What can be judged without asking a resolver. The URL parser has turned every notation of an address — decimal,
   * octal, hexadecimal, shortened, in full-width digits — into the one that is looked up here.
   */
  checkUrl(text: string | URL): URL {
    const url = URL.parse(String(text))
    if (!url || url.href.length > longestUrl) throw refused('This is not a URL that can be fetched.')
    if (url.protocol !== 'http:' && url.protocol !== 'https:') {
      throw refused(`URLs that begin with ${url.protocol.slice(0, 20)} are not fetched, only http and https.`)
    }
    if (url.username || url.password) {
      throw refused('URLs with a user name or password in them are not fetched.')
    }
    const hostname = hostnameOf(url)
    if (isIP(hostname) ? !this.#allowsAddress(hostname) : !this.#allowsName(hostname)) {
      throw refused(forbiddenHost(hostname))
    }
    return url
  }

  /** Asks the resolver and judges every answer: one that may not be reached spoils the name. */
  async resolveDestination(text: string | URL): Promise<Destination> {
    const url = this.checkUrl(text)
    const hostname = hostnameOf(url)
    const secure = url.protocol === 'https:'
    const port = Number(url.port || (secure ? 443 : 80))
    const addresses = isIP(hostname) ? [hostname] : await this.#addressesOf(hostname)
    const trusted = this.#deps.allow.hosts.has(hostname)
    if (!trusted && !addresses.every((address) => this.#allowsAddress(address))) {
      throw refused(forbiddenHost(hostname))
    }
    return { hostname, port, isSecure: secure, addresses }
  }

  async #addressesOf(hostname: string): Promise<string[]> {
    const addresses = await this.#deps.resolve(hostname).catch(() => [])
    if (addresses.length === 0) throw new OutboundError('failed', `There is no host ${shortened(hostname)}.`)
    return addresses
  }

  #allowsAddress(address: string): boolean {
    return isPublicAddress(address) || this.#deps.allow.hosts.has(address) || isInBlockList(this.#deps.allow.networks, address)
  }

  #allowsName(hostname: string): boolean {
    if (this.#deps.allow.hosts.has(hostname)) return true
    return hostname !== '' && !localName.test(hostname)
  }
}

/** The host as a resolver takes it: no brackets, no dot at the end. */
function hostnameOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
}

const refused = (reason: string) => new OutboundError('refused', reason)

const forbiddenHost = (hostname: string): string =>
  `Verso does not fetch from ${shortened(hostname)}: it is not on the public Internet. Whoever runs Verso can allow it with VERSO_OUTBOUND_ALLOW.`

const shortened = (text: string): string => (text.length > 100 ? `${text.slice(0, 100)}…` : text)
