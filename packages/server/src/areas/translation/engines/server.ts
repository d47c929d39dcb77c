import { BlockList } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { seconds } from '../../../common/clock.ts'
import { Invalid, Unavailable } from '../../../common/errors.ts'
import { OutboundError } from '../../../outbound/errors.ts'
import { Fetcher, type Network } from '../../../outbound/fetcher.ts'

/** Models take their time over long texts. */
const timeout = 180 * seconds
const longestAnswer = 16 * 1024 * 1024
/** Servers say when to come again; beyond this the task comes again by itself. */
const longestWait = 20 * seconds
const mostWaits = 3

/**
 * The server that an engine is. Whoever runs Verso chose it, so it may be on this machine or in this network without
 * being allowed for all that people give URLs of; and nothing but it can be reached through here.
 */
export class EngineServer {
  readonly #base: string
  readonly #fetcher: Fetcher

  constructor(url: string, network: Network | undefined) {
    this.#base = url.replace(/\/+$/, '')
    const hostname = new URL(url).hostname.replace(/^\[|\]$/g, '')
    this.#fetcher = new Fetcher({ allow: { hosts: new Set([hostname]), networks: new BlockList() }, network })
  }

  /** The JSON that it answers with. */
  async ask(
    path: string,
    options: { body?: object; headers?: Record<string, string>; signal: AbortSignal },
  ): Promise<unknown> {
    for (let waits = 0; ; waits += 1) {
      const { status, headers, body } = await this.#send(path, options)
      if (status >= 200 && status < 300) return parse(body)
      const wait = retryAfter(headers['retry-after'])
      if ((status === 429 || status === 503) && wait <= longestWait && waits < mostWaits) {
        await sleep(wait, undefined, { signal: options.signal })
        continue
      }
      throw complaint(status)
    }
  }

  async #send(
    path: string,
    { body, headers, signal }: { body?: object; headers?: Record<string, string>; signal: AbortSignal },
  ) {
    try {
      return await this.#fetcher.fetch(this.#base + path, {
        method: body ? 'POST' : 'GET',
        accept: 'application/json',
        headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
        ...(body && { body: JSON.stringify(body) }),
        maxBytes: longestAnswer,
        timeoutMs: timeout,
        stallMs: timeout,
        maxRedirects: 0,
        signal,
      })
    } catch (error) {
      if (signal.aborted || !(error instanceof OutboundError)) throw error
      throw new Unavailable(`The translator cannot be reached. ${error.message}`)
    }
  }

  close(): Promise<void> {
    return this.#fetcher.close()
  }
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString()) as unknown
  } catch {
    throw new Unavailable('The translator answers with something that is not JSON.')
  }
}

function complaint(status: number): Error {
  if (status === 401 || status === 403) {
    return new Invalid(`The translator refuses the key (${status}): see VERSO_TRANSLATOR_KEY.`)
  }
  if (status === 429) return new Unavailable('The translator is asked too often (429).')
  if (status >= 400 && status < 500 && status !== 408) {
    return new Invalid(`The translator refuses what it is asked (${status}): see VERSO_TRANSLATOR.`)
  }
  return new Unavailable(`The translator failed (${status}).`)
}

/** In milliseconds; a second where nothing is said. */
function retryAfter(header: string | undefined): number {
  if (header === undefined) return 1 * seconds
  const given = /^\d+$/.test(header) ? Number(header) * seconds : Date.parse(header) - Date.now()
  return Number.isNaN(given) ? 1 * seconds : Math.max(given, 0)
}
