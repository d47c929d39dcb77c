import { X509Certificate } from 'node:crypto'
import { Invalid } from '../../../common/errors.ts'

const most = 5

/** The certificates in a text, each in PEM. Nothing in it is nothing; anything else than certificates is told. */
export function readCertificates(text: string): string[] {
  const trimmed = text.trim()
  if (trimmed === '') return []
  const found = [...trimmed.matchAll(/-----BEGIN CERTIFICATE-----([\s\S]*?)-----END CERTIFICATE-----/g)]
  const rest = trimmed.replaceAll(/-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g, '')
  // Many providers show only what stands between the two lines.
  const bodies = found.length > 0 ? found.map(([, body = '']) => body) : [trimmed]
  if (found.length > 0 && rest.trim() !== '')
    throw new Invalid('body.certificate has something beside certificates.')
  if (bodies.length > most) throw new Invalid(`body.certificate has more than ${most} certificates.`)
  return bodies.map((body, index) => pemOf(body, index))
}

function pemOf(body: string, index: number): string {
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
