import {
  organizationColumns,
  type OrganizationRow,
  siteColumns,
  type SiteRow,
  spaceColumns,
  type SpaceRow,
  type Subjects,
} from '../access/subjects.ts'
import type { Clock } from '../common/clock.ts'
import { type Database, sql } from '../database/database.ts'
import { SharedReads } from '../database/shared-reads.ts'
import { type Admission, admits, type AudienceSite } from './audience.ts'
import { audienceColumns, audienceTables } from './audiences.ts'
import type { Claims } from './claims.ts'
import { isVisible } from './conditions.ts'
import { mayReadDrafts } from './drafts.ts'
import { looksLikeSiteToken, type Passes, type SiteToken } from './passes.ts'

/** A caller who reads one site, as one of its visitors: what routes that are open to visitors are told of them. */
export interface Visitor {
  siteId: string
  organizationId: string
  claims: Claims
}

/** What visitors ask about. Everything else is not theirs. */
export interface Asked {
  kind: 'site' | 'space' | 'organization'
  id: string | null
  /** A revision that the path names. */
  revisionId: string | null
  /** Nothing that a site shows: a preview shows it to whom it was made for, while they may see it. */
  isDraft: boolean
}

export interface Met {
  admission: Admission
  /** Undefined when the site does not have it, or does not show it to this visitor. */
  subject: Subjects['site'] | Subjects['space'] | Subjects['organization'] | undefined
}

interface ShownRow extends SpaceRow {
  /** The revision that was asked for is one that the space shows, or has shown. */
  onMain: boolean
  shown: {
    condition: string | null
    sectionCondition: string | null
    section: string | null
    siteSpace: string | null
  }[]
}

interface VisitorsDependencies {
  database: Database
  passes: Passes
  clock: Clock
}

/**
 * The second door: callers with the token that a renderer gets for a visitor. The token says who they are and what
 * that rests on; whether it still holds, and what they see, is asked of the database each time.
 */
export class Visitors {
  readonly #deps: VisitorsDependencies
  readonly #sites = new SharedReads<(AudienceSite & SiteRow) | undefined>()

  constructor(deps: VisitorsDependencies) {
    this.#deps = deps
  }

  read(token: string): SiteToken | undefined {
    return looksLikeSiteToken(token) ? this.#deps.passes.readToken(token, this.#deps.clock.now()) : undefined
  }

  async meet(token: SiteToken, { kind, id, revisionId, isDraft }: Asked): Promise<Met> {
    const [site, space] = await Promise.all([
      this.#site(token),
      kind === 'space' && id !== null ? this.#space(token, id, revisionId) : undefined,
    ])
    if (!site) return { admission: 'hidden', subject: undefined }
    const admission = admits(site, token.pass)
    if (admission !== 'allowed') return { admission, subject: undefined }
    // What the decision was made from is nobody's to see.
    const { key: _key, fallbackUrl: _url, shareLinks: _links, previewerMayView: _may, ...row } = site
    if (kind === 'organization') return { admission, subject: await this.#organization(row, id) }
    if (kind === 'site') return { admission, subject: id === row.id ? { ...row, role: 'read' } : undefined }
    if (!space || ((isDraft || !space.onMain) && !(await this.#previews(token, space.id)))) {
      return { admission, subject: undefined }
    }
    return { admission, subject: asShown(row, space, token.pass.claims) }
  }

  async #previews({ organizationId, pass: { previewer } }: SiteToken, spaceId: string): Promise<boolean> {
    if (previewer === undefined) return false
    return mayReadDrafts(this.#deps.database, { userId: previewer, organizationId }, spaceId)
  }

  #site({ siteId, pass }: SiteToken): Promise<(AudienceSite & SiteRow) | undefined> {
    const { shareLink, previewer } = pass
    return this.#sites.read(JSON.stringify([siteId, shareLink, previewer]), () =>
      this.#deps.database.row(sql`
        select ${audienceColumns({ shareLink, previewer })}, ${siteColumns}
        from ${audienceTables} where site.id = ${siteId}`),
    )
  }

  /** The one that the site is of, as someone meets it who is not in it. */
  async #organization(site: SiteRow, id: string | null): Promise<Subjects['organization'] | undefined> {
    if (site.organizationId !== id) return undefined
    const row = await this.#deps.database.row<OrganizationRow>(sql`
      select ${organizationColumns} from organizations o where o.id = ${id}`)
    return row && { ...row, role: 'read', ownsTeam: false }
  }

  #space({ siteId }: SiteToken, id: string, revisionId: string | null): Promise<ShownRow | undefined> {
    return this.#deps.database.row(sql`
      select ${spaceColumns}, (
        select json_agg(
          json_build_object(
            'condition', shown.condition, 'sectionCondition', section.condition,
            'section', case when not section.is_default then section.path end,
            'siteSpace', case when not shown.is_default then shown.path end
          )
          order by section.is_default desc nulls first, shown.is_default desc, shown.rank, shown.id
        )
        from site_spaces shown
        left join site_sections section on section.id = shown.section_id
        where shown.site_id = ${siteId} and shown.space_id = s.id
      ) as shown, (
        ${revisionId}::text is null
        or exists (
          select from main_revisions main where main.revision_id = ${revisionId} and main.space_id = s.id
        )
      ) as "onMain"
      from spaces s
      where s.id = ${id} and s.deleted_at is null
        and s.id in (select here.space_id from site_spaces here where here.site_id = ${siteId})`)
  }
}

/** The space as this site shows it to a visitor, if it does. */
function asShown(
  site: SiteRow,
  { shown, onMain: _onMain, ...space }: ShownRow,
  claims: Claims,
): Subjects['space'] | undefined {
  const place = shown.find(
    ({ condition, sectionCondition }) => isVisible(condition, claims) && isVisible(sectionCondition, claims),
  )
  if (!place) return undefined
  const { section, siteSpace } = place
  return forVisitors(space, { ...site, section, siteSpace })
}

/** A space without what is the organization's own business. */
export const forVisitors = (
  space: SpaceRow,
  published: NonNullable<SpaceRow['published']>,
): Subjects['space'] => ({
  ...space,
  role: 'read',
  parentId: null,
  defaultLevel: 'inherit',
  comments: 0,
  changeRequests: 0,
  changeRequestsOpen: 0,
  changeRequestsDraft: 0,
  published,
})
