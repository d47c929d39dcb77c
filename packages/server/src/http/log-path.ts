import type { FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** The path without what is secret in it, where the handler knows what that is. */
    logPath: string | undefined
  }
}

/** What the log has in the place of a secret. */
export const hiddenText = '[hidden]'

/**
 * The path of a request for the log. The query is left out, because it carries signatures and tokens. A row of the route
 * table says which parameters are secret. Of a path that no route has, nobody knows what the client meant by it, so
 * everything that could be a secret is left out.
 */
export function describePath(request: FastifyRequest): string {
  if (request.logPath !== undefined) return request.logPath
  const path = request.url.split('?', 1)[0] ?? ''
  const { route, unguarded } = request.routeOptions.config
  if (route) return hideParams(path, route.path, route.secretParams ?? [])
  return unguarded === 'probe' ? path : hideLongSegments(path)
}

/** The parameters are at the same place in the path as in the pattern, which is below `/v1`. */
function hideParams(path: string, pattern: string, names: readonly string[]): string {
  if (names.length === 0) return path
  const patternSegments = `/v1${pattern}`.split('/')
  return path
    .split('/')
    .map((segment, index) => {
      const name = patternSegments[index]
      return name?.startsWith(':') && names.includes(name.slice(1)) ? hiddenText : segment
    })
    .join('/')
}

/** Every secret that Verso makes is longer than most words. */
const MIN_SECRET_CHARACTERS = 16

export const hideLongSegments = (path: string): string =>
  path
    .split('/')
    .map((segment) => (segment.length >= MIN_SECRET_CHARACTERS ? hiddenText : segment))
    .join('/')
