import { Conflict, NotFound } from '../../../common/errors.ts'
import { findPathInSite, locateSiteSpaces } from '../../../common/site-addresses.ts'
import type { SiteAddress, Urls } from '../../../common/urls.ts'
import type { Transaction } from '../../../database/database.ts'
import type { MoveGuard } from '../structure/structure-editor.ts'
import type { Structure } from '../structure/structure.ts'
import { RedirectGraph, type RedirectStep } from './redirect-graph.ts'
import type { RedirectFields, RedirectRepository } from './repository.ts'
import type { RedirectTargets } from './redirect-targets.ts'

type FollowedRedirect = { id: string } & Omit<RedirectFields, 'draft' | 'permanent'>

interface RedirectLoopGuardDependencies {
  redirects: RedirectRepository
  targets: RedirectTargets
  urls: Urls
}

/** Refuses redirects that lead readers in a circle together with those that a site has. */
export class RedirectLoopGuard implements MoveGuard {
  readonly #deps: RedirectLoopGuardDependencies

  constructor(deps: RedirectLoopGuardDependencies) {
    this.#deps = deps
  }

  /** Reads the redirects of a site that are followed now. The site must be locked, so that no other ones are added meanwhile. */
  async load(tx: Transaction, siteId: string, structure: Structure): Promise<LoopCheck> {
    const site = await this.#deps.redirects.findSiteAddress(tx, siteId)
    if (!site) throw new NotFound('site', siteId)
    const check = new LoopCheck(this.#deps, tx, site, structure)
    for (const row of await this.#deps.redirects.listFollowed(tx, siteId)) await check.add(row)
    return check
  }

  async requireNoLoopsFrom(
    tx: Transaction,
    siteId: string,
    structure: Structure,
    sources: readonly string[],
  ): Promise<void> {
    const check = await this.load(tx, siteId, structure)
    for (const row of await this.#deps.redirects.findBySources(tx, siteId, [...sources], false)) {
      await check.requireNoLoop(row)
    }
  }
}

/** The redirects of one site within one transaction. */
export class LoopCheck {
  readonly #deps: RedirectLoopGuardDependencies
  readonly #tx: Transaction
  readonly #site: SiteAddress
  readonly #structure: Structure
  readonly #graph = new RedirectGraph([])

  constructor(deps: RedirectLoopGuardDependencies, tx: Transaction, site: SiteAddress, structure: Structure) {
    this.#deps = deps
    this.#tx = tx
    this.#site = site
    this.#structure = structure
  }

  async add(row: FollowedRedirect): Promise<void> {
    this.#graph.set(await this.#describeStep(row))
  }

  remove(id: string): void {
    this.#graph.delete(id)
  }

  /** Throws a Conflict when following the redirect never ends. The one in whose place it would be is followed then, as before. */
  async requireNoLoop(row: FollowedRedirect, replaced?: FollowedRedirect): Promise<void> {
    if (replaced) this.remove(replaced.id)
    await this.add(row)
    const loop = this.#graph.findLoop(row.id)
    if (!loop || (await this.#isInterrupted(loop))) return
    this.remove(row.id)
    if (replaced) await this.add(replaced)
    throw new Conflict(
      `The redirect from "${row.source}" would lead readers in a circle: ${describeLoop(loop)}. Choose another destination, or first delete the redirect that leads back.`,
    )
  }

  async #describeStep(row: FollowedRedirect): Promise<RedirectStep> {
    const { id, source, captureWildcard, url } = row
    const isContent = url === null
    // Where nothing is carried over, nobody is led on from content. Its address need not be known.
    const needsTarget = !isContent || captureWildcard
    const targetUrl = needsTarget
      ? await this.#deps.targets.buildTargetUrl(this.#tx, this.#site, this.#structure, row)
      : undefined
    const target = targetUrl === undefined ? '/' : findPathInSite(this.#deps.urls, this.#site, targetUrl)
    return { id, source, captureWildcard, target, isContent }
  }

  /** Whether a page is on the way now: redirects are followed only where there is none. */
  async #isInterrupted(loop: readonly string[]): Promise<boolean> {
    const structure = this.#structure
    const sections = structure
      .listSections()
      .map(({ id, path, isDefault }) => ({ path, isDefault, siteSpaces: structure.listSiteSpaces(id) }))
    const site = sections.length > 0 ? { sections } : { siteSpaces: structure.listSiteSpaces(null) }
    for (const path of loop.slice(loop.indexOf(loop.at(-1) ?? ''), -1)) {
      const segments = path.split('/').filter((segment) => segment !== '')
      for (const { siteSpace, rest } of locateSiteSpaces(site, segments)) {
        if (await this.#deps.targets.hasPage(this.#tx, siteSpace, rest.join('/'))) return true
      }
    }
    return false
  }
}

const MAX_NAMED_PATHS = 6

function describeLoop(paths: readonly string[]): string {
  const named = paths.slice(0, MAX_NAMED_PATHS).map((path) => path.replace(/~any$/, '…'))
  return [...named, ...(paths.length > MAX_NAMED_PATHS ? ['…'] : [])].join(' → ')
}
