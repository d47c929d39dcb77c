import { statSync } from 'node:fs'
import { BlockList, isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { minutes, seconds } from './common/clock.ts'
import { readTimeout } from './common/durations.ts'
import { emailPattern } from './common/email.ts'
import { InvalidSetting } from './common/invalid-setting.ts'
import type { DatabaseTimeouts } from './database/timeouts.ts'
import type { MetricsSettings } from './http/probes.ts'
import type { HttpTimeouts } from './http/server.ts'
import type { MailSettings } from './outbound/mailer.ts'
import type { OutboundAllowList } from './outbound/guard.ts'
import type { RevalidationTarget } from './outbound/revalidation.ts'
import { type FileLocation, parseS3Location } from './storage/location.ts'
import type { ImportSettings, PdfSettings, SiteRateLimits } from './areas/index.ts'
import { type InstallationProvider, readOidcProviders } from './areas/sign-in/index.ts'
import type { OperatorSshKey } from './areas/git-sync/index.ts'
import type { TranslatorSettings } from './areas/translation/index.ts'

/** Every setting of Verso, read from the environment and checked once, at start. */
export interface Config {
  host: string
  port: number
  /** Base of every URL that answers carry, without a slash at the end. */
  publicUrl: string
  /** The host below which organizations have hosts for their sites; without one, sites are below `publicUrl`. */
  sitesHost: string | undefined
  dataDir: string
  /** An external PostgreSQL; without one Verso runs its own. */
  databaseUrl: string | undefined
  /** Where the bytes of files are. */
  files: FileLocation
  /** The most bytes that one file may have. */
  maxFileSize: number
  /** The most bytes that all caches of the process take together. */
  cacheSize: number
  /** How many PDFs are made at once, and what each may take. */
  pdf: PdfSettings
  /** How many imports run at once, and what each may take. */
  imports: ImportSettings
  adminEmail: string
  /** Used as it is and never shown; without one a random token is made and shown once. */
  adminToken: string | undefined
  /** The password of the first admin; without one they have none yet. */
  adminPassword: string | undefined
  /** Whether people may sign in with a password. */
  passwords: boolean
  /** The identity providers that everyone can sign in with, in the order of their names. */
  oidcProviders: InstallationProvider[]
  /** Who sends mails; without one, people pass on links by hand. */
  mail: MailSettings | undefined
  /** Requests a minute per token, or per address without one; 0 counts nothing. */
  rateLimit: number
  /** Requests a minute that one address may send to published sites. */
  siteRateLimits: SiteRateLimits
  /** Private hosts and networks that server-side fetches may reach. */
  outboundAllow: OutboundAllowList
  /** Name servers that are asked for the records that prove hostnames; without any, those of the system are. */
  dnsServers: string[]
  /** Domains below which sites get hostnames without proof; `*` stands for all. */
  trustedDomains: string[]
  /** Who is told when content changes; nobody without one. */
  revalidate: RevalidationTarget | undefined
  /** Who translates; nobody without one. */
  translator: TranslatorSettings | undefined
  httpTimeouts: HttpTimeouts
  /** How long requests, jobs and tasks under way may take when the process is told to stop. */
  shutdownTimeoutMs: number
  databaseTimeouts: DatabaseTimeouts
  /** The private key of the operator for Git repositories over ssh, with the hosts and organizations that it is for. */
  gitSshKey: OperatorSshKey | undefined
  metrics: MetricsSettings
  logLevel: LogLevel
  /** Proxies whose X-Forwarded-For is believed. */
  trustProxy: string[]
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

export { InvalidSetting }

type Environment = Record<string, string | undefined>

export function readConfig(environment: Environment): Config {
  const read = <Value>(name: string, parse: (text: string, name: string) => Value): Value | undefined => {
    const text = environment[name]?.trim()
    return text ? parse(text, name) : undefined
  }
  const host = read('VERSO_HOST', parseHost) ?? '127.0.0.1'
  const port = read('VERSO_PORT', parseInteger(1, 65_535)) ?? 4000
  const dataDir = resolve(read('VERSO_DATA_DIR', String) ?? './data')
  const publicUrl = read('VERSO_PUBLIC_URL', parseBaseUrl) ?? `http://localhost:${port}`
  return {
    host,
    port,
    publicUrl,
    sitesHost: read('VERSO_SITES_HOST', parseSitesHost),
    dataDir,
    databaseUrl: read('DATABASE_URL', parseDatabaseUrl),
    files: read('VERSO_FILES', parseFiles) ?? { kind: 'folder', folder: join(dataDir, 'files') },
    maxFileSize: read('VERSO_MAX_FILE_SIZE', parseFileSize) ?? 25 * 1024 * 1024,
    cacheSize: read('VERSO_CACHE_SIZE', parseCacheSize) ?? 64 * 1024 * 1024,
    pdf: {
      concurrency: read('VERSO_PDF_CONCURRENCY', parseInteger(1, 64)) ?? 3,
      timeoutMs: read('VERSO_PDF_TIMEOUT', parseTimeout) ?? 5 * minutes,
      memoryBytes: read('VERSO_PDF_MEMORY', parseMemory) ?? 1024 ** 3,
      pages: read('VERSO_PDF_MAX_PAGES', parseInteger(1, 1_000_000)) ?? 5000,
    },
    imports: {
      concurrency: read('VERSO_IMPORT_CONCURRENCY', parseInteger(1, 64)) ?? 3,
      timeoutMs: read('VERSO_IMPORT_TIMEOUT', parseTimeout) ?? 4 * minutes,
      memoryBytes: read('VERSO_IMPORT_MEMORY', parseMemory) ?? 768 * 1024 ** 2,
    },
    adminEmail: read('VERSO_ADMIN_EMAIL', parseEmail) ?? 'admin@localhost',
    adminToken: read('VERSO_ADMIN_TOKEN', parseToken),
    adminPassword: read('VERSO_ADMIN_PASSWORD', String),
    passwords: read('VERSO_PASSWORDS', parseSwitch) ?? true,
    oidcProviders: readOidcProviders(environment),
    mail: readMail(read('VERSO_SMTP_URL', parseSmtpUrl), read('VERSO_MAIL_FROM', parseMailFrom), publicUrl),
    rateLimit: read('VERSO_RATE_LIMIT', parseInteger(0, 1_000_000_000)) ?? 600,
    siteRateLimits: {
      pages: read('VERSO_SITE_PAGE_LIMIT', parseInteger(0, 1_000_000_000)) ?? 3000,
      search: read('VERSO_SITE_SEARCH_LIMIT', parseInteger(0, 1_000_000_000)) ?? 300,
      mcp: read('VERSO_SITE_MCP_LIMIT', parseInteger(0, 1_000_000_000)) ?? 300,
      shareKeys: read('VERSO_SITE_SHARE_KEY_LIMIT', parseInteger(0, 1_000_000_000)) ?? 60,
    },
    outboundAllow: read('VERSO_OUTBOUND_ALLOW', parseOutboundAllow) ?? {
      hosts: new Set(),
      networks: new BlockList(),
    },
    dnsServers: read('VERSO_DNS_SERVERS', parseDnsServers) ?? [],
    trustedDomains: read('VERSO_TRUSTED_DOMAINS', parseDomains) ?? [],
    revalidate: readRevalidate(
      read('VERSO_REVALIDATE_URL', parseWebUrl),
      read('VERSO_REVALIDATE_SECRET', parseToken),
    ),
    translator: read('VERSO_TRANSLATOR', (text, name) =>
      parseTranslator(text, name, {
        key: read('VERSO_TRANSLATOR_KEY', parseKey),
        model: read('VERSO_TRANSLATOR_MODEL', String),
      }),
    ),
    httpTimeouts: {
      headersMs: read('VERSO_HEADERS_TIMEOUT', parseTimeout) ?? 30 * seconds,
      requestMs: read('VERSO_REQUEST_TIMEOUT', parseTimeout) ?? 5 * minutes,
      keepAliveMs: read('VERSO_KEEP_ALIVE_TIMEOUT', parseTimeout) ?? 72 * seconds,
    },
    shutdownTimeoutMs: read('VERSO_SHUTDOWN_TIMEOUT', parseTimeout) ?? 30 * seconds,
    databaseTimeouts: {
      connectMs: read('VERSO_DATABASE_CONNECT_TIMEOUT', parseTimeout) ?? 10 * seconds,
      statementMs: read('VERSO_DATABASE_STATEMENT_TIMEOUT', parseOptionalTimeout) ?? 30 * seconds,
      lockMs: read('VERSO_DATABASE_LOCK_TIMEOUT', parseOptionalTimeout) ?? 10 * seconds,
      idleTransactionMs: read('VERSO_DATABASE_IDLE_TIMEOUT', parseOptionalTimeout) ?? 1 * minutes,
      jobMs: read('VERSO_DATABASE_JOB_TIMEOUT', parseOptionalTimeout) ?? 15 * minutes,
    },
    gitSshKey: readGitSshKey(
      read('VERSO_GIT_SSH_KEY', parseFile),
      read(
        'VERSO_GIT_SSH_KEY_HOSTS',
        parseNames((text, name) => parseHost(text, name).toLowerCase()),
      ),
      read('VERSO_GIT_SSH_KEY_ORGANIZATIONS', parseNames(parseId)),
    ),
    metrics: {
      place: read('VERSO_METRICS', parseMetricsPlace) ?? 'on',
      token: read('VERSO_METRICS_TOKEN', parseToken),
    },
    logLevel: read('VERSO_LOG_LEVEL', parseLogLevel) ?? 'info',
    trustProxy: read('VERSO_TRUST_PROXY', parseNetworks) ?? [],
  }
}

function parseSmtpUrl(text: string, name: string): string {
  const url = URL.parse(text)
  if (url && ['smtp:', 'smtps:'].includes(url.protocol) && url.hostname !== '') return text
  // The value may hold a password, so it is not repeated.
  throw new InvalidSetting(
    name,
    '…',
    'a URL such as smtp://user:password@mail.example.com:587, or smtps:// for TLS from the beginning, with special ' +
      'characters percent-encoded',
  )
}

function parseMailFrom(text: string, name: string): string {
  const [, address = text] = /^[^<>\r\n]*<([^<>]+)>$/.exec(text) ?? []
  if (emailPattern.test(address)) return text
  throw new InvalidSetting(
    name,
    text,
    'an e-mail address, or one with a name such as "Docs <docs@example.com>"',
  )
}

function readMail(
  url: string | undefined,
  from: string | undefined,
  publicUrl: string,
): MailSettings | undefined {
  if (url === undefined) return undefined
  return { url, from: from ?? `Verso <verso@${new URL(publicUrl).hostname}>` }
}

function parseFile(text: string, name: string): string {
  const path = resolve(text)
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) {
    throw new InvalidSetting(name, text, 'the path of a file')
  }
  return path
}

/** A key that every tenant could use would open every repository that any of them may read, so it names whom it is for. */
function readGitSshKey(
  file: string | undefined,
  hosts: ReadonlySet<string> | undefined,
  organizationIds: ReadonlySet<string> | undefined,
): OperatorSshKey | undefined {
  if (file === undefined) return undefined
  if (!hosts || !organizationIds) {
    throw new InvalidSetting(
      'VERSO_GIT_SSH_KEY',
      file,
      'VERSO_GIT_SSH_KEY_HOSTS and VERSO_GIT_SSH_KEY_ORGANIZATIONS beside it: the hosts, and the ids of the organizations, that the key is for',
    )
  }
  return { file, hosts, organizationIds }
}

const parseNames =
  (parse: (text: string, name: string) => string) =>
  (text: string, name: string): ReadonlySet<string> =>
    new Set(text.split(',').map((part) => parse(part.trim(), name)))

function parseId(text: string, name: string): string {
  if (/^[\w-]{1,64}$/.test(text)) return text
  throw new InvalidSetting(name, text, 'ids of organizations, with commas between them')
}

function parseSwitch(text: string, name: string): boolean {
  if (text === 'on' || text === 'off') return text === 'on'
  throw new InvalidSetting(name, text, '"on" or "off"')
}

function parseHost(text: string, name: string): string {
  if (isIP(text) || /^[a-zA-Z0-9]([a-zA-Z0-9.-]*[a-zA-Z0-9])?$/.test(text)) return text
  throw new InvalidSetting(name, text, 'an address or a host name')
}

const parseInteger =
  (lowest: number, highest: number) =>
  (text: string, name: string): number => {
    const value = Number(text)
    if (/^\d+$/.test(text) && value >= lowest && value <= highest) return value
    throw new InvalidSetting(name, text, `a whole number from ${lowest} to ${highest}`)
  }

function parseBaseUrl(text: string, name: string): string {
  const url = URL.parse(text)
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.search || url.hash || url.username) {
    throw new InvalidSetting(name, text, 'an http or https URL such as https://docs.example.com')
  }
  return url.href.replace(/\/+$/, '')
}

