import { randomBytes } from 'node:crypto'
import type { Caller } from '../../../access/admission.ts'
import type { Subjects } from '../../../access/subjects.ts'
import { requireAdaptiveSchema, templateConditions } from '../../../audience/adaptive-schema.ts'
import { type Claims, isPlainObject } from '../../../audience/claims.ts'
import type { Passes } from '../../../audience/passes.ts'
import { readRison } from '../../../audience/rison.ts'
import type { Clock } from '../../../common/clock.ts'
import { Conflict, NotFound } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import type { Urls } from '../../../common/urls.ts'
import type { Database } from '../../../database/database.ts'
import { mapPage, type Page, type Paging } from '../../../database/paging.ts'
import { previewUrl, shareUrl } from '../renderer-api/addresses.ts'
import { segmentOf } from '../../../common/site-addresses.ts'
import { sitePath } from '../structure/site-path.ts'
import type { SiteStructures } from '../structure/editor.ts'
import type { NewKey, ShareLinkRow, VisitorAuthRow, VisitorRepository } from './repository.ts'
import type {
  AdaptiveSchema,
  CreateShareLink,
  Preview,
  PreviewQuery,
  PublishingAuth,
  ShareLink,
  TemplateConditions,
  UpdateAdaptiveSchema,
  UpdatePublishingAuth,
  UpdateShareLink,
} from './schema.ts'

type Site = Subjects['site']

const mostLinks = 1000

interface VisitorServiceDependencies {
  database: Database
  visitors: VisitorRepository
  structures: SiteStructures
  passes: Passes
  clock: Clock
  urls: Urls
}

/** What a site's admins say of its visitors: who may come, and what is known of them. */
export class VisitorService {
  readonly #deps: VisitorServiceDependencies

  constructor(deps: VisitorServiceDependencies) {
    this.#deps = deps
  }

  async listLinks(site: Site, paging: Paging): Promise<Page<ShareLink>> {
    const page = await this.#deps.visitors.listLinks(this.#deps.database, site.id, paging)
    return mapPage(page, (link) => this.#presentLink(site, link))
  }

  async createLink(site: Site, { name }: CreateShareLink): Promise<ShareLink> {
    if ((await this.#deps.visitors.countLinks(this.#deps.database, site.id)) >= mostLinks) {
      throw new Conflict(`A site has at most ${mostLinks} share links: delete one first.`)
    }
    const link = { id: newId(), name, key: newSecret() }
    return this.#presentLink(
      site,
      await this.#deps.visitors.insertLink(this.#deps.database, site.id, link, this.#deps.clock.now()),
    )
  }

  async updateLink(site: Site, id: string, changes: UpdateShareLink): Promise<ShareLink> {
    const link = await this.#deps.visitors.updateLink(this.#deps.database, site.id, id, changes)
    if (!link) throw new NotFound('share link', id)
    return this.#presentLink(site, link)
  }

  deleteLink(site: Site, id: string): Promise<boolean> {
    return this.#deps.visitors.deleteLink(this.#deps.database, site.id, id)
  }

  /** A site's key is made when someone first asks for it. */
  async auth(site: Site): Promise<PublishingAuth> {
    return presentAuth(await this.#deps.visitors.ensureAuth(this.#deps.database, site.id, newKey()))
  }

  updateAuth(site: Site, { fallbackURL }: UpdatePublishingAuth): Promise<PublishingAuth> {
    return this.#deps.database.transaction(async (tx) => {
      const auth = await this.#deps.visitors.ensureAuth(tx, site.id, newKey())
      if (fallbackURL === undefined) return presentAuth(auth)
      await this.#deps.visitors.setFallback(tx, site.id, fallbackURL)
      return presentAuth({ ...auth, fallbackUrl: fallbackURL })
    })
  }

  /** What was signed with the key before opens nothing from now on. */
  async regenerateKey(site: Site): Promise<PublishingAuth> {
    return presentAuth(await this.#deps.visitors.replaceKey(this.#deps.database, site.id, newKey()))
  }

  async adaptiveSchema(site: Site): Promise<AdaptiveSchema> {
    const row = await this.#deps.visitors.findSchema(this.#deps.database, site.id)
    if (!row) throw new NotFound('adaptive schema of the site', site.id)
    return { object: 'site-adaptive-schema', ...row }
  }

  async updateAdaptiveSchema(site: Site, { jsonSchema }: UpdateAdaptiveSchema): Promise<AdaptiveSchema> {
    const schema = requireAdaptiveSchema(jsonSchema)
    const row = await this.#deps.visitors.saveSchema(
      this.#deps.database,
      site.id,
      schema,
      this.#deps.clock.now(),
    )
    return { object: 'site-adaptive-schema', ...row }
  }

  async templateConditions(site: Site): Promise<TemplateConditions> {
    const row = await this.#deps.visitors.findSchema(this.#deps.database, site.id)
    return { items: templateConditions(row?.jsonSchema) }
  }

  /** An address that shows the site as it is, published or not, while its maker may see it, for an hour. */
  async preview(caller: Caller, site: Site, { siteSpace, claims = '()' }: PreviewQuery): Promise<Preview> {
    const structure = await this.#deps.structures.read(this.#deps.database, site.id)
    const shown = siteSpace === undefined ? undefined : structure.siteSpace(siteSpace)
    const section = shown?.sectionId == null ? undefined : structure.section(shown.sectionId)
    const token = this.#deps.passes.writePreview(
      { siteId: site.id, userId: caller.userId, claims: claimsFrom(readRison(claims, 'query.claims')) },
      this.#deps.clock.now(),
    )
    return {
      url: previewUrl(this.#deps.urls, site, token, {
        section: section ? segmentOf(section) : null,
        siteSpace: shown ? segmentOf(shown) : null,
      }),
    }
  }

  #presentLink(site: Site, { key, ...link }: ShareLinkRow): ShareLink {
    const location = this.#deps.urls.location(`${sitePath(site)}/share-links/${link.id}`)
    return {
      object: 'share-link',
      ...link,
      urls: { location, published: shareUrl(this.#deps.urls, site, key) },
    }
  }
}

const presentAuth = ({ privateKey, fallbackUrl }: VisitorAuthRow): PublishingAuth => ({
  object: 'publishing-auth',
  backend: 'custom',
  privateKey,
  ...(fallbackUrl !== null && { fallbackURL: fallbackUrl }),
})

const claimsFrom = (given: { readonly [name: string]: unknown }): Claims => ({
  ...given,
  unsigned: isPlainObject(given['unsigned']) ? given['unsigned'] : {},
})

const newSecret = (): string => randomBytes(32).toString('base64url')

const newKey = (): NewKey => ({ id: newId(), secret: newSecret() })
