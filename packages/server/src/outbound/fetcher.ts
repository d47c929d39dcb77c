import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { Agent } from 'undici'
import { type CertificateAnswer, readCertificate } from './certificate.ts'
import { type Connector, systemConnector } from './connect.ts'
import { OutboundError } from './errors.ts'
import { OutboundGuard, type HostResolver, systemResolver, type OutboundAllowList } from './guard.ts'

export interface FetchOptions {
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Sent to the first origin only. A redirect to another origin does not get them. */
  headers?: Record<string, string>
  /** The value of the Accept header. */
  accept?: string
  body?: string | Buffer
  /** The size limit of the body after decompression. */
  maxBytes: number
  /** The time limit for everything: DNS, connection, redirects and body. */
  timeoutMs: number
  /** The time without any data after which the request fails. */
  stallMs?: number
  maxRedirects?: number
  signal?: AbortSignal
}

export interface FetchResponse {
  /** The URL after all redirects. */
  url: string
  status: number
  /** Headers by their names in lower case. Several of one name are joined by commas. */
  headers: Record<string, string>
  body: Buffer
}

/** How names are resolved and connections opened. Tests replace it, so that nothing leaves the machine. */
export interface Network {
  resolve: HostResolver
  connect: Connector
}

export const systemNetwork: Network = { resolve: systemResolver, connect: systemConnector }

const userAgent = 'Verso'
const CONNECT_TIMEOUT_MS = 15_000
const MAX_HEADER_BYTES = 32 * 1024

/**
 * Fetches URLs that people gave. Nothing else in Verso does.
 *
 * The guard checks the URL of each request and of each redirect, and for each connection the addresses that its host name
 * has at that moment. The connection goes to exactly these addresses, so that a name which resolves to another address a
 * moment later cannot lead into the internal network.
 */
export class Fetcher {
  readonly guard: OutboundGuard
  readonly #connect: Connector
  readonly #agent: Agent
  readonly #closing = new AbortController()

  constructor(options: { allow: OutboundAllowList; network?: Network | undefined }) {
    const { resolve, connect } = options.network ?? systemNetwork
    const guard = new OutboundGuard({ allow: options.allow, resolve })
    this.guard = guard
    this.#connect = connect
    this.#agent = new Agent({
      allowH2: false,
      connections: 8,
      keepAliveTimeout: 4000,
      keepAliveMaxTimeout: 10_000,
      maxHeaderSize: MAX_HEADER_BYTES,
      connect: (to, finish) => {
        const connecting = guard.resolveDestination(`${to.protocol}//${to.host}/`).then(connect)
        waitForConnection(connecting, this.#closing.signal).then(
          (socket) => finish(null, socket),
          (error: unknown) => finish(asError(error), null),
        )
      },
    })
  }

  async fetch(url: string | URL, options: FetchOptions): Promise<FetchResponse> {
    const timeout = new AbortController()
    const timer = setTimeout(() => timeout.abort(tooSlow(options.timeoutMs)), options.timeoutMs)
    const signal = options.signal ? AbortSignal.any([timeout.signal, options.signal]) : timeout.signal
    try {
      // The client observes the signal only once it is connected.
      return await Promise.race([this.#follow(url, options, signal), rejectOnAbort(signal)])
    } catch (error) {
      throw signal.aborted ? signal.reason : explainError(error)
    } finally {
      clearTimeout(timer)
    }
  }

  /** The certificate that a host shows for its name. The host is checked as that of a URL is. */
  readCertificate(hostname: string): Promise<CertificateAnswer> {
    const connecting = this.guard.resolveDestination(`https://${hostname}/`).then(this.#connect)
    return readCertificate(waitForConnection(connecting, this.#closing.signal))
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('Verso is stopping'))
    await this.#agent.destroy()
  }

  async #follow(first: string | URL, options: FetchOptions, signal: AbortSignal): Promise<FetchResponse> {
    let url = this.guard.checkUrl(first)
    let request = options
    for (let redirects = 0; ; redirects += 1) {
      const response = await this.#send(url, request, signal)
      const target = getRedirect(response.status, response.headers)
      if (target === undefined) {
        return { ...response, url: url.href, body: await readBody(response, options.maxBytes) }
      }
      response.body.destroy()
      if (redirects >= (options.maxRedirects ?? 5)) {
        throw new OutboundError('limit', `${url.host} redirects too often.`)
      }
      const next = this.guard.checkUrl(URL.parse(target, url.href) ?? '')
      request = redirectRequest(request, response.status, url, next)
      url = next
    }
  }

  async #send(url: URL, options: FetchOptions, signal: AbortSignal) {
    const { method = 'GET', body, accept = '*/*', stallMs = 15_000 } = options
    const response = await this.#agent.request({
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
    // An error of a body that is discarded, or that ends early while it is decoded, must not end the process.
    response.body.on('error', () => {})
    return { status: response.statusCode, headers: flattenHeaders(response.headers), body: response.body }
  }
}

/** Returns a promise that rejects when the signal is aborted. */
const rejectOnAbort = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    const fail = () => reject(asError(signal.reason))
    if (signal.aborted) fail()
    else signal.addEventListener('abort', fail, { once: true })
  })