function parseWebUrl(text: string, name: string): string {
  const url = URL.parse(text)
  if (url && ['http:', 'https:'].includes(url.protocol) && !url.username) return url.href
  throw new InvalidSetting(name, text, 'an http or https URL such as https://docs.example.com/revalidate')
}

function readRevalidate(url: string | undefined, secret: string | undefined): RevalidationTarget | undefined {
  if (url === undefined) return undefined
  if (secret !== undefined) return { url, secret }
  throw new InvalidSetting('VERSO_REVALIDATE_SECRET', '', 'what signs the requests to VERSO_REVALIDATE_URL')
}

/** Where Debian has Apertium's data. */
const apertiumFolder = '/usr/share/apertium'

function parseTranslator(
  text: string,
  name: string,
  { key, model }: { key: string | undefined; model: string | undefined },
): TranslatorSettings {
  const [, kind = '', where = ''] = /^([a-z]+)(?::(.+))?$/.exec(text) ?? []
  if (kind === 'apertium' && (where === '' || where.startsWith('/'))) {
    return { kind, folder: where === '' ? apertiumFolder : resolve(where) }
  }
  if (where !== '' && (kind === 'openai' || kind === 'libretranslate')) {
    const url = parseBaseUrl(where, name)
    if (kind === 'libretranslate') return { kind, url, key }
    if (model !== undefined) return { kind, url, key, model }
    throw new InvalidSetting('VERSO_TRANSLATOR_MODEL', '', 'the name of a model that VERSO_TRANSLATOR has')
  }
  throw new InvalidSetting(
    name,
    text,
    'openai:<base URL>, libretranslate:<URL>, or apertium with an absolute path behind a colon if its data are elsewhere',
  )
}

