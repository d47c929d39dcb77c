import type { Visitor } from '../../../audience/visitor-admission.ts'
import { NotFound } from '../../../common/errors.ts'
import type { Database } from '../../../database/database.ts'
import type { LinkService } from '../../content/index.ts'
import type { SpecAccess } from '../../openapi/index.ts'
import type { PublishedSiteCache } from './published-site-cache.ts'
import { filterVisibleStructure } from './visible-structure.ts'

interface VisitorSpecGuardDependencies {
  siteCache: PublishedSiteCache
  links: LinkService
  database: Database
  specAccess: SpecAccess
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
    const { database, specAccess, links } = this.#deps
    // A page of somebody who may not see the spec can name it all the same.
    const showingIds = await specAccess.listSpacesThatShow(database, spaceIds, spec)
    if (!(await links.hasReferenceTo(showingIds, claims, { spec }))) throw new NotFound('OpenAPI spec', spec)
  }
}
