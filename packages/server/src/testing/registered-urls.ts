import type { FastifyInstance } from 'fastify'

/**
 * The paths that a server answers, as Fastify prints them: without a trailing slash, with one segment a line and the methods
 * behind it. Paths that only answer preflights are left out.
 */
export function listRegisteredUrls(app: FastifyInstance): string[] {
  const above: string[] = []
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent, segment, methods] = /^(.*?)[├└]── ([^ ]*)(?: \((.*)\))?/.exec(line) ?? []
      if (indent === undefined || segment === undefined) return []
      const depth = indent.length / 4
      above.splice(depth, Infinity, segment)
      const url = above.join('')
      return methods !== undefined && methods !== 'OPTIONS' ? [url] : []
    })
}
