import { BlockList } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { seconds } from '../../../common/clock.ts'
import { Invalid, Unavailable } from '../../../common/errors.ts'
import { OutboundError } from '../../../outbound/errors.ts'
import { Fetcher, type Network } from '../../../outbound/fetcher.ts'

/** Models need long for long texts. */
const REQUEST_TIMEOUT_MS = 180 * seconds
const MAX_RESPONSE_BYTES = 16 * 1024 * 1024
/** A server may ask to retry later. If it asks for more, the request fails and the task is retried later. */
const MAX_RETRY_DELAY_MS = 20 * seconds
const MAX_RETRIES = 3

/**
 * Calls the server of an engine. The operator configured it, so it may be on this machine or in a private network, which
 * is not allowed for URLs of users. No other host can be reached through this client.
 */
export class EngineClient {
  readonly #base: string
  readonly #fetcher: Fetcher

  constructor(url: string, network: Network | undefined) {
    this.#base = url.replace(/\/+$/, '')
    const hostname = new URL(url).hostname.replace(/^\[|\]$/g, '')
    this.#fetcher = new Fetcher({ allow: { hosts: new Set([hostname]), networks: new BlockList() }, network })
  }

  /** Returns the JSON of the response. Retries if the server asks for it. */
  async requestJson(
    path: string,
    options: { body?: object; headers?: Record<string, string>; signal: AbortSignal },
  ): Promise<unknown> {
    for (let retries = 0; ; retries += 1) {
      const { status, headers, body } = await this.#send(path, options)
      if (status >= 200 && status < 300) return parseJson(body)
      const delayMs = readRetryDelay(headers['retry-after'])
      if ((status === 429 || status === 503) && delayMs <= MAX_RETRY_DELAY_MS && retries < MAX_RETRIES) {
        await delay(delayMs, undefined, { signal: options.signal })
        continue
      }
      throw makeStatusError(status)
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
        maxBytes: MAX_RESPONSE_BYTES,
        timeoutMs: REQUEST_TIMEOUT_MS,
        stallMs: REQUEST_TIMEOUT_MS,
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

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString()) as unknown
  } catch {
    throw new Unavailable('The translator sent a response that is not JSON.')
  }
}

function makeStatusError(status: number): Error {
  if (status === 401 || status === 403) {
    return new Invalid(`The translator rejected the key (${status}): see VERSO_TRANSLATOR_KEY.`)
  }
  if (status === 429) return new Unavailable('The translator was called too often (429).')
  if (status >= 400 && status < 500 && status !== 408) {
    return new Invalid(`The translator rejected the request (${status}): see VERSO_TRANSLATOR.`)
  }
  return new Unavailable(`The translator failed (${status}).`)
}

/** The delay that the server asks for, in milliseconds; one second if it does not say. */
function readRetryDelay(header: string | undefined): number {
  if (header === undefined) return 1 * seconds
  const delayMs = /^\d+$/.test(header) ? Number(header) * seconds : Date.parse(header) - Date.now()
  return Number.isNaN(delayMs) ? 1 * seconds : Math.max(delayMs, 0)
}
