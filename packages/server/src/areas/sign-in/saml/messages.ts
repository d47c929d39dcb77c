import { inflateRawSync } from 'node:zlib'
import { Forbidden } from '../../../common/errors.ts'

const MAX_MESSAGE_BYTES = 256 * 1024

/**
 * Decodes a SAML message, and rejects dangerous ones before any XML parser sees them. No provider sends a document type,
 * entities or comments. Attackers do: entities exhaust a parser, and a comment inside a name makes parsers cut it off.
 */
export function readMessage(base64: unknown, { deflated = false } = {}): string {
  if (typeof base64 !== 'string' || base64 === '')
    throw createRefusal('There is no SAML message in the request.')
  if (base64.length > MAX_MESSAGE_BYTES) throw createRefusal('The SAML message is too large.')
  const decoded = Buffer.from(base64, 'base64')
  const bytes = deflated ? inflate(decoded) : decoded
  let xml: string
  try {
    xml = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw createRefusal('The SAML message is not UTF-8.')
  }
  if (/<!(?!\[CDATA\[)/.test(xml)) throw createRefusal('The SAML message has a document type or a comment.')
  if (xml.includes('<![CDATA[')) throw createRefusal('The SAML message has a CDATA section.')
  if (/<\?(?!xml\s)/.test(xml)) throw createRefusal('The SAML message has a processing instruction.')
  requireSimpleXml(xml)
  return xml
}

function inflate(bytes: Buffer): Buffer {
  try {
    return inflateRawSync(bytes, { maxOutputLength: MAX_MESSAGE_BYTES })
  } catch (error) {
    throw createRefusal('The SAML message is not compressed as it should be, or too large.', error)
  }
}

/** Reads an attribute of the root element, which cannot come from an element that was inserted into the message. */
export function readRootAttribute(xml: string, name: string): string | undefined {
  const [opening = ''] = /<[^?][^>]*>/.exec(xml) ?? []
  return new RegExp(`\\s${name}="([^"]*)"`).exec(opening)?.[1]
}

const MAX_ELEMENTS = 5000
const MAX_DEPTH = 50

/** Rejects XML that is truncated or deeply nested, which would keep a parser busy for minutes. */
function requireSimpleXml(xml: string): void {
  let depth = 0
  let elements = 0
  for (const [, closing, empty] of xml.matchAll(/<(\/?)[^<>?\s/][^<>]*?(\/?)>/g)) {
    elements++
    if (closing) depth--
    else if (!empty) depth++
    if (depth < 0 || depth > MAX_DEPTH || elements > MAX_ELEMENTS) break
  }
  if (depth !== 0 || elements === 0)
    throw createRefusal('The SAML message is not well-formed, or nested too deep.')
}

export const createRefusal = (message: string, cause?: unknown): Forbidden =>
  new Forbidden(message, cause === undefined ? undefined : { cause })

/** The attributes of an assertion that Verso uses. */
export interface SamlProfile {
  email: string | undefined
  displayName: string | undefined
}

// Identity providers use different names for the same attribute. These are the names of the common ones, in lower case.
const emailAttributes = [
  'email',
  'mail',
  'emailaddress',
  'urn:oid:0.9.2342.19200300.100.1.3',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  'http://schemas.xmlsoap.org/claims/emailaddress',
]
const displayNameAttributes = [
  'displayname',
  'urn:oid:2.16.840.1.113730.3.1.241',
  'http://schemas.microsoft.com/identity/claims/displayname',
  'cn',
  'urn:oid:2.5.4.3',
]
const givenNameAttributes = [
  'givenname',
  'firstname',
  'urn:oid:2.5.4.42',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname',
]
const familyNameAttributes = [
  'sn',
  'surname',
  'lastname',
  'urn:oid:2.5.4.4',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname',
]

export function readProfile(attributes: Readonly<Record<string, unknown>>, nameID: string): SamlProfile {
  const values = new Map(
    Object.entries(attributes).map(([name, value]) => [name.toLowerCase(), readText(value)]),
  )
  const first = (names: string[]) => names.map((name) => values.get(name)).find((value) => value)
  const email = first(emailAttributes) ?? nameID
  const parts = [first(givenNameAttributes), first(familyNameAttributes)].filter((part) => part !== undefined)
  return {
    email: /^[^\s@<>()[\],;:\\"]{1,64}@[^\s@<>()[\],;:\\"]{1,190}$/.test(email)
      ? email.toLowerCase()
      : undefined,
    displayName: (first(displayNameAttributes) ?? (parts.join(' ') || undefined))?.slice(0, 200),
  }
}

function readText(value: unknown): string | undefined {
  const first: unknown = Array.isArray(value) ? value[0] : value
  return typeof first === 'string' ? first.trim() || undefined : undefined
}
