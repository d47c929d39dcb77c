import type { Visitor } from '../../../audience/visitor-admission.ts'
import { NotFound } from '../../../common/errors.ts'
import type { LinkService } from '../../content/index.ts'
import type { PublishedSiteCache } from './published-site-cache.ts'
import { filterVisibleStructure } from './visible-structure.ts'

interface VisitorSpecGuardDependencies {
  siteCache: PublishedSiteCache
  links: LinkService
}

/** Lets visitors read the OpenAPI specs that the pages of their site use. */
export class VisitorSpecGuard {
  readonly #deps: VisitorSpecGuardDependencies

  constructor(deps: VisitorSpecGuardDependencies) {
    this.#deps = deps
  }

  /** Throws NotFound for a spec that no visible page of the visitor's site uses. */
  async requireSpec({ siteId, claims }: Visitor, spec: string): Promise<void> {
    const structure = filterVisibleStructure(await this.#deps.siteCache.getStructure(siteId), claims)
    const spaceIds = [...new Set(structure.listAllSiteSpaces().map(({ spaceId }) => spaceId))]
    if (!(await this.#deps.links.hasReferenceTo(spaceIds, claims, { spec })))
      throw new NotFound('OpenAPI spec', spec)
  }
}
