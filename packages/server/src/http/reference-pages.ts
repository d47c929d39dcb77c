import scalar from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'

// The reference has inline scripts and styles, and loads nothing from other hosts.
const referencePolicy =
  "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; " +
  "img-src 'self' data: https:; font-src 'self' data:; connect-src 'self'; frame-ancestors 'none'"

/** Registers the API reference. */
export async function registerReferencePages(app: FastifyInstance, document: object): Promise<void> {
  app.get('/openapi.json', (_request, reply) => reply.send(document))
  await app.register(async (docs) => {
    docs.addHook('onRequest', async (_request, reply) => {
      reply.header('content-security-policy', referencePolicy)
    })
    // The library lets pages of every origin read the document.
    docs.addHook('onSend', async (_request, reply) => {
      reply.removeHeader('access-control-allow-origin').removeHeader('access-control-allow-methods')
    })
    await docs.register(scalar, {
      routePrefix: '/docs',
      configuration: {
        content: document,
        // Nothing may be loaded from or sent to other hosts, because the API of a team is private.
        withDefaultFonts: false,
        hideClientButton: true,
        showDeveloperTools: 'never',
        telemetry: false,
        agent: { disabled: true },
        mcp: { disabled: true },
      },
    })
  })
}
