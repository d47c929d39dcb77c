import { waitFor } from '../../packages/server/src/testing/wait-for.ts'
import type { VersoServer } from './verso.ts'

/** What the first start tells a person, once. */
export interface Welcome {
  url: string
  organizationId: string
  email: string
  /** What is shown as the token. */
  token: string
  curl: string
}

/** Reads the welcome from the console, as a person would. */
export async function readWelcome(server: VersoServer): Promise<Welcome> {
  const text = await waitFor('the welcome', () => server.stdout.includes('curl ') && server.stdout)
  const read = (pattern: RegExp): string => {
    const found = pattern.exec(text)?.[1]
    if (found === undefined) throw new Error(`the console does not show ${pattern.source}:\n${text}`)
    return found
  }
  return {
    url: read(/^ *URL +(\S+)$/m),
    organizationId: read(/^ *Organization +(\S+)$/m),
    email: read(/^ *Admin +(\S+)$/m),
    token: read(/^ *Access token +(.+)$/m),
    curl: read(/^ *(curl .+)$/m),
  }
}
