import type { Clock } from '../common/clock.ts'
import type { Queryable, Sql } from '../database/database.ts'
import { audienceColumns, type AudienceKeys, AudienceRepository } from './repository.ts'
import {
  type AudienceSite,
  type Credentials,
  decideAdmission,
  type SiteAdmission,
  verifyCredentials,
  type VisitorIdentity,
} from './site-admission.ts'
import type { SiteTokens } from './site-tokens.ts'

/** What was decided about a visitor of a site. */
export interface AudienceDecision<Site extends AudienceSite = AudienceSite> {
  admission: SiteAdmission
  identity: VisitorIdentity
  site: Site
}

interface AudienceServiceDependencies {
  tokens: SiteTokens
  clock: Clock
}

/** Decides about sites as they are in the database at this moment, so that every process decides the same at once. */
export class AudienceService {
  readonly #deps: AudienceServiceDependencies
  readonly #repository = new AudienceRepository()

  constructor(deps: AudienceServiceDependencies) {
    this.#deps = deps
  }

  /** Whether these credentials open a site; undefined when there is no such site. */
  async findAdmission(
    on: Queryable,
    siteId: string,
    credentials: Credentials,
  ): Promise<AudienceDecision | undefined> {
    const site = await this.#repository.findSite(on, siteId, this.#readKeys(credentials))
    return site && this.decideAdmission(site, credentials)
  }

  /** Whether these credentials open a site that was read with `selectColumns` for the same credentials. */
  async decideAdmission<Site extends AudienceSite>(
    site: Site,
    credentials: Credentials,
  ): Promise<AudienceDecision<Site>> {
    const identity = await verifyCredentials(site, credentials, this.#deps.tokens, this.#deps.clock.now())
    return { admission: decideAdmission(site, identity), identity, site }
  }

  /** The columns of `audienceTables` that a decision about these credentials needs. */
  selectColumns(credentials: Credentials): Sql {
    return audienceColumns(this.#readKeys(credentials))
  }

  #readKeys({ shareKey, preview }: Credentials): AudienceKeys {
    const now = this.#deps.clock.now()
    const token = preview === undefined ? undefined : this.#deps.tokens.readPreview(preview, now)
    return { now, shareKey, previewer: token?.userId }
  }
}
