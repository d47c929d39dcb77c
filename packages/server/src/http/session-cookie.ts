/** The cookie that holds a session's secret: out of reach of scripts, and not sent by forms of other sites. */
const name = 'verso_session'

const attributes = ({ secure }: { secure: boolean }): string =>
  `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`

export const sessionCookie = (secret: string, expires: Date, options: { secure: boolean }): string =>
  `${name}=${secret}; ${attributes(options)}; Expires=${expires.toUTCString()}`

export const clearedCookie = (options: { secure: boolean }): string =>
  `${name}=; ${attributes(options)}; Max-Age=0`

export function readCookie(header: string | undefined): string | undefined {
  const found = new RegExp(`(?:^|; *)${name}=([A-Za-z0-9_-]{20,200})(?:;|$)`).exec(header ?? '')
  return found?.[1]
}
