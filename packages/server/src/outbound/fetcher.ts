import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { Agent } from 'undici'
import { type Connector, systemConnector } from './connect.ts'
import { OutboundError } from './errors.ts'
import { OutboundGuard, type HostResolver, systemResolver, type OutboundAllowList } from './guard.ts'

export interface FetchOptions {
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Given to the first origin alone: a redirect elsewhere goes without them. */
  headers?: Record<string, string>
  /** Media types to ask for. */
  accept?: string
  body?: string | Buffer
  /** Of the body after decompression. */
  maxBytes: number
  /** For everything: name, connection, redirects, body. */
  timeoutMs: number
  /** Silence after which the other side is given up. */
  stallMs?: number
  maxRedirects?: number
  signal?: AbortSignal
}

export interface FetchResponse {
  /** Where the redirects ended. */
  url: string
  status: number
  /** By name in lower case; several of one name joined by commas. */
  headers: Record<string, string>
  body: Buffer
}

/** The ways into the network, so that tests can have one without an outside. */
export interface Network {
  resolve: HostResolver
  connect: Connector
}

export const systemNetwork: Network = { resolve: systemResolver, connect: systemConnector }

const userAgent = 'Verso'
const connectTimeout = 15_000
const largestHeaders = 32 * 1024

/**
 * The one way in which Verso fetches URLs that people gave it.
 *
 * Each request, and each redirect again, is judged by its URL; each connection by the addresses that its name has at
 * that moment, and it goes to exactly these. So no second answer of a resolver is ever asked for or believed.
 */
export class Fetcher {
  readonly guard: OutboundGuard
  readonly #agent: Agent
  readonly #closing = new AbortController()

  constructor(parts: { allow: OutboundAllowList; network?: Network | undefined }) {
    const { resolve, connect } = parts.network ?? systemNetwork
    const guard = new OutboundGuard({ allow: parts.allow, resolve })
    this.guard = guard
    this.#agent = new Agent({
      allowH2: false,
      connections: 8,
      keepAliveTimeout: 4000,
      keepAliveMaxTimeout: 10_000,
      maxHeaderSize: largestHeaders,
      connect: (to, answer) => {
        const connecting = guard.resolveDestination(`${to.protocol}//${to.host}/`).then(connect)
        inTime(connecting, this.#closing.signal).then(
          (socket) => answer(null, socket),
          (error: unknown) => answer(asError(error), null),
        )
      },
    })
  }

  async fetch(url: string | URL, options: FetchOptions): Promise<FetchResponse> {
    const stop = new AbortController()
    const timer = setTimeout(() => stop.abort(tooSlow(options.timeoutMs)), options.timeoutMs)
    const signal = options.signal ? AbortSignal.any([stop.signal, options.signal]) : stop.signal
    try {
      // The client hears of the signal only once it is connected.
      return await Promise.race([this.#follow(url, options, signal), failing(signal)])
    } catch (error) {
      throw signal.aborted ? signal.reason : explained(error)
    } finally {
      clearTimeout(timer)
    }
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('Verso is stopping'))
    await this.#agent.destroy()
  }

  async #follow(first: string | URL, options: FetchOptions, signal: AbortSignal): Promise<FetchResponse> {
    let url = this.guard.checkUrl(first)
    let request = options
    for (let redirects = 0; ; redirects += 1) {
      const answer = await this.#send(url, request, signal)
      const target = redirectOf(answer.status, answer.headers)
      if (target === undefined) {
        return { ...answer, url: url.href, body: await read(answer, options.maxBytes) }
      }
      answer.body.destroy()
      if (redirects >= (options.maxRedirects ?? 5)) {
        throw new OutboundError('limit', `${url.host} redirects too often.`)
      }
      const next = this.guard.checkUrl(URL.parse(target, url.href) ?? '')
      request = redirected(request, answer.status, url, next)
      url = next
    }
  }

  async #send(url: URL, options: FetchOptions, signal: AbortSignal) {
    const { method = 'GET', body, accept = '*/*', stallMs = 15_000 } = options
    const answer = await this.#agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method,
      headers: {
        'user-agent': userAgent,
        'accept-encoding': 'gzip, deflate, br',
        accept,
        ...options.headers,
      },
      ...(body !== undefined && { body }),
      headersTimeout: stallMs,
      bodyTimeout: stallMs,
      signal,
    })
    // A body that is thrown away, or torn off while it is decoded, must not bring the process down.
    answer.body.on('error', () => {})
    return { status: answer.statusCode, headers: flattened(answer.headers), body: answer.body }
  }
}

