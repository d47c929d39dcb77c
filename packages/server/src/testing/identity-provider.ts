import { createSign, randomBytes } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import { generate } from 'selfsigned'
import { SignedXml } from 'xml-crypto'

/** The claims of a response, where a test needs others than the valid ones. */
export interface SamlClaims {
  nameID?: string
  email?: string
  displayName?: string
  inResponseTo?: string
  audience?: string
  recipient?: string
  issuer?: string
  notOnOrAfter?: Date
  notBefore?: Date
  assertionId?: string
  sessionUntil?: Date
}

/** The fields of a logout request. */
export interface LogoutRequestOptions {
  nameID: string
  sessionIndex?: string
  issuer?: string
  issuedAt?: Date
  id?: string
}

/** An identity provider that can also create invalid and malicious messages. */
export class TestIdentityProvider {
  readonly entityID = 'https://idp.example.com/metadata'
  readonly ssoURL = 'https://idp.example.com/sso'
  readonly certificate: string
  readonly #key: string

  private constructor(certificate: string, key: string) {
    this.certificate = certificate
    this.#key = key
  }

  static async create(): Promise<TestIdentityProvider> {
    const { cert, private: key } = await generate([{ name: 'commonName', value: 'idp.example.com' }], {
      keySize: 2048,
      algorithm: 'sha256',
    })
    return new TestIdentityProvider(cert, key)
  }

  /** Creates a response with one signed assertion. */
  createResponse(service: { acsURL: string; entityID: string }, claims: SamlClaims = {}): string {
    return wrapInResponse(service.acsURL, this.sign(this.createAssertion(service, claims)), claims)
  }

  createAssertion(service: { acsURL: string; entityID: string }, claims: SamlClaims = {}): string {
    const now = Date.now()
    const instant = new Date(now).toISOString()
    const {
      nameID = 'ann',
      email = 'ann@idp.example.com',
      displayName = 'Ann',
      inResponseTo,
      audience = service.entityID,
      recipient = service.acsURL,
      issuer = this.entityID,
      notOnOrAfter = new Date(now + 300_000),
      notBefore = new Date(now - 30_000),
      assertionId = newXmlId(),
      sessionUntil,
    } = claims
    const sessionAttribute =
      sessionUntil === undefined ? '' : ` SessionNotOnOrAfter="${sessionUntil.toISOString()}"`
    const inResponseToAttribute = inResponseTo === undefined ? '' : ` InResponseTo="${inResponseTo}"`
    return (
      `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${assertionId}" Version="2.0" IssueInstant="${instant}">` +
      `<saml:Issuer>${issuer}</saml:Issuer>` +
      `<saml:Subject><saml:NameID Format="urn:oasis:names:tc:SAML:2.0:nameid-format:persistent">${nameID}</saml:NameID>` +
      `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">` +
      `<saml:SubjectConfirmationData NotOnOrAfter="${notOnOrAfter.toISOString()}" Recipient="${recipient}"${inResponseToAttribute}/>` +
      `</saml:SubjectConfirmation></saml:Subject>` +
      `<saml:Conditions NotBefore="${notBefore.toISOString()}" NotOnOrAfter="${notOnOrAfter.toISOString()}">` +
      `<saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>` +
      `<saml:AuthnStatement AuthnInstant="${instant}" SessionIndex="_session"${sessionAttribute}><saml:AuthnContext>` +
      `<saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef>` +
      `</saml:AuthnContext></saml:AuthnStatement>` +
      `<saml:AttributeStatement>${createAttribute('email', email)}${createAttribute('displayName', displayName)}</saml:AttributeStatement>` +
      `</saml:Assertion>`
    )
  }

  /** Creates a request to end the session of a user. */
  createLogoutRequest({
    nameID,
    sessionIndex,
    issuer = this.entityID,
    issuedAt = new Date(),
    id = newXmlId(),
  }: LogoutRequestOptions): string {
    return (
      `<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ` +
      `ID="${id}" Version="2.0" IssueInstant="${issuedAt.toISOString()}"><saml:Issuer>${issuer}</saml:Issuer>` +
      `<saml:NameID>${nameID}</saml:NameID>` +
      `${sessionIndex === undefined ? '' : `<samlp:SessionIndex>${sessionIndex}</samlp:SessionIndex>`}</samlp:LogoutRequest>`
    )
  }

  /** Creates the signed query of a URL with a message. */
  createSignedQuery(xml: string, relayState?: string): string {
    const query = new URLSearchParams({
      SAMLRequest: deflateRawSync(xml).toString('base64'),
      ...(relayState !== undefined && { RelayState: relayState }),
      SigAlg: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    }).toString()
    const signature = createSign('RSA-SHA256').update(query).sign(this.#key, 'base64')
    return `${query}&Signature=${encodeURIComponent(signature)}`
  }

  /** Signs an element by its ID, and inserts the signature after the issuer, as SAML requires. */
  sign(xml: string): string {
    return addSignature(xml, new SignedXml({ ...rsa, privateKey: this.#key, publicCert: this.certificate }))
  }
}

const rsa = { signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256' }

/** Signs with HMAC. A verifier that takes the public certificate for the shared secret would accept it. */
export function signWithSecret(xml: string, secret: string): string {
  const signer = new SignedXml({
    privateKey: secret,
    signatureAlgorithm: 'http://www.w3.org/2000/09/xmldsig#hmac-sha1',
  })
  signer.enableHMAC()
  return addSignature(xml, signer)
}

function addSignature(xml: string, signer: SignedXml): string {
  signer.canonicalizationAlgorithm = 'http://www.w3.org/2001/10/xml-exc-c14n#'
  signer.addReference({
    xpath: '/*',
    digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
    transforms: [
      'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
      'http://www.w3.org/2001/10/xml-exc-c14n#',
    ],
  })
  signer.computeSignature(xml, {
    location: { reference: "/*/*[local-name(.)='Issuer']", action: 'after' },
  })
  return signer.getSignedXml()
}

/** Creates a response that contains these assertions. */
export function wrapInResponse(
  destination: string,
  assertions: string,
  { inResponseTo, issuer }: SamlClaims = {},
): string {
  const inResponseToAttribute = inResponseTo === undefined ? '' : ` InResponseTo="${inResponseTo}"`
  return (
    `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="${newXmlId()}" ` +
    `Version="2.0" IssueInstant="${new Date().toISOString()}" Destination="${destination}"${inResponseToAttribute}>` +
    `<saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${issuer ?? 'https://idp.example.com/metadata'}</saml:Issuer>` +
    `<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>` +
    `${assertions}</samlp:Response>`
  )
}

const newXmlId = () => `_${randomBytes(16).toString('hex')}`

const createAttribute = (name: string, value: string) =>
  `<saml:Attribute Name="${name}"><saml:AttributeValue>${value}</saml:AttributeValue></saml:Attribute>`
