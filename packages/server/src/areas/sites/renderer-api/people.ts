import type { Visitor } from '../../../audience/visitors.ts'
import { NotFound } from '../../../common/errors.ts'
import type { LinkService } from '../../content/index.ts'
import type { User, UserService } from '../../identity/index.ts'
import type { SiteProfiles } from './profiles.ts'
import { visibleTo } from './visible.ts'

interface ShownPeopleDependencies {
  profiles: SiteProfiles
  links: LinkService
  users: UserService
}

/** The people whom the pages of a site name. */
export class ShownPeople {
  readonly #deps: ShownPeopleDependencies

  constructor(deps: ShownPeopleDependencies) {
    this.#deps = deps
  }

  async get({ siteId, organizationId, claims }: Visitor, userId: string): Promise<User> {
    const structure = visibleTo(await this.#deps.profiles.structure(siteId), claims)
    const spaceIds = [...new Set(structure.siteSpacesInOrder().map(({ spaceId }) => spaceId))]
    if (!(await this.#deps.links.refersTo(spaceIds, claims, { user: userId })))
      throw new NotFound('user', userId)
    return this.#deps.users.profile(organizationId, userId)
  }
}
