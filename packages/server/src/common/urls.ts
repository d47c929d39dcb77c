/** What an address of a published site is made of. */
export interface SiteAddress {
  /** What its organization goes by: its hostname, or its id while it has none. */
  organizationName: string
  basename: string
  hostname: string | null
  proxyOrigin: string | null
}

/** A section and a site space in a site, by the segments they have in addresses; the default ones have none. */
export interface PublishedPlace extends SiteAddress {
  section: string | null
  siteSpace: string | null
}

/** The absolute addresses that answers carry. */
export class Urls {
  /** Where Verso itself is, without a slash at the end. */
  readonly base: string
  /** The host below which organizations have theirs; without one, sites are below `base`. */
  readonly sitesHost: string | undefined

  /** The same as `base`, taken apart once: every visit to a site asks for parts of it. */
  readonly home: Readonly<Pick<URL, 'protocol' | 'hostname' | 'pathname' | 'port'>>

  constructor(publicUrl: string, { sitesHost }: { sitesHost?: string | undefined } = {}) {
    this.base = publicUrl
    const { protocol, hostname, pathname, port } = new URL(publicUrl)
    this.home = { protocol, hostname, pathname, port }
    this.sitesHost = sitesHost
  }

  /** What Verso serves at a path. */
  at(path: string): string {
    return `${this.base}${path}`
  }

  /** An object in the API; `path` is that of the contract, without `/v1`. */
  location(path: string): string {
    return `${this.base}/v1${path}`
  }

  /** Both addresses of an object that people open in the console. */
  object(path: string): { location: string; app: string } {
    return { location: this.location(path), app: `${this.base}/app${path}` }
  }
}
