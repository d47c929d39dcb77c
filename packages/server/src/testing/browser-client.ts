import type { HTTPMethods } from 'fastify'
import type { Client, TestResponse } from './app.ts'

const origin = 'http://localhost:4000'

/** A browser on one of our own pages: it keeps the cookie of its session, and sends it. */
export class BrowserClient {
  readonly #client: Client
  readonly #headers: Record<string, string>
  #cookie = ''

  constructor(client: Client, headers: Record<string, string> = {}) {
    this.#client = client
    this.#headers = headers
  }

  get cookie(): string {
    return this.#cookie
  }

  get = <Body = unknown>(path: string) => this.send<Body>('GET', path)
  post = <Body = unknown>(path: string, body?: unknown) => this.send<Body>('POST', path, body)

  async send<Body>(method: HTTPMethods, path: string, body?: unknown): Promise<TestResponse<Body>> {
    const response = await this.#client.send<Body>(method, path, body, {
      origin,
      'sec-fetch-site': 'same-origin',
      ...this.#headers,
      ...(this.#cookie !== '' && { cookie: this.#cookie }),
    })
    const header = response.headers['set-cookie']
    if (header !== undefined) this.#cookie = String(header).split(';', 1)[0] ?? ''
    return response
  }
}

/** What is behind the `#` of a link. */
export const readSecret = (link: string | undefined): string => link?.split('#')[1] ?? ''
