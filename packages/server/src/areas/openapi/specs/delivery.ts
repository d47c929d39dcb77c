import type { FastifyInstance } from 'fastify'
import { NotFound } from '../../../common/errors.ts'
import { makePublishedSpecPath } from './present.ts'
import type { OpenAPISpecService } from './service.ts'

/** Where anyone reads the specs that are for everyone. */
export function registerPublicSpecs(app: FastifyInstance, specs: OpenAPISpecService): void {
  app.get<{ Params: { specId: string } }>(makePublishedSpecPath(':specId'), async (request, reply) => {
    const { specId } = request.params
    const version = await specs.findPublishedVersion(specId)
    if (!version) throw new NotFound('OpenAPI spec', specId)
    // As it came; of several files, the one document that they make, because nobody finds the others here.
    const isWhole = version.files === 1
    const type = isWhole && version.format === 'yaml' ? 'application/yaml' : 'application/json'
    return (
      reply
        .type(`${type}; charset=utf-8`)
        // Tools in browsers read it from everywhere.
        .header('access-control-allow-origin', '*')
        .header('cache-control', 'public, max-age=60')
        .serializer(String)
        .send(isWhole ? version.text : version.document)
    )
  })
}
