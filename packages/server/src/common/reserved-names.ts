const reservedNames = new Set([
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

/** Whether the first segment of a path belongs to Verso itself. All others can belong to published sites. */
export const isReservedName = (segment: string): boolean =>
  reservedNames.has(segment) || segment.startsWith('~')
