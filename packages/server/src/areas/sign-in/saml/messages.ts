import { inflateRawSync } from 'node:zlib'
import { Forbidden } from '../../../common/errors.ts'

const largest = 256 * 1024

/**
 * A SAML message as text, or a refusal before any XML parser has seen it. No provider sends a document type, entities or
 * comments; attackers do: the first to exhaust a parser, the last to cut a name off where it suits them.
 */
export function readMessage(base64: unknown, { deflated = false } = {}): string {
  if (typeof base64 !== 'string' || base64 === '')
    throw createRefusal('There is no SAML message in the request.')
  if (base64.length > largest) throw createRefusal('The SAML message is too large.')
  const sent = Buffer.from(base64, 'base64')
  const bytes = deflated ? inflate(sent) : sent
  let xml: string
  try {
    xml = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw createRefusal('The SAML message is not UTF-8.')
  }
  if (/<!(?!\[CDATA\[)/.test(xml)) throw createRefusal('The SAML message has a document type or a comment.')
  if (xml.includes('<![CDATA[')) throw createRefusal('The SAML message has a CDATA section.')
  if (/<\?(?!xml\s)/.test(xml)) throw createRefusal('The SAML message has a processing instruction.')
  requireSimple(xml)
  return xml
}

function inflate(bytes: Buffer): Buffer {
  try {
    return inflateRawSync(bytes, { maxOutputLength: largest })
  } catch (error) {
    throw createRefusal('The SAML message is not compressed as it should be, or too large.', error)
  }
}

/** What the first element of a message says of itself: nothing that is not the message's own can stand there. */
export function readRootAttribute(xml: string, name: string): string | undefined {
  const [opening = ''] = /<[^?][^>]*>/.exec(xml) ?? []
  return new RegExp(`\\s${name}="([^"]*)"`).exec(opening)?.[1]
}

const mostElements = 5000
const deepestElement = 50

/** XML that does not end, or never ends nesting, keeps a parser busy for minutes: that is seen without one. */
function requireSimple(xml: string): void {
  let depth = 0
  let elements = 0
  for (const [, closing, empty] of xml.matchAll(/<(\/?)[^<>?\s/][^<>]*?(\/?)>/g)) {
    elements++
    if (closing) depth--
    else if (!empty) depth++
    if (depth < 0 || depth > deepestElement || elements > mostElements) break
  }
  if (depth !== 0 || elements === 0)
    throw createRefusal('The SAML message is not well-formed, or nested too deep.')
}

export const createRefusal = (message: string, cause?: unknown): Forbidden =>
  new Forbidden(message, cause === undefined ? undefined : { cause })

/** What of a profile we use. Attributes come under the names that the common providers give them. */
export interface SamlProfile {
  email: string | undefined
  displayName: string | undefined
}

const emailNames = [
  'email',
  'mail',
  'emailaddress',
  'urn:oid:0.9.2342.19200300.100.1.3',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  'http://schemas.xmlsoap.org/claims/emailaddress',
]
const nameNames = [
  'displayname',
  'urn:oid:2.16.840.1.113730.3.1.241',
  'http://schemas.microsoft.com/identity/claims/displayname',
  'cn',
  'urn:oid:2.5.4.3',
]
const givenNames = [
  'givenname',
  'firstname',
  'urn:oid:2.5.4.42',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname',
]
const familyNames = [
  'sn',
  'surname',
  'lastname',
  'urn:oid:2.5.4.4',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname',
]

export function readProfile(attributes: Readonly<Record<string, unknown>>, nameID: string): SamlProfile {
  const known = new Map(
    Object.entries(attributes).map(([name, value]) => [name.toLowerCase(), textOf(value)]),
  )
  const first = (names: string[]) => names.map((name) => known.get(name)).find((value) => value)
  const email = first(emailNames) ?? nameID
  const parts = [first(givenNames), first(familyNames)].filter((part) => part !== undefined)
  return {
    email: /^[^\s@<>()[\],;:\\"]{1,64}@[^\s@<>()[\],;:\\"]{1,190}$/.test(email)
      ? email.toLowerCase()
      : undefined,
    displayName: (first(nameNames) ?? (parts.join(' ') || undefined))?.slice(0, 200),
  }
}

function textOf(value: unknown): string | undefined {
  const one: unknown = Array.isArray(value) ? value[0] : value
  return typeof one === 'string' ? one.trim() || undefined : undefined
}

/** Where to go after a login: a path of ours. Anything that could lead elsewhere leads to the front. */
export function sanitizeRedirect(wanted: unknown): string {
  if (typeof wanted !== 'string' || wanted.length > 2000 || !/^\/(?![/\\])[\x21-\x7e]*$/.test(wanted))
    return '/app'
  const url = URL.parse(wanted, 'http://verso')
  return url?.origin === 'http://verso' && !wanted.includes('\\') ? wanted : '/app'
}
