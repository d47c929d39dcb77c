import { siteRole } from '../access/subjects.ts'
import type { Clock } from '../common/clock.ts'
import { type Queryable, type Sql, sql } from '../database/database.ts'
import type { AdaptiveJsonSchema } from './adaptive-schema.ts'
import {
  type Admission,
  admits,
  type AudienceSite,
  type Credentials,
  examine,
  type Pass,
} from './audience.ts'
import type { Passes } from './passes.ts'

/** What was decided about a visitor, and about what. */
export interface Decision<Site extends AudienceSite = AudienceSite> {
  admission: Admission
  pass: Pass
  site: Site
}

interface AudiencesDependencies {
  passes: Passes
  clock: Clock
}

/** Decides about sites as they are in the database at this moment, so that every process decides the same at once. */
export class Audiences {
  readonly #deps: AudiencesDependencies

  constructor(deps: AudiencesDependencies) {
    this.#deps = deps
  }

  /** Whether these credentials open a site; undefined when there is no such site. */
  async decide(on: Queryable, siteId: string, credentials: Credentials): Promise<Decision | undefined> {
    const site = await on.row<AudienceSite>(sql`
      select ${this.columns(credentials)} from ${audienceTables} where site.id = ${siteId}`)
    return site && this.judge(site, credentials)
  }

  /** The same of a site that was read with `columns` for these credentials. */
  async judge<Site extends AudienceSite>(site: Site, credentials: Credentials): Promise<Decision<Site>> {
    const pass = await examine(site, credentials, this.#deps.passes, this.#deps.clock.now())
    return { admission: admits(site, pass), pass, site }
  }

  /** What a decision about these credentials needs, of `audienceTables`. */
  columns({ shareKey, preview }: Credentials): Sql {
    const previewer =
      preview === undefined ? undefined : this.#deps.passes.readPreview(preview, this.#deps.clock.now())
    return audienceColumns({ shareKey, previewer: previewer?.userId })
  }
}

export const audienceTables = sql`sites site left join site_visitor_auth auth on auth.site_id = site.id`

/** An `AudienceSite`, for credentials or for a pass. */
export const audienceColumns = (asked: {
  shareKey?: string | undefined
  shareLink?: string | undefined
  previewer?: string | undefined
}): Sql => sql`
  site.id, site.organization_id as "organizationId", site.visibility, site.published,
  site.agents_context as "agentsContext", auth.fallback_url as "fallbackUrl",
  case when auth.key_id is not null
    then json_build_object('id', auth.key_id, 'secret', auth.private_key)
  end as key,
  (
    select coalesce(json_agg(json_build_object('id', link.id, 'key', link.key)), '[]')
    from site_share_links link
    where link.site_id = site.id and link.active
      and (link.key = ${asked.shareKey ?? null}::text or link.id = ${asked.shareLink ?? null}::text)
  ) as "shareLinks",
  coalesce((
    select ${siteRole} is not null
    from members m
    where m.organization_id = site.organization_id and m.user_id = ${asked.previewer ?? null}::text
      and not m.disabled
  ), false) as "previewerMayView"`

export async function adaptiveSchemaOf(
  on: Queryable,
  siteId: string,
): Promise<AdaptiveJsonSchema | undefined> {
  const row = await on.row<{ jsonSchema: AdaptiveJsonSchema }>(sql`
    select json_schema as "jsonSchema" from site_adaptive_schemas where site_id = ${siteId}`)
  return row?.jsonSchema
}
