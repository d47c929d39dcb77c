/** The page that signs in, and leads to an address of the console afterwards. */
export const writeSignInAddress = (to: string): string => `/app/sign-in?${new URLSearchParams({ to })}`

/** Where to go after signing in. Only addresses of the console itself, so that a link cannot lead elsewhere. */
export function readReturnAddress(): string {
  const to = new URLSearchParams(location.search).get('to') ?? '/'
  return /^\/(?![/\\])/.test(to) ? to : '/'
}