function parseKey(text: string, name: string): string {
  if (/^[\x21-\x7e]{1,1000}$/.test(text)) return text
  throw new InvalidSetting(name, '…', 'visible ASCII characters without spaces')
}

function parseSitesHost(text: string, name: string): string {
  if (/^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*(:[1-9]\d{0,4})?$/i.test(text)) {
    return text.toLowerCase()
  }
  throw new InvalidSetting(
    name,
    text,
    'a host such as docs.example.com, with a port if it has one of its own',
  )
}

function parseDatabaseUrl(text: string, name: string): string {
  const url = URL.parse(text)
  if (url && ['postgres:', 'postgresql:'].includes(url.protocol)) return text
  // The value may hold a password, so it is not repeated.
  throw new InvalidSetting(name, '…', 'a URL such as postgres://user:password@host:5432/database')
}

function parseFiles(text: string, name: string): FileLocation {
  if (text.startsWith('/')) return { kind: 'folder', folder: resolve(text) }
  const location = parseS3Location(text)
  if (location) return location
  // The value may hold a secret, so it is not repeated.
  throw new InvalidSetting(
    name,
    '…',
    'the absolute path of a folder, or s3://ACCESS_KEY:SECRET_KEY@host[:port]/bucket[/prefix][?region=…][&tls=off] ' +
      'with the keys percent-encoded',
  )
}

