/** Returns the path to open after a login. Anything that could lead to another site is replaced by the start page. */
export function sanitizeRedirect(path: unknown): string {
  if (typeof path !== 'string' || path.length > 2000 || !/^\/(?![/\\])[\x21-\x7e]*$/.test(path)) return '/app'
  const url = URL.parse(path, 'http://verso')
  return url?.origin === 'http://verso' && !path.includes('\\') ? path : '/app'
}
