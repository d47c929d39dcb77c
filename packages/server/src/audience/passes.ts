import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { minutes } from '../common/clock.ts'
import type { Pass } from './audience.ts'
import { type Claims, isPlainObject } from './claims.ts'

/** A visitor, as the token says that every call on their behalf carries. */
export interface SiteToken {
  /** Its own id: requests are counted by it. */
  id: string
  siteId: string
  organizationId: string
  pass: Pass
}

export interface Preview {
  siteId: string
  userId: string
  claims: Claims
  /** In seconds. */
  expires: number
}

const lifetime = (60 * minutes) / 1000

/** What a signed text says, by what it is for; one that is for another purpose is none. */
interface Payloads {
  site: {
    kind: 'site'
    jti: string
    organization: string
    site: string
    claims: Claims
    agent?: true
    pass: Pick<Pass, 'shareLink' | 'key' | 'previewer'>
    iat: number
    exp: number
  }
  preview: { site: string; user: string; claims: Claims; exp: number }
}
type Purpose = keyof Payloads

/**
 * Signs and reads what Verso itself hands out: the token that a renderer reads one site with, and the address of a
 * preview. Both are JWTs, so that a renderer can look into them, signed by Verso's own secret.
 */
export class Passes {
  /** Each purpose has a key of its own, so that one kind of text cannot be passed off as the other. */
  readonly #keys: Record<Purpose, Buffer>

  constructor(secret: Buffer) {
    const keyFor = (purpose: Purpose) => createHmac('sha256', secret).update(purpose).digest()
    this.#keys = { site: keyFor('site'), preview: keyFor('preview') }
  }

  writeToken({ siteId, organizationId, pass }: Omit<SiteToken, 'id'>, now: Date): string {
    const { claims, expires, agent, ...restsOn } = pass
    const issued = Math.floor(now.getTime() / 1000)
    return this.#sign('site', {
      kind: 'site',
      jti: randomBytes(9).toString('base64url'),
      organization: organizationId,
      site: siteId,
      claims,
      ...(agent && { agent }),
      pass: restsOn,
      iat: issued,
      // A visitor's own token bounds what is read with it.
      exp: Math.min(issued + lifetime, expires ?? Infinity),
    })
  }

  readToken(token: string, now: Date): SiteToken | undefined {
    const payload = this.#read('site', token, now)
    if (!payload) return undefined
    const { jti, organization, site, claims, agent = false, pass } = payload
    return { id: jti, siteId: site, organizationId: organization, pass: { ...pass, claims, agent } }
  }

  writePreview({ siteId, userId, claims }: Omit<Preview, 'expires'>, now: Date): string {
    const exp = Math.floor(now.getTime() / 1000) + lifetime
    return this.#sign('preview', { site: siteId, user: userId, claims, exp })
  }

  readPreview(token: string, now: Date): Preview | undefined {
    const payload = this.#read('preview', token, now)
    return (
      payload && { siteId: payload.site, userId: payload.user, claims: payload.claims, expires: payload.exp }
    )
  }

  #sign<For extends Purpose>(purpose: For, payload: Payloads[For]): string {
    const text = `${header}.${Buffer.from(JSON.stringify(payload)).toString('base64url')}`
    return `${text}.${this.#signature(purpose, text).toString('base64url')}`
  }

  #read<For extends Purpose>(purpose: For, token: string, now: Date): Payloads[For] | undefined {
    const [head, body, signature, ...rest] = token.split('.')
    // Ours have one header, to the byte: there is no algorithm to choose.
    if (head !== header || body === undefined || signature === undefined || rest.length > 0) return undefined
    const given = Buffer.from(signature, 'base64url')
    const expected = this.#signature(purpose, `${head}.${body}`)
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
    const payload: unknown = JSON.parse(Buffer.from(body, 'base64url').toString())
    // Only what was signed here comes this far, so it has the shape that was written.
    if (!isPlainObject(payload) || !(Number(payload['exp']) * 1000 > now.getTime())) return undefined
    return payload as unknown as Payloads[For]
  }

  #signature(purpose: Purpose, text: string): Buffer {
    return createHmac('sha256', this.#keys[purpose]).update(text).digest()
  }
}

const header = Buffer.from(JSON.stringify({ alg: 'HS256', typ: 'JWT' })).toString('base64url')

/** Whether an access token can be one of ours: no other kind of token has two dots in it. */
export const looksLikeSiteToken = (token: string): boolean => token.startsWith(`${header}.`)