function parseTimeout(text: string, name: string): number {
  const milliseconds = readTimeout(text)
  if (milliseconds !== undefined) return milliseconds
  throw new InvalidSetting(name, text, 'seconds, or a number with ms, s, min or h, from 100ms to 24h')
}

/** A time, or 0 for no limit. */
const parseOptionalTimeout = (text: string, name: string): number =>
  text === '0' ? 0 : parseTimeout(text, name)

const units: Record<string, number> = { '': 1, KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3 }

const MIN_CACHE_BYTES = 16 * 1024 ** 2
/** A thread or a process that makes something takes half of it before it begins. */
const MIN_MEMORY_BYTES = 256 * 1024 ** 2
const MAX_CACHE_BYTES = 1024 ** 4
const MAX_FILE_BYTES = 1024 ** 3

/** Bytes, or undefined for text that is no size. */
function readBytes(text: string): number | undefined {
  const [, digits, unit] = /^(\d{1,13}) ?(|KB|MB|GB)$/i.exec(text) ?? []
  return digits === undefined ? undefined : Number(digits) * (units[unit?.toUpperCase() ?? ''] ?? 1)
}

function parseFileSize(text: string, name: string): number {
  const bytes = readBytes(text)
  if (bytes !== undefined && bytes >= 1 && bytes <= MAX_FILE_BYTES) return bytes
  throw new InvalidSetting(name, text, 'a number of bytes, or one with KB, MB or GB, up to 1GB')
}

