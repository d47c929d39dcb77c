import type { Visitor } from '../../../audience/visitors.ts'
import { NotFound } from '../../../common/errors.ts'
import type { LinkService } from '../../content/index.ts'
import type { User, UserService } from '../../identity/index.ts'
import type { SiteProfiles } from './profiles.ts'
import { visibleTo } from './visible.ts'

/** The people whom the pages of a site name. */
export class ShownPeople {
  readonly #profiles: SiteProfiles
  readonly #links: LinkService
  readonly #users: UserService

  constructor(parts: { profiles: SiteProfiles; links: LinkService; users: UserService }) {
    this.#profiles = parts.profiles
    this.#links = parts.links
    this.#users = parts.users
  }

  async get({ siteId, organizationId, claims }: Visitor, userId: string): Promise<User> {
    const structure = visibleTo(await this.#profiles.structure(siteId), claims)
    const spaceIds = [...new Set(structure.siteSpacesInOrder().map(({ spaceId }) => spaceId))]
    if (!(await this.#links.refersTo(spaceIds, claims, { user: userId }))) throw new NotFound('user', userId)
    return this.#users.profile(organizationId, userId)
  }
}
