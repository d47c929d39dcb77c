import { randomBytes } from 'node:crypto'
import type { Caller } from '../../../access/admission.ts'
import type { Subjects } from '../../../access/subjects.ts'
import { requireAdaptiveSchema, listTemplateConditions } from '../../../audience/adaptive-schema.ts'
import { type Claims, isPlainObject } from '../../../audience/claims.ts'
import type { SiteTokens } from '../../../audience/site-tokens.ts'
import { parseRison } from '../../../audience/rison.ts'
import type { Clock } from '../../../common/clock.ts'
import { Conflict, Invalid, NotFound } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import type { Urls } from '../../../common/urls.ts'
import type { Database } from '../../../database/database.ts'
import { mapPage, type Page, type Paging } from '../../../database/paging.ts'
import { expectViolations } from '../../../database/violations.ts'
import { buildPreviewUrl, buildShareUrl } from '../renderer-api/credential-urls.ts'
import { getUrlSegment } from '../../../common/site-addresses.ts'
import { buildSitePath } from '../structure/site-path.ts'
import type { StructureEditor } from '../structure/structure-editor.ts'
import type { NewSigningKey, ShareLinkRow, VisitorAuthRow, VisitorRepository } from './repository.ts'
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

type SiteSubject = Subjects['site']

const MAX_SHARE_LINKS = 1000

interface VisitorServiceDependencies {
  database: Database
  visitors: VisitorRepository
  structures: StructureEditor
  tokens: SiteTokens
  clock: Clock
  urls: Urls
}

/** The settings of a site about its visitors: share links, the key of their JWTs, and the schema of their claims. */
export class VisitorService {
  readonly #deps: VisitorServiceDependencies

  constructor(deps: VisitorServiceDependencies) {
    this.#deps = deps
  }

