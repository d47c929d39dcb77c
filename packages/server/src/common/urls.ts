/** The parts of the URL of a published site. */
export interface SiteAddress {
  /** The name of the organization in URLs: its hostname, or its id if it has none. */
  organizationName: string
  basename: string
  hostname: string | null
  proxyOrigin: string | null
}

/** A section and a site space in a site, by their segments in URLs. A default one has none. */
export interface PublishedPlace extends SiteAddress {
  section: string | null
  siteSpace: string | null
}

/** Builds the absolute URLs in responses. */
export class Urls {
  /** The URL of Verso itself, without a slash at the end. */
  readonly base: string
  /** The host whose subdomains are those of organizations. Without it, sites are below `base`. */
  readonly sitesHost: string | undefined

  /** The parts of `base`, parsed once because every request to a site needs them. */
  readonly home: Readonly<Pick<URL, 'origin' | 'protocol' | 'hostname' | 'pathname' | 'port'>>

  constructor(publicUrl: string, { sitesHost }: { sitesHost?: string | undefined } = {}) {
    this.base = publicUrl
    const { origin, protocol, hostname, pathname, port } = new URL(publicUrl)
    this.home = { origin, protocol, hostname, pathname, port }
    this.sitesHost = sitesHost
  }

  /** Builds the URL of a path of Verso. */
  at(path: string): string {
    return `${this.base}${path}`
  }

  /** Builds the URL of an object in the API. The path is that of the contract, without `/v1`. */
  location(path: string): string {
    return `${this.base}/v1${path}`
  }

  /** Builds the URLs of an object in the API and in the console. */
  object(path: string): { location: string; app: string } {
    return { location: this.location(path), app: `${this.base}/app${path}` }
  }
}
