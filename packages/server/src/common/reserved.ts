const reserved = new Set([
  'v1',
  'docs',
  'openapi.json',
  'app',
  'assets',
  'files',
  'pdf',
  'sso',
  'healthz',
  'readyz',
  'metrics',
])

/** First segments of a path that belong to the service; everything else will belong to published sites. */
export const isReservedName = (segment: string): boolean => reserved.has(segment) || segment.startsWith('~')