  async listLinks(site: SiteSubject, paging: Paging): Promise<Page<ShareLink>> {
    const page = await this.#deps.visitors.listLinks(this.#deps.database, site.id, paging)
    return mapPage(page, (link) => this.#presentLink(site, link))
  }

  async createLink(site: SiteSubject, { name, expiresAt = null }: CreateShareLink): Promise<ShareLink> {
    const end = this.#readLinkEnd(expiresAt)
    if ((await this.#deps.visitors.countLinks(this.#deps.database, site.id)) >= MAX_SHARE_LINKS) {
      throw new Conflict(`A site has at most ${MAX_SHARE_LINKS} share links: delete one first.`)
    }
    const link = { id: newId(), name, key: createSecret(), expiresAt: end }
    const { database, visitors, clock } = this.#deps
    return this.#presentLink(
      site,
      await expectSite(site, visitors.insertLink(database, site.id, link, clock.now())),
    )
  }

  async updateLink(
    site: SiteSubject,
    id: string,
    { expiresAt, ...changes }: UpdateShareLink,
  ): Promise<ShareLink> {
    const { database, visitors } = this.#deps
    const link = await visitors.updateLink(database, site.id, id, {
      ...changes,
      ...(expiresAt !== undefined && { expiresAt: this.#readLinkEnd(expiresAt) }),
    })
    if (!link) throw new NotFound('share link', id)
    return this.#presentLink(site, link)
  }

  deleteLink(site: SiteSubject, id: string): Promise<boolean> {
    return this.#deps.visitors.deleteLink(this.#deps.database, site.id, id)
  }

  /** The key of a site is created when it is first read. */
  async getAuth(site: SiteSubject): Promise<PublishingAuth> {
    const { database, visitors } = this.#deps
    return presentAuth(await expectSite(site, visitors.ensureAuth(database, site.id, createSigningKey())))
  }

  updateAuth(site: SiteSubject, { fallbackURL }: UpdatePublishingAuth): Promise<PublishingAuth> {
    const update = this.#deps.database.transaction(async (tx) => {
      const auth = await this.#deps.visitors.ensureAuth(tx, site.id, createSigningKey())
      if (fallbackURL === undefined) return presentAuth(auth)
      const updated = await this.#deps.visitors.setFallback(tx, site.id, fallbackURL)
      if (!updated) throw new NotFound('site', site.id)
      return presentAuth(updated)
    })
    return expectSite(site, update)
  }

  /** JWTs that were signed with the old key are refused from now on. */
  async regenerateKey(site: SiteSubject): Promise<PublishingAuth> {
    const { database, visitors } = this.#deps
    return presentAuth(await expectSite(site, visitors.replaceKey(database, site.id, createSigningKey())))
  }

  async getAdaptiveSchema(site: SiteSubject): Promise<AdaptiveSchema> {
    const row = await this.#deps.visitors.findSchema(this.#deps.database, site.id)
    if (!row) throw new NotFound('adaptive schema of the site', site.id)
    return { object: 'site-adaptive-schema', ...row }
  }

  async updateAdaptiveSchema(
    site: SiteSubject,
    { jsonSchema }: UpdateAdaptiveSchema,
  ): Promise<AdaptiveSchema> {
    const schema = requireAdaptiveSchema(jsonSchema)
    const { database, visitors, clock } = this.#deps
    const row = await expectSite(site, visitors.saveSchema(database, site.id, schema, clock.now()))
    return { object: 'site-adaptive-schema', ...row }
  }

  async listTemplateConditions(site: SiteSubject): Promise<TemplateConditions> {
    const row = await this.#deps.visitors.findSchema(this.#deps.database, site.id)
    return { items: listTemplateConditions(row?.jsonSchema) }
  }

  /** A URL that shows the site, published or not, for one hour and while its maker may see the site. */
  async createPreview(
    caller: Caller,
    site: SiteSubject,
    { siteSpace, claims = '()' }: PreviewQuery,
  ): Promise<Preview> {
    const structure = await this.#deps.structures.loadStructure(this.#deps.database, site.id)
    const node = siteSpace === undefined ? undefined : structure.getSiteSpace(siteSpace)
    const section = node?.sectionId == null ? undefined : structure.getSection(node.sectionId)
    const token = this.#deps.tokens.writePreview(
      {
        siteId: site.id,
        userId: caller.userId,
        claims: readPreviewClaims(parseRison(claims, 'query.claims')),
      },
      this.#deps.clock.now(),
    )
    return {
      url: buildPreviewUrl(this.#deps.urls, site, token, {
        section: section ? getUrlSegment(section) : null,
        siteSpace: node ? getUrlSegment(node) : null,
      }),
    }
  }

  /** A link that has ended already would open nothing from the beginning, which nobody means. */
  #readLinkEnd(expiresAt: string | null): string | null {
    if (expiresAt === null) return null
    const end = new Date(expiresAt)
    if (Number.isNaN(end.getTime()) || end <= this.#deps.clock.now())
      throw new Invalid('body.expiresAt must be in the future. To end a link now, set `active` to false.')
    return end.toISOString()
  }

  #presentLink(site: SiteSubject, { key, expiresAt, ...link }: ShareLinkRow): ShareLink {
    const location = this.#deps.urls.location(`${buildSitePath(site)}/share-links/${link.id}`)
    return {
      object: 'share-link',
      ...link,
      ...(expiresAt !== null && { expiresAt }),
      urls: { location, published: buildShareUrl(this.#deps.urls, site, key) },
    }
  }
}

/** Throws NotFound if the site of a row was deleted before the row was written. */
const expectSite = <Result>(site: SiteSubject, write: Promise<Result>): Promise<Result> => {
  const createError = () => new NotFound('site', site.id)
  return expectViolations(write, {
    site_share_links_site_id_fkey: createError,
    site_visitor_auth_site_id_fkey: createError,
    site_adaptive_schemas_site_id_fkey: createError,
  })
}

const presentAuth = ({ privateKey, fallbackUrl }: VisitorAuthRow): PublishingAuth => ({
  object: 'publishing-auth',
  backend: 'custom',
  privateKey,
  ...(fallbackUrl !== null && { fallbackURL: fallbackUrl }),
})

const readPreviewClaims = (claims: { readonly [name: string]: unknown }): Claims => ({
  ...claims,
  unsigned: isPlainObject(claims['unsigned']) ? claims['unsigned'] : {},
})

const createSecret = (): string => randomBytes(32).toString('base64url')

const createSigningKey = (): NewSigningKey => ({ id: newId(), secret: createSecret() })