/** Fails when the signal does. */
const failing = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    const fail = () => reject(asError(signal.reason))
    if (signal.aborted) fail()
    else signal.addEventListener('abort', fail, { once: true })
  })

/** A connection that comes too late is closed again. */
async function inTime(connecting: Promise<Socket>, closing: AbortSignal): Promise<Socket> {
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(new Error('the connection took too long')), connectTimeout)
  const signal = AbortSignal.any([closing, limit.signal])
  try {
    return await Promise.race([connecting, failing(signal)])
  } catch (error) {
    connecting.then(
      (socket) => socket.destroy(),
      () => {},
    )
    throw error
  } finally {
    clearTimeout(timer)
  }
}

const flattened = (headers: Record<string, string | string[] | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.toLowerCase(),
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  )

function redirectOf(status: number, headers: Record<string, string>): string | undefined {
  return [301, 302, 303, 307, 308].includes(status) ? headers.location : undefined
}

function redirected(options: FetchOptions, status: number, from: URL, to: URL): FetchOptions {
  const { method = 'GET', headers, body, ...rest } = options
  const elsewhere = from.origin !== to.origin
  const becomesGet = status === 303 ? method !== 'HEAD' : status <= 302 && method === 'POST'
  if (becomesGet || body === undefined) {
    return { ...rest, method: becomesGet ? 'GET' : method, ...(!elsewhere && headers && { headers }) }
  }
  if (elsewhere) {
    throw new OutboundError('refused', `${from.host} redirects what is sent to it to another site.`)
  }
  return options
}

async function read(
  answer: { headers: Record<string, string>; body: Readable },
  maxBytes: number,
): Promise<Buffer> {
  const { body } = answer
  if (Number(answer.headers['content-length'] ?? 0) > maxBytes) {
    body.destroy()
    throw tooLarge(maxBytes)
  }
  const decoded = decode(body, answer.headers['content-encoding'])
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of decoded) {
      // Both streams give bytes: nobody set an encoding.
      const bytes = chunk as Buffer
      size += bytes.length
      if (size > maxBytes) throw tooLarge(maxBytes)
      chunks.push(bytes)
    }
  } finally {
    body.destroy()
    decoded.destroy()
  }
  return Buffer.concat(chunks, size)
}

function decode(body: Readable, encoding = ''): Readable {
  const decoder = decoderOf(encoding.trim().toLowerCase())
  if (!decoder) return body
  body.on('error', (error) => decoder.destroy(error))
  body.on('close', () => {
    if (!body.readableEnded) decoder.destroy(new Error('the answer broke off'))
  })
  return body.pipe(decoder)
}

function decoderOf(encoding: string) {
  switch (encoding) {
    case '':
    case 'identity':
      return undefined
    case 'gzip':
    case 'x-gzip':
      return createGunzip()
    case 'deflate':
      return createInflate()
    case 'br':
      return createBrotliDecompress()
    default:
      throw new OutboundError('failed', 'The answer is compressed in a way that was not asked for.')
  }
}

const tooLarge = (maxBytes: number) =>
  new OutboundError('limit', `The answer is larger than ${readable(maxBytes)}.`)

const tooSlow = (milliseconds: number) =>
  new OutboundError('timeout', `The answer was not complete after ${milliseconds / 1000} seconds.`)

const readable = (bytes: number): string =>
  bytes >= 2 ** 20 ? `${Math.floor(bytes / 2 ** 20)} MiB` : `${Math.ceil(bytes / 1024)} KiB`

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))

function explained(error: unknown): unknown {
  if (error instanceof OutboundError || !(error instanceof Error)) return error
  const code = 'code' in error ? String(error.code) : ''
  switch (code) {
    case 'UND_ERR_HEADERS_TIMEOUT':
    case 'UND_ERR_BODY_TIMEOUT':
      return new OutboundError('timeout', 'The other side stopped answering.')
    case 'UND_ERR_HEADERS_OVERFLOW':
      return new OutboundError('limit', 'The headers of the answer are too large.')
    case 'ECONNREFUSED':
      return new OutboundError('failed', 'The connection was refused.')
    default:
  }
  if (/CERT|SSL|TLS/.test(code)) {
    return new OutboundError('failed', `There is no secure connection: ${error.message}.`)
  }
  return new OutboundError('failed', `The connection failed (${code || error.message}).`)
}
