import type { Visitor } from '../../../audience/visitor-admission.ts'
import { NotFound } from '../../../common/errors.ts'
import type { LinkService } from '../../content/index.ts'
import type { User, UserService } from '../../identity/index.ts'
import type { PublishedSiteCache } from './published-site-cache.ts'
import { filterVisibleStructure } from './visible-structure.ts'

interface VisitorProfileReaderDependencies {
  siteCache: PublishedSiteCache
  links: LinkService
  users: UserService
}

/** The profiles of users whom the pages of a visitor's site name. */
export class VisitorProfileReader {
  readonly #deps: VisitorProfileReaderDependencies

  constructor(deps: VisitorProfileReaderDependencies) {
    this.#deps = deps
  }

  async get({ siteId, organizationId, claims }: Visitor, userId: string): Promise<User> {
    const structure = filterVisibleStructure(await this.#deps.siteCache.getStructure(siteId), claims)
    const spaceIds = [...new Set(structure.listAllSiteSpaces().map(({ spaceId }) => spaceId))]
    if (!(await this.#deps.links.hasReferenceTo(spaceIds, claims, { user: userId })))
      throw new NotFound('user', userId)
    return this.#deps.users.getProfile(organizationId, userId)
  }
}
