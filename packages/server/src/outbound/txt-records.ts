import { Resolver } from 'node:dns/promises'

const TIMEOUT_MS = 2000
const TRIES = 2

/** The texts of a name's records, or why they could not be read. */
export type TxtAnswer = { texts: string[] } | { failure: string }

/** What a name server says when a name or its TXT records do not exist. */
const noRecordCodes = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME'])

/** Reads TXT records from the DNS. */
export class TxtRecords {
  readonly #resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES })

  /** @param servers addresses of name servers, with a port if it is not 53; without any, those of the system are asked. */
  constructor(servers: readonly string[] = []) {
    if (servers.length > 0) this.#resolver.setServers(servers)
  }

  async read(name: string): Promise<TxtAnswer> {
    try {
      // A long text comes in several parts.
      return { texts: (await this.#resolver.resolveTxt(name)).map((parts) => parts.join('')) }
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
      return noRecordCodes.has(code) ? { texts: [] } : { failure: code }
    }
  }
}
