import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose'
import { readConfig } from '../config.ts'
import { Client, type TestApp } from './app.ts'
import type { TestNetwork } from './network.ts'

/** A page that a browser has opened. */
export interface OpenedPage {
  status: number
  location: string | undefined
  text: string
  url: string
}

const versoOrigin = 'http://localhost:4000'

/** A browser that keeps cookies and follows redirects, on Verso and on the servers of a test network. */
export class TestBrowser {
  readonly #app: TestApp
  readonly #network: TestNetwork
  readonly #cookies = new Map<string, Map<string, string>>()

  constructor(app: TestApp, network: TestNetwork) {
    this.#app = app
    this.#network = network
  }

  /** Its cookies for a site, as it sends them. */
  readCookies(origin = versoOrigin): string {
    return [...this.#getJar(origin)].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  /** Copies the cookies for Verso from another browser, as somebody does who has stolen them. */
  setCookie(header: string): void {
    this.#storeCookies(versoOrigin, header)
  }

  /** A client of the API that sends the cookies, as a page of ours does. */
  get api(): Client {
    return new Client(this.#app.app, undefined, { cookie: this.readCookies(), origin: versoOrigin })
  }

  /** Opens a page without following redirects. A form is posted. */
  async open(
    target: string,
    { form, on = this.#app }: { form?: object; on?: TestApp } = {},
  ): Promise<OpenedPage> {
    const url = new URL(target, versoOrigin)
    const headers: Record<string, string> = {
      cookie: this.readCookies(url.origin),
      'user-agent': 'Test browser',
      ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
    }
    const body = form && new URLSearchParams({ ...form }).toString()
    const answer =
      url.origin === versoOrigin
        ? await on.app.http
            .inject({
              method: form ? 'POST' : 'GET',
              url: url.pathname + url.search,
              headers,
              ...(body !== undefined && { payload: body }),
            })
            .then((response) => ({
              status: response.statusCode,
              headers: response.headers,
              text: response.payload,
            }))
        : await this.#network.request(url, { method: form ? 'POST' : 'GET', headers, body })
    for (const cookie of [answer.headers['set-cookie'] ?? []].flat()) this.#storeCookies(url.origin, cookie)
    const { location } = answer.headers
    return {
      status: answer.status,
      location: location === undefined ? undefined : new URL(location, url).href,
      text: answer.text,
      url: url.href,
    }
  }

  /** Follows redirects until a page is shown, or until Verso sends the browser to a page of its own. */
  async follow(target: string, options: { form?: object; on?: TestApp } = {}): Promise<OpenedPage> {
    let page = await this.open(target, options)
    for (let redirects = 0; page.location !== undefined && redirects < 20; redirects++) {
      if (page.location.startsWith(`${versoOrigin}/`) && !new URL(page.location).pathname.startsWith('/sso/'))
        return page
      page = await this.open(page.location, options.on ? { on: options.on } : {})
    }
    return page
  }

  #getJar(origin: string): Map<string, string> {
    const jar = this.#cookies.get(origin) ?? new Map<string, string>()
    this.#cookies.set(origin, jar)
    return jar
  }

  #storeCookies(origin: string, header: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? []
    this.#getJar(origin).set(name, value)
  }
}

/** A provider that a test can make answer anything. The test plays the page on which people sign in. */
export class TestOidcProvider {
  readonly issuer: string
  /** Replaces fields of the discovery document. */
  discovery: Record<string, unknown> = {}
  /** Answers requests instead of the provider; returns false to let it answer. */
  intercept: (request: IncomingMessage, response: ServerResponse) => boolean = () => false
  /** How the ID token is made. */
  createIdToken: (claims: JWTPayload) => Promise<string>
  userInfo: Record<string, unknown> | undefined
  readonly #key: CryptoKey
  readonly #jwk: JWK
  readonly #claimsByCode = new Map<string, JWTPayload>()
  #codes = 0

  private constructor(issuer: string, key: CryptoKey, jwk: JWK) {
    this.issuer = issuer
    this.#key = key
    this.#jwk = jwk
    this.createIdToken = (claims) => this.sign(claims)
  }

  static async start(network: TestNetwork, hostname: string, address: string): Promise<TestOidcProvider> {
    const { privateKey, publicKey } = await generateKeyPair('RS256')
    const jwk = { ...(await exportJWK(publicKey)), kid: hostname, alg: 'RS256', use: 'sig' }
    const provider = new TestOidcProvider(`https://${hostname}`, privateKey, jwk)
    await network.addSite(hostname, address, (request, response) => void provider.#answer(request, response))
    return provider
  }

  sign(claims: JWTPayload, key = this.#key): Promise<string> {
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: this.#jwk.kid ?? '' }).sign(key)
  }

  /** Signs somebody in at the provider, and returns where it sends the browser. */
  signIn(loginUrl: string, claims: JWTPayload = {}): string {
    const query = new URL(loginUrl).searchParams
    assert.equal(query.get('code_challenge_method'), 'S256')
    const code = `code-${++this.#codes}`
    const now = Math.floor(Date.now() / 1000)
    this.#claimsByCode.set(code, {
      iss: this.issuer,
      aud: query.get('client_id') ?? '',
      iat: now,
      exp: now + 300,
      nonce: query.get('nonce') ?? '',
      sub: 'ada',
      email: 'ada@example.com',
      email_verified: true,
      name: 'Ada',
      ...claims,
    })
    const callback = new URL(query.get('redirect_uri') ?? '')
    callback.search = new URLSearchParams({
      code,
      state: query.get('state') ?? '',
      iss: this.issuer,
    }).toString()
    return callback.href
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.intercept(request, response)) return
    const send = (body: unknown, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    switch (request.url) {
      case '/.well-known/openid-configuration':
        return void send({
          issuer: this.issuer,
          authorization_endpoint: `${this.issuer}/authorize`,
          token_endpoint: `${this.issuer}/token`,
          jwks_uri: `${this.issuer}/jwks`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
          code_challenge_methods_supported: ['S256'],
          ...(this.userInfo && { userinfo_endpoint: `${this.issuer}/userinfo` }),
          ...this.discovery,
        })
      case '/jwks':
        return void send({ keys: [this.#jwk] })
      case '/userinfo':
        return void send(this.userInfo)
      case '/token': {
        let text = ''
        for await (const chunk of request) text += String(chunk)
        const claims = this.#claimsByCode.get(new URLSearchParams(text).get('code') ?? '')
        this.#claimsByCode.delete(new URLSearchParams(text).get('code') ?? '')
        if (!claims) return void send({ error: 'invalid_grant' }, 400)
        return void send({
          access_token: 'at',
          token_type: 'Bearer',
          id_token: await this.createIdToken(claims),
        })
      }
      default:
        send({ error: 'not_found' }, 404)
    }
  }
}

/** The settings of providers of the installation, from the variables of the environment that the operator sets. */
export const readProviders = (environment: Record<string, string>) => readConfig(environment).oidcProviders
