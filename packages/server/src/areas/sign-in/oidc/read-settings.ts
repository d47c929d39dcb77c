import { InvalidSetting } from '../../../common/invalid-setting.ts'
import { defaultScopes, type InstallationProvider, isSharedIssuer } from './settings.ts'

const settingName =
  /^VERSO_OIDC_([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*?)_(TYPE|ISSUER|CLIENT_ID|CLIENT_SECRET|LABEL|SCOPES|JOIN_BY_EMAIL|TRUST_EMAILS|SIGN_UP)$/
const domainName = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/

const MAX_LABEL_LENGTH = 50

/** Reads the identity providers of the installation: `VERSO_OIDC_<NAME>_ISSUER` and what belongs to it. */
export function readOidcProviders(
  environment: Readonly<Record<string, string | undefined>>,
): InstallationProvider[] {
  const valuesByProvider = new Map<string, Map<string, string>>()
  for (const [variable, value] of Object.entries(environment)) {
    const text = value?.trim()
    if (!variable.startsWith('VERSO_OIDC_') || !text) continue
    const [, name, field] = settingName.exec(variable) ?? []
    if (name === undefined || field === undefined) {
      // Somebody who mistypes a switch must not believe that it is on.
      throw new InvalidSetting(
        variable,
        '…',
        'a name such as VERSO_OIDC_COMPANY_ISSUER: a provider, and one of its settings',
      )
    }
    const values = valuesByProvider.get(name) ?? new Map<string, string>()
    valuesByProvider.set(name, values.set(field, text))
  }
  const byName = [...valuesByProvider].toSorted(([one], [other]) => (one < other ? -1 : 1))
  const providers = byName.map(([name, values]) => readProvider(name, values))
  requireDistinctIssuers(providers)
  return providers
}

function readProvider(name: string, values: ReadonlyMap<string, string>): InstallationProvider {
  const prefix = `VERSO_OIDC_${name}_`
  const read = <Value>(field: string, parse: (text: string, variable: string) => Value) => {
    const text = values.get(field)
    return text === undefined ? undefined : parse(text, prefix + field)
  }
  const require = (field: string, expected: string): string => {
    const text = values.get(field)
    if (text === undefined) throw new InvalidSetting(prefix + field, '', expected)
    return text
  }
  const type = read('TYPE', parseType) ?? 'oidc'
  const issuer =
    read('ISSUER', parseIssuer) ??
    (type === 'github' ? 'https://github.com' : require('ISSUER', 'the issuer of the provider, a URL'))
  const trustsEmails = read('TRUST_EMAILS', parseOnOrOff) ?? false
  if (trustsEmails && isSharedIssuer(issuer)) {
    throw new InvalidSetting(
      `${prefix}TRUST_EMAILS`,
      'on',
      'the issuer of your own tenant beside it: in this one, everybody can give themselves any address',
    )
  }
  return {
    id: name.toLowerCase().replaceAll('_', '-'),
    type,
    issuer,
    clientId: require('CLIENT_ID', 'the client id that the provider has given to Verso'),
    clientSecret:
      type === 'github'
        ? require('CLIENT_SECRET', 'the client secret of GitHub')
        : values.get('CLIENT_SECRET'),
    label: read('LABEL', parseLabel) ?? formatName(name),
    scopes: read('SCOPES', parseScopes) ?? (type === 'github' ? 'read:user user:email' : defaultScopes),
    joinsByEmail: read('JOIN_BY_EMAIL', parseOnOrOff) ?? false,
    trustsEmails,
    signUpDomains: read('SIGN_UP', parseSignUp) ?? [],
  }
}

/** People are known by their issuer: with two providers of one issuer, nobody could say which of them vouches. */
function requireDistinctIssuers(providers: readonly InstallationProvider[]): void {
  const ids = new Map<string, string>()
  for (const { id, issuer } of providers) {
    const other = ids.get(issuer)
    if (other !== undefined) {
      throw new InvalidSetting(
        'VERSO_OIDC_…_ISSUER',
        issuer,
        `one provider for an issuer, not ${other} and ${id}`,
      )
    }
    ids.set(issuer, id)
  }
}

function parseType(text: string, name: string): 'oidc' | 'github' {
  if (text === 'oidc' || text === 'github') return text
  throw new InvalidSetting(name, text, '"oidc" or "github"')
}

function parseIssuer(text: string, name: string): string {
  const url = URL.parse(text)
  if (url && ['http:', 'https:'].includes(url.protocol) && !url.search && !url.hash && !url.username)
    return text
  throw new InvalidSetting(name, text, 'a URL such as https://id.example.com/realms/main')
}

function parseOnOrOff(text: string, name: string): boolean {
  if (text === 'on' || text === 'off') return text === 'on'
  throw new InvalidSetting(name, text, '"on" or "off"')
}

function parseLabel(text: string, name: string): string {
  if (text.length <= MAX_LABEL_LENGTH) return text
  throw new InvalidSetting(name, text, `up to ${MAX_LABEL_LENGTH} characters`)
}

function parseScopes(text: string, name: string): string {
  if (/^[\x21\x23-\x5b\x5d-\x7e]+( +[\x21\x23-\x5b\x5d-\x7e]+)*$/.test(text)) return text
  throw new InvalidSetting(name, text, 'scopes with spaces between them')
}

function parseSignUp(text: string, name: string): string[] {
  if (text === 'on') return ['*']
  if (text === 'off') return []
  const domains = text.split(',').map((part) => part.trim().toLowerCase())
  if (domains.every((domain) => domainName.test(domain))) return domains
  throw new InvalidSetting(name, text, '"on", "off", or domains such as example.com, comma-separated')
}

/** `MY_COMPANY` as people read it: `My Company`. */
const formatName = (name: string): string =>
  name
    .split('_')
    .map((word) => word.slice(0, 1) + word.slice(1).toLowerCase())
    .join(' ')
