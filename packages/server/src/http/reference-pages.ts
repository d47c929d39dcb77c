import { fastify, type FastifyInstance } from 'fastify'

// The reference has inline scripts and styles, and loads nothing from other hosts.
const referencePolicy =
  "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; " +
  "img-src 'self' data: https:; font-src 'self' data:; connect-src 'self'; frame-ancestors 'none'"

const paths = ['/docs', '/docs/openapi.json', '/docs/openapi.yaml', '/docs/js/scalar.js']

/** What is passed on of an answer. The library lets pages of every origin read the document; we do not. */
const passedHeaders = ['content-type', 'content-disposition', 'location'] as const

/** Registers the API reference. */
export function registerReferencePages(app: FastifyInstance, document: object): void {
  app.get('/openapi.json', (_request, reply) => reply.send(document))
  let pages: Promise<FastifyInstance> | undefined
  for (const path of paths) {
    app.get(path, async (request, reply) => {
      // What failed is tried again by the next request.
      pages ??= createReferencePages(document).catch((error: unknown) => {
        pages = undefined
        throw error
      })
      const answer = await (await pages).inject(request.url)
      for (const name of passedHeaders) {
        const value = answer.headers[name]
        if (value !== undefined) reply.header(name, value)
      }
      return reply
        .header('content-security-policy', referencePolicy)
        .code(answer.statusCode)
        .send(answer.rawPayload.byteLength === 0 ? null : answer.rawPayload)
    })
  }
}

/** The library is a script of four megabytes, of which memory has several copies: it is loaded when somebody opens the reference. */
async function createReferencePages(document: object): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const pages = fastify()
  await pages.register(scalar, {
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
  return pages
}
