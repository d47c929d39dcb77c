import { X509Certificate } from 'node:crypto'
import { Invalid } from '../../../common/errors.ts'

const MAX_CERTIFICATES = 5

/** Reads the certificates in a text, each in PEM. Empty text gives none; throws on anything that is no certificate. */
export function readCertificates(text: string): string[] {
  const trimmed = text.trim()
  if (trimmed === '') return []
  const matches = [...trimmed.matchAll(/-----BEGIN CERTIFICATE-----([\s\S]*?)-----END CERTIFICATE-----/g)]
  const rest = trimmed.replaceAll(/-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g, '')
  // Many providers show only the Base64 text between the two marker lines.
  const bodies = matches.length > 0 ? matches.map(([, body = '']) => body) : [trimmed]
  if (matches.length > 0 && rest.trim() !== '')
    throw new Invalid('body.certificate contains text that is not a certificate.')
  if (bodies.length > MAX_CERTIFICATES)
    throw new Invalid(`body.certificate has more than ${MAX_CERTIFICATES} certificates.`)
  return bodies.map((body, index) => formatPem(body, index))
}

function formatPem(body: string, index: number): string {
  const base64 = body.replaceAll(/\s+/g, '')
  const pem = `-----BEGIN CERTIFICATE-----\n${base64.replaceAll(/(.{64})(?=.)/g, '$1\n')}\n-----END CERTIFICATE-----\n`
  try {
    const { publicKey } = new X509Certificate(pem)
    if (
      publicKey.asymmetricKeyType === 'rsa' &&
      (publicKey.asymmetricKeyDetails?.modulusLength ?? 0) < 2048
    ) {
      throw new Invalid(`body.certificate: number ${index + 1} has a key of less than 2048 bits.`)
    }
    return pem
  } catch (error) {
    if (error instanceof Invalid) throw error
    throw new Invalid(`body.certificate: number ${index + 1} is no X.509 certificate.`, { cause: error })
  }
}
