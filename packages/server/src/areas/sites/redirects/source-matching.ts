/** What decides whether a redirect covers a path. */
export interface RedirectSource {
  source: string
  captureWildcard: boolean
}

const MAX_SOURCE_LENGTH = 512

/** Every source that can cover a path: the path, its parents, and each of its prefixes with a wildcard. */
export function listSourcesFor(path: string): string[] {
  const sources = [path]
  for (let length = 1; length <= Math.min(path.length, MAX_SOURCE_LENGTH); length++) {
    const start = path.slice(0, length)
    sources.push(`${start}*`)
    if (path.charAt(length) === '/') sources.push(start)
  }
  return sources
}

/** The redirect with the longest source that covers the path, and the rest of the path that its destination gets. */
export function findNearestRedirect<Redirect extends RedirectSource>(
  redirects: readonly Redirect[],
  path: string,
): { redirect: Redirect; appendedPath: string } | undefined {
  const nearest = redirects
    .flatMap((redirect) => {
      const coverage = measureCoverage(redirect, path)
      return coverage === undefined ? [] : [{ redirect, ...coverage }]
    })
    .sort((a, b) => b.length - a.length)[0]
  return (
    nearest && {
      redirect: nearest.redirect,
      appendedPath: nearest.redirect.captureWildcard ? nearest.rest.replace(/^\//, '') : '',
    }
  )
}

/** How much of the path a redirect covers, and the rest; undefined when it does not cover the path. */
function measureCoverage(
  { source, captureWildcard }: RedirectSource,
  path: string,
): { length: number; rest: string } | undefined {
  // An exact match wins over every wildcard.
  if (source === path) return { length: path.length + 1, rest: '' }
  const isWildcard = source.endsWith('*')
  if (!isWildcard && !captureWildcard) return undefined
  const start = isWildcard ? source.slice(0, -1) : source
  return { length: start.length, rest: path.slice(start.length) }
}
