import type { FastifyReply } from 'fastify'
import { fallbackFor } from '../../audience/audience.ts'
import type { Clock } from '../../common/clock.ts'
import type { Urls } from '../../common/urls.ts'
import { SitePaths } from './address.ts'
import type { Answers } from './answers.ts'
import { sendNowhere } from './nowhere.ts'
import type { Asked, Inside } from './request.ts'
import type { Met, PublishedSites } from './sites.ts'
import { keep, withoutCredentials, writeClaims } from './visitor.ts'

interface EntranceDependencies {
  sites: PublishedSites
  urls: Urls
  clock: Clock
  answers: Answers
}

/** The door of every site: who comes in, with what, and where the others go. */
export class Entrance {
  readonly #deps: EntranceDependencies

  constructor(deps: EntranceDependencies) {
    this.#deps = deps
  }

  /** Lets a visitor in, sends them where they can prove who they are, or says that there is nothing here. */
  async enter(asked: Asked, answer: (inside: Inside) => Promise<unknown>): Promise<unknown> {
    const { request, reply, lookup, brought, rest, preview } = asked
    const credentials = { ...brought.credentials, preview }
    const met = await this.#deps.sites.meet(lookup, credentials)
    if (!met) return sendNowhere(request, reply)
    const paths = new SitePaths(this.#deps.urls, met.published, asked)
    this.#keepFresh(asked, met, paths)
    const inside = { ...asked, met, paths }
    if (met.admission === 'allowed') {
      const fresh = brought.fresh.jwt !== undefined || brought.fresh.claims !== undefined
      return fresh && request.method === 'GET'
        ? reply.redirect(withoutCredentials(asked.url), 302)
        : answer(inside)
    }
    const shared = rest[0] === undefined ? undefined : await this.openShare(inside, rest[0])
    if (shared) return shared
    if (met.admission === 'hidden') return sendNowhere(request, reply)
    const elsewhere = fallbackFor(met.site, asked.url.pathname)
    if (elsewhere !== undefined && request.method === 'GET') return reply.redirect(elsewhere, 302)
    return this.#deps.answers.door(inside)
  }

  /** What was valid in the address goes into a cookie. */
  #keepFresh({ brought: { fresh }, reply }: Asked, { pass }: Met, paths: SitePaths): void {
    const keeping = { path: paths.cookies, secure: paths.canonical.startsWith('https:') }
    const now = this.#deps.clock.now().getTime() / 1000
    if (fresh.jwt !== undefined && pass.key !== undefined) {
      keep(reply, 'jwt', fresh.jwt, {
        ...keeping,
        maxAge: pass.expires === undefined ? undefined : pass.expires - now,
      })
    }
    if (fresh.claims) keep(reply, 'claims', writeClaims(fresh.claims), keeping)
  }

  /** The secret of a share link stands first in the address; from then on it is in a cookie. */
  async openShare(asked: Inside, key: string): Promise<FastifyReply | undefined> {
    const { lookup, paths, reply, url } = asked
    if (!/^[\w-]{8,128}$/.test(key)) return undefined
    const met = await this.#deps.sites.meet(lookup, { shareKey: key })
    if (met?.pass.shareLink === undefined || met.admission !== 'allowed') return undefined
    keep(reply, 'share', key, {
      path: paths.cookies,
      secure: paths.canonical.startsWith('https:'),
      maxAge: 60 * 60 * 24 * 30,
    })
    const below = asked.rest.slice(1).map(encodeURIComponent).join('/')
    return reply.header('cache-control', 'no-store').redirect(`${paths.base}${below}${url.search}`, 302)
  }
}
