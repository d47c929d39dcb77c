import { LRUCache } from 'lru-cache'
import type { Credentials } from '../../audience/audience.ts'
import { type Audiences, audienceTables, type Decision } from '../../audience/audiences.ts'
import { type Database, type Sql, sql } from '../../database/database.ts'
import { SharedReads } from '../../database/shared-reads.ts'
import type { SiteLookup } from '../../common/site-addresses.ts'
import { PublishedSite, type SiteRow } from './site.ts'

/** A site that was asked for, and what was decided about who asked. */
export interface Met extends Decision {
  published: PublishedSite
}

interface PublishedSitesDependencies {
  database: Database
  audiences: Audiences
}

/**
 * Reads sites for visitors: one statement each time, so that what was published, merged, revoked or taken down a moment
 * ago holds on every process. Visitors without credentials who ask for the same site while a statement is under way
 * share the next one: each still gets what was true after they came.
 */
export class PublishedSites {
  readonly #deps: PublishedSitesDependencies
  readonly #known = new LRUCache<string, PublishedSite>({ max: 500 })
  readonly #reads = new SharedReads<SiteRow | undefined>()

  constructor(deps: PublishedSitesDependencies) {
    this.#deps = deps
  }

  async meet(lookup: SiteLookup, credentials: Credentials): Promise<Met | undefined> {
    const row = await this.#row(lookup, credentials)
    if (!row) return undefined
    const decision = await this.#deps.audiences.judge(row, credentials)
    return { ...decision, published: this.#site(row.facts) }
  }

  #site(facts: string): PublishedSite {
    let site = this.#known.get(facts)
    if (!site) this.#known.set(facts, (site = new PublishedSite(facts)))
    return site
  }

  #row(lookup: SiteLookup, credentials: Credentials): Promise<SiteRow | undefined> {
    const shared = credentials.shareKey === undefined && credentials.preview === undefined
    if (!shared) return this.#read(lookup, credentials)
    const key = lookup.by === 'hostname' ? lookup.hostname : `${lookup.organizationName}/${lookup.basename}`
    return this.#reads.read(key, () => this.#read(lookup, {}))
  }

  #read(lookup: SiteLookup, credentials: Credentials): Promise<SiteRow | undefined> {
    return this.#deps.database.row(sql`
      select ${this.#deps.audiences.columns(credentials)}, ${facts} as facts
      from ${audienceTables} join organizations o on o.id = site.organization_id
      where ${condition(lookup)}
      limit 1`)
  }
}

const condition = (lookup: SiteLookup): Sql =>
  lookup.by === 'hostname'
    ? sql`site.hostname = ${lookup.hostname}`
    : sql`site.basename = ${lookup.basename} and (
        o.hostname = ${lookup.organizationName} or (o.hostname is null and o.id = ${lookup.organizationName})
      )`

const facts = sql`json_build_object(
  'id', site.id, 'organizationId', site.organization_id, 'title', site.title, 'visibility', site.visibility,
  'agentsContext', site.agents_context, 'basename', site.basename, 'hostname', site.hostname,
  'proxyOrigin', site.proxy_origin, 'organizationName', coalesce(o.hostname, o.id), 'logoUrl', o.logo_url,
  'customization', site.customization,
  'groups', (
    select coalesce(json_agg(each), '[]') from (
      select id, parent_id as "parentId", title, icon, rank
      from site_section_groups where site_id = site.id order by rank, id
    ) as each
  ),
  'sections', (
    select coalesce(json_agg(each), '[]') from (
      select id, group_id as "groupId", title, description, icon, path, condition, is_default as "isDefault", rank
      from site_sections where site_id = site.id order by rank, id
    ) as each
  ),
  'siteSpaces', (
    select coalesce(json_agg(each), '[]') from (
      select shown.id, shown.section_id as "sectionId", shown.space_id as "spaceId", shown.path, shown.condition,
        shown.is_default as "isDefault", shown.rank, shown.customization, space.title, space.emoji, space.language,
        space.revision_id as "revisionId", encode(coalesce(revision.shown, revision.root), 'hex') as root,
        case when git.provider is not null or git.tree_url is not null
          then json_build_object('provider', git.provider, 'url', git.url, 'ref', git.ref, 'treeUrl', git.tree_url)
        end as git
      from site_spaces shown
      join spaces space on space.id = shown.space_id and space.deleted_at is null
      join revisions revision on revision.id = space.revision_id
      left join git_syncs git on git.space_id = space.id
      where shown.site_id = site.id order by shown.rank, shown.id
    ) as each
  )
)::text`
