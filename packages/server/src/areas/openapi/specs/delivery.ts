import type { FastifyInstance } from 'fastify'
import { NotFound } from '../../../common/errors.ts'
import { makePublishedSpecPath } from './present.ts'
import type { OpenAPISpecService } from './service.ts'

/** Registers the route at which anyone can read public specs. */
export function registerPublicSpecs(app: FastifyInstance, specs: OpenAPISpecService): void {
  // Tools in browsers read it from any origin.
  const options = { config: { isOpenToAllOrigins: true } }
  app.get<{ Params: { specId: string } }>(
    makePublishedSpecPath(':specId'),
    options,
    async (request, reply) => {
      const { specId } = request.params
      const version = await specs.findPublishedVersion(specId)
      if (!version) throw new NotFound('OpenAPI spec', specId)
      // A single file is sent as it was received. Several files are sent as one document, because the others cannot be
      // read here.
      const isSingleFile = version.files === 1
      const type = isSingleFile && version.format === 'yaml' ? 'application/yaml' : 'application/json'
      return reply
        .type(`${type}; charset=utf-8`)
        .header('cache-control', 'public, max-age=60')
        .serializer(String)
        .send(isSingleFile ? version.text : version.document)
    },
  )
}
