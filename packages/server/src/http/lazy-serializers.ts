import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import type { FastifyServerOptions } from 'fastify'

type BuildSerializer = NonNullable<
  NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>['buildSerializer']
>

/**
 * Builds the serializer of a response when it is needed for the first time. Those of all routes take a second of CPU to
 * build, and 10 MB for their code, most of which a process never runs.
 */
export function createLazySerializers(): BuildSerializer {
  const createCompiler = SerializerSelector()
  return (...options) => {
    const compile = createCompiler(...options)
    return (definition) => {
      let serialize: ReturnType<typeof compile> | undefined
      return (value) => (serialize ??= compile(definition))(value)
    }
  }
}