/** Waits for a connection with a time limit. A connection that opens later is closed. */
async function waitForConnection(connecting: Promise<Socket>, closing: AbortSignal): Promise<Socket> {
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(new Error('the connection took too long')), CONNECT_TIMEOUT_MS)
  const signal = AbortSignal.any([closing, limit.signal])
  try {
    return await Promise.race([connecting, rejectOnAbort(signal)])
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

const flattenHeaders = (headers: Record<string, string | string[] | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.toLowerCase(),
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  )

function getRedirect(status: number, headers: Record<string, string>): string | undefined {
  return [301, 302, 303, 307, 308].includes(status) ? headers.location : undefined
}

function redirectRequest(options: FetchOptions, status: number, from: URL, to: URL): FetchOptions {
  const { method = 'GET', headers, body, ...rest } = options
  const isOtherOrigin = from.origin !== to.origin
  const becomesGet = status === 303 ? method !== 'HEAD' : status <= 302 && method === 'POST'
  if (becomesGet || body === undefined) {
    return { ...rest, method: becomesGet ? 'GET' : method, ...(!isOtherOrigin && headers && { headers }) }
  }
  if (isOtherOrigin) {
    throw new OutboundError('refused', `${from.host} redirects what is sent to it to another site.`)
  }
  return options
}

async function readBody(
  response: { headers: Record<string, string>; body: Readable },
  maxBytes: number,
): Promise<Buffer> {
  const { body } = response
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) {
    body.destroy()
    throw tooLarge(maxBytes)
  }
  const decodedBody = decode(body, response.headers['content-encoding'])
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of decodedBody) {
      // Both streams yield buffers, because no encoding is set.
      const bytes = chunk as Buffer
      size += bytes.length
      if (size > maxBytes) throw tooLarge(maxBytes)
      chunks.push(bytes)
    }
  } finally {
    body.destroy()
    decodedBody.destroy()
  }
  return Buffer.concat(chunks, size)
}

function decode(body: Readable, encoding = ''): Readable {
  const decoder = createDecoder(encoding.trim().toLowerCase())
  if (!decoder) return body
  body.on('error', (error) => decoder.destroy(error))
  body.on('close', () => {
    if (!body.readableEnded) decoder.destroy(new Error('the answer broke off'))
  })
  return body.pipe(decoder)
}

function createDecoder(encoding: string) {
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
  new OutboundError('limit', `The answer is larger than ${formatSize(maxBytes)}.`)

const tooSlow = (milliseconds: number) =>
  new OutboundError('timeout', `The answer was not complete after ${milliseconds / 1000} seconds.`)

const formatSize = (bytes: number): string =>
  bytes >= 2 ** 20 ? `${Math.floor(bytes / 2 ** 20)} MiB` : `${Math.ceil(bytes / 1024)} KiB`

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))

function explainError(error: unknown): unknown {
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
