import type { BlockList } from 'node:net'
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { isInBlockList, isPublicAddress } from './addresses.ts'
import { OutboundError } from './errors.ts'

export interface OutboundAllowList {
  hosts: ReadonlySet<string>
  networks: BlockList
}

/** Returns all addresses of a host name. Fails if it has none. */
export type HostResolver = (hostname: string) => Promise<string[]>

/** The checked destination of a connection. The connection must use these addresses and must not resolve the name again. */
export interface Destination {
  /** The host of the URL: a name, or an IP address without brackets. */
  hostname: string
  port: number
  isSecure: boolean
  addresses: string[]
}

export const systemResolver: HostResolver = async (hostname) => {
  const results = await lookup(hostname, { all: true, order: 'verbatim' })
  return results.map(({ address }) => address)
}

// These names mean this machine or this network on every machine.
const localName = /(^|\.)(localhost|local|internal|home\.arpa|localdomain)$/

const MAX_URL_CHARACTERS = 8192

interface OutboundGuardDependencies {
  allow: OutboundAllowList
  resolve: HostResolver
}

/** Decides which URLs Verso fetches, and to which addresses it connects for them. */
export class OutboundGuard {
  readonly #deps: OutboundGuardDependencies

  constructor(deps: OutboundGuardDependencies) {
    this.#deps = deps
  }

  /**
   * Checks everything that can be checked without DNS. The URL parser turns every notation of an IP address (decimal,
   * octal, hexadecimal, shortened, full-width digits) into the usual one, which is checked here.
   */
  checkUrl(text: string | URL): URL {
    const url = URL.parse(String(text))
    if (!url || url.href.length > MAX_URL_CHARACTERS)
      throw createRefusal('This is not a URL that can be fetched.')
    if (url.protocol !== 'http:' && url.protocol !== 'https:') {
      throw createRefusal(
        `URLs that begin with ${url.protocol.slice(0, 20)} are not fetched, only http and https.`,
      )
    }
    if (url.username || url.password) {
      throw createRefusal('URLs with a user name or password in them are not fetched.')
    }
    const hostname = getHostname(url)
    if (isIP(hostname) ? !this.#allowsAddress(hostname) : !this.#allowsName(hostname)) {
      throw createRefusal(describeForbiddenHost(hostname))
    }
    return url
  }

  /** Resolves the host and checks every address. If one of them is not allowed, the host is not. */
  async resolveDestination(text: string | URL): Promise<Destination> {
    const url = this.checkUrl(text)
    const hostname = getHostname(url)
    const isSecure = url.protocol === 'https:'
    const port = Number(url.port || (isSecure ? 443 : 80))
    const addresses = isIP(hostname) ? [hostname] : await this.#resolveAddresses(hostname)
    const isTrusted = this.#deps.allow.hosts.has(hostname)
    if (!isTrusted && !addresses.every((address) => this.#allowsAddress(address))) {
      throw createRefusal(describeForbiddenHost(hostname))
    }
    return { hostname, port, isSecure, addresses }
  }

  async #resolveAddresses(hostname: string): Promise<string[]> {
    const addresses = await this.#deps.resolve(hostname).catch(() => [])
    if (addresses.length === 0) throw new OutboundError('failed', `There is no host ${shorten(hostname)}.`)
    return addresses
  }

  #allowsAddress(address: string): boolean {
    return (
      isPublicAddress(address) ||
      this.#deps.allow.hosts.has(address) ||
      isInBlockList(this.#deps.allow.networks, address)
    )
  }

  #allowsName(hostname: string): boolean {
    if (this.#deps.allow.hosts.has(hostname)) return true
    return hostname !== '' && !localName.test(hostname)
  }
}

/** Returns the host in the form that a resolver accepts, without brackets and without a dot at the end. */
function getHostname(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
}

const createRefusal = (reason: string) => new OutboundError('refused', reason)

const describeForbiddenHost = (hostname: string): string =>
  `Verso does not fetch from ${shorten(hostname)}: it is not on the public Internet. Whoever runs Verso can allow it with VERSO_OUTBOUND_ALLOW.`

const shorten = (text: string): string => (text.length > 100 ? `${text.slice(0, 100)}…` : text)