function parseCacheSize(text: string, name: string): number {
  const bytes = readBytes(text)
  if (bytes !== undefined && bytes >= MIN_CACHE_BYTES && bytes <= MAX_CACHE_BYTES) return bytes
  throw new InvalidSetting(name, text, 'a number of bytes, or one with KB, MB or GB, from 16MB')
}

function parseMemory(text: string, name: string): number {
  const bytes = readBytes(text)
  if (bytes !== undefined && bytes >= MIN_MEMORY_BYTES && bytes <= MAX_CACHE_BYTES) return bytes
  throw new InvalidSetting(name, text, 'a number of bytes, or one with KB, MB or GB, from 256MB')
}

function parseEmail(text: string, name: string): string {
  if (emailPattern.test(text)) return text.toLowerCase()
  throw new InvalidSetting(name, text, 'an e-mail address')
}

function parseToken(text: string, name: string): string {
  if (/^[\x21-\x7e]{16,200}$/.test(text)) return text
  throw new InvalidSetting(name, '…', '16 to 200 visible ASCII characters without spaces')
}

function parseLogLevel(text: string, name: string): LogLevel {
  const level = logLevels.find((known) => known === text)
  if (level) return level
  throw new InvalidSetting(name, text, `one of ${logLevels.join(', ')}`)
}

function parseMetricsPlace(text: string, name: string): MetricsSettings['place'] {
  if (text === 'on' || text === 'off') return text
  const [, host = '', port = ''] = /^(.+):(\d{1,5})$/.exec(text) ?? []
  const address = host.replace(/^\[(.*)\]$/, '$1')
  if (port === '') throw new InvalidSetting(name, text, 'on, off, or an address such as 127.0.0.1:9464')
  return { host: parseHost(address, name), port: parseInteger(0, 65_535)(port, name) }
}

function parseNetworks(text: string, name: string): string[] {
  const networks = text.split(',').map((part) => part.trim())
  for (const network of networks) {
    if (!parseNetwork(network)) throw new InvalidSetting(name, text, 'addresses or CIDRs, comma-separated')
  }
  return networks
}

function parseDnsServers(text: string, name: string): string[] {
  const servers = text.split(',').map((part) => part.trim())
  for (const server of servers) {
    const [, bracketed, plain = ''] = /^(?:\[(.+)\](?::\d{1,5})?|([^[\]]+))$/.exec(server) ?? []
    const address = bracketed ?? (isIP(plain) === 0 ? plain.replace(/:\d{1,5}$/, '') : plain)
    if (isIP(address) === 0) {
      throw new InvalidSetting(name, text, 'addresses such as 10.0.0.53 or [fd00::53]:5353, comma-separated')
    }
  }
  return servers
}

function parseDomains(text: string, name: string): string[] {
  const domains = text.split(',').map((part) => part.trim().toLowerCase())
  for (const domain of domains) {
    if (domain !== '*' && !/^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/.test(domain)) {
      throw new InvalidSetting(name, text, 'domains such as intranet.example, comma-separated, or * for all')
    }
  }
  return domains
}

function parseOutboundAllow(text: string, name: string): OutboundAllowList {
  const hosts = new Set<string>()
  const networks = new BlockList()
  for (const part of text.split(',').map((part) => part.trim())) {
    const network = parseNetwork(part)
    if (network) networks.addSubnet(network.address, network.prefix, network.family)
    else if (/^[a-zA-Z0-9]([a-zA-Z0-9.-]*[a-zA-Z0-9])?$/.test(part)) hosts.add(part.toLowerCase())
    else throw new InvalidSetting(name, text, 'host names, addresses or CIDRs, comma-separated')
  }
  return { hosts, networks }
}

function parseNetwork(text: string) {
  const [address = '', prefixText, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return undefined
  const longest = version === 4 ? 32 : 128
  const prefix = prefixText === undefined ? longest : Number(prefixText)
  if (prefixText === '' || !Number.isInteger(prefix) || prefix < 0 || prefix > longest) return undefined
  return { address, prefix, family: version === 4 ? ('ipv4' as const) : ('ipv6' as const) }
}
