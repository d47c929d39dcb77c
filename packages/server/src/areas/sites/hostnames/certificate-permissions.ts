import type { FastifyInstance } from 'fastify'
import type { CertificateService } from './certificate-service.ts'

const MAX_DOMAIN_CHARACTERS = 253

/**
 * Registers what a proxy with certificates on demand asks before it gets one: 200 for a name that is served here, 404 for any
 * other, so that nobody makes the proxy get certificates for names of theirs. Anybody may ask: a visit tells the same.
 */
export function registerCertificatePermissions(app: FastifyInstance, certificates: CertificateService): void {
  app.get(
    '/tls/allowed',
    { config: { unguarded: 'probe', operation: 'probe-certificate' } },
    async (request, reply) => {
      const { domain } = request.query as { domain?: unknown }
      const isAllowed =
        typeof domain === 'string' &&
        domain.length <= MAX_DOMAIN_CHARACTERS &&
        /^[\w.-]+$/.test(domain) &&
        (await certificates.isAllowed(domain))
      return reply.code(isAllowed ? 200 : 404).send({ allowed: isAllowed })
    },
  )
}
