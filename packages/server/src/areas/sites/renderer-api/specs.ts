import type { Visitor } from '../../../audience/visitors.ts'
import { NotFound } from '../../../common/errors.ts'
import type { LinkService } from '../../content/index.ts'
import type { SiteProfiles } from './profiles.ts'
import { visibleTo } from './visible.ts'

interface ShownSpecsDependencies {
  profiles: SiteProfiles
  links: LinkService
}

/** The OpenAPI specs that the pages of a site show something of. */
export class ShownSpecs {
  readonly #deps: ShownSpecsDependencies

  constructor(deps: ShownSpecsDependencies) {
    this.#deps = deps
  }

  /** What a visitor's site shows nothing of is not there for them, whatever it is called. */
  async require({ siteId, claims }: Visitor, spec: string): Promise<void> {
    const structure = visibleTo(await this.#deps.profiles.structure(siteId), claims)
    const spaceIds = [...new Set(structure.siteSpacesInOrder().map(({ spaceId }) => spaceId))]
    if (!(await this.#deps.links.refersTo(spaceIds, claims, { spec })))
      throw new NotFound('OpenAPI spec', spec)
  }
}
