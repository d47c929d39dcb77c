import { TLSSocket } from 'node:tls'
import type { Socket } from 'node:net'
import { OutboundError } from './errors.ts'

/** The certificate that a host shows, or why it shows none that holds. */
export type CertificateAnswer =
  | { issuer: string; validUntil: Date }
  /** `untrusted`: the host shows one that does not hold. `unreachable`: nothing could be seen of it. */
  | { failure: 'untrusted' | 'unreachable'; reason: string }

/** Reads the certificate of a connection whose certificate was checked when it was opened, and closes the connection. */
export async function readCertificate(connecting: Promise<Socket>): Promise<CertificateAnswer> {
  try {
    const socket = await connecting
    const certificate = socket instanceof TLSSocket ? socket.getPeerCertificate() : undefined
    socket.destroy()
    if (!certificate?.valid_to)
      return { failure: 'unreachable', reason: 'The connection has no certificate.' }
    const { O: organization, CN: commonName } = certificate.issuer
    return {
      // A name can stand in a certificate several times.
      issuer: [organization ?? commonName ?? ''].flat().join(', '),
      validUntil: new Date(certificate.valid_to),
    }
  } catch (error) {
    return explainFailure(error)
  }
}

function explainFailure(error: unknown): CertificateAnswer {
  if (error instanceof OutboundError) return { failure: 'unreachable', reason: error.reason }
  const message = error instanceof Error ? error.message : String(error)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const isAboutCertificate = /CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO/.test(code)
  return isAboutCertificate
    ? { failure: 'untrusted', reason: `The certificate does not hold: ${message}.` }
    : { failure: 'unreachable', reason: `The host does not answer (${code || message}).` }
}
