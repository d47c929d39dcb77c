import { waitFor } from '../../packages/server/src/testing/wait-for.ts'
import type { VersoServer } from './verso.ts'

/** The text that the first start prints. */
export interface Welcome {
  url: string
  organizationId: string
  email: string
  /** The text in place of the token. */
  token: string
  /** Where the admin chooses a password. */
  setupUrl: string
  curl: string
}

/** Reads the welcome text from the output of a server. */
export async function readWelcome(server: VersoServer): Promise<Welcome> {
  const text = await waitFor('the welcome', () => server.stdout.includes('curl ') && server.stdout)
  const read = (pattern: RegExp): string => {
    const value = pattern.exec(text)?.[1]
    if (value === undefined) throw new Error(`the console does not show ${pattern.source}:\n${text}`)
    return value
  }
  return {
    url: read(/^ *URL +(\S+)$/m),
    organizationId: read(/^ *Organization +(\S+)$/m),
    email: read(/^ *Admin +(\S+)$/m),
    token: read(/^ *Access token +(.+)$/m),
    setupUrl: read(/^ *(\S+\/app\/setup#\S+)$/m),
    curl: read(/^ *(curl .+)$/m),
  }
}
