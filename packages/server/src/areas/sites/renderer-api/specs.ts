import type { Visitor } from '../../../audience/visitors.ts'
import { NotFound } from '../../../common/errors.ts'
import type { LinkService } from '../../content/index.ts'
import type { SiteProfiles } from './profiles.ts'
import { visibleTo } from './visible.ts'

/** The OpenAPI specs that the pages of a site show something of. */
export class ShownSpecs {
  readonly #profiles: SiteProfiles
  readonly #links: LinkService

  constructor(parts: { profiles: SiteProfiles; links: LinkService }) {
    this.#profiles = parts.profiles
    this.#links = parts.links
  }

  /** What a visitor's site shows nothing of is not there for them, whatever it is called. */
  async require({ siteId, claims }: Visitor, spec: string): Promise<void> {
    const structure = visibleTo(await this.#profiles.structure(siteId), claims)
    const spaceIds = [...new Set(structure.siteSpacesInOrder().map(({ spaceId }) => spaceId))]
    if (!(await this.#links.refersTo(spaceIds, claims, { spec }))) throw new NotFound('OpenAPI spec', spec)
  }
}
