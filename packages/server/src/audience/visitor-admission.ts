import type { PublishedPlace } from '../common/urls.ts'
import type { SubjectDetails, SubjectRows, Subjects } from '../access/subjects.ts'
import type { Clock } from '../common/clock.ts'
import type { Database } from '../database/database.ts'
import { CoalescedCalls } from '../common/coalesced-calls.ts'
import type { Claims } from './claims.ts'
import { isVisible } from './conditions.ts'
import { canReadDrafts } from './drafts.ts'
import { AudienceRepository, type SiteSpaceRow } from './repository.ts'
import {
  type AudienceSite,
  decideAdmission,
  type SiteAdmission,
  type VisitorIdentity,
} from './site-admission.ts'
import { looksLikeSiteToken, type SiteToken, type SiteTokens, type TokenDraft } from './site-tokens.ts'

/** A caller who reads one site as one of its visitors. Routes that are open to visitors receive it. */
export interface Visitor {
  siteId: string
  organizationId: string
  claims: Claims
  /** What the visitor has proven about themselves. */
  identity: VisitorIdentity
  /** When their token expires. */
  expiresAt: Date
  /** Whether the request is about the draft of a preview, and not about what the site shows. */
  readsDraft: boolean
}

/** What a visitor's request is about. Visitors may read nothing else. */
export interface VisitorRequest {
  kind: 'site' | 'space' | 'organization'
  id: string | null
  /** The revision that the path names. */
  revisionId: string | null
  /**
   * The change request that the path names, by its id or number. No site shows one: only its preview may read it, while
   * the maker of the preview may.
   */
  changeRequest: string | null
  /** Further columns that the route presents. */
  details?: SubjectDetails<object> | undefined
}

export interface VisitorSubject {
  admission: SiteAdmission
  /** Undefined when the site does not have it, or does not show it to this visitor. */
  subject: Subjects['site'] | Subjects['space'] | Subjects['organization'] | undefined
  /** The revision to read instead of the requested one. */
  revisionId?: string
  /** Whether the request is about the draft of a preview. */
  readsDraft?: boolean
}

interface VisitorAdmissionDependencies {
  database: Database
  tokens: SiteTokens
  clock: Clock
}

/**
 * Admission for callers with a site token, which a renderer gets for a visitor. The token says who the visitor is and
 * what that rests on; whether it still holds, and what they see, is read from the database for every request.
 */
export class VisitorAdmission {
  readonly #deps: VisitorAdmissionDependencies
  readonly #repository = new AudienceRepository()
  readonly #siteReads = new CoalescedCalls<(AudienceSite & SubjectRows['site']) | undefined>()

  constructor(deps: VisitorAdmissionDependencies) {
    this.#deps = deps
  }

  readToken(token: string): SiteToken | undefined {
    return looksLikeSiteToken(token)
      ? this.#deps.tokens.readSiteToken(token, this.#deps.clock.now())
      : undefined
  }

  async admit(token: SiteToken, request: VisitorRequest): Promise<VisitorSubject> {
    const { kind, id, details } = request
    const [site, space] = await Promise.all([
      this.#findSite(token),
      kind === 'space' && id !== null
        ? this.#repository.findSpace(
            this.#deps.database,
            token.siteId,
            id,
            { revisionId: request.revisionId, issuedAt: token.issuedAt },
            details,
          )
        : undefined,
    ])
    if (!site) return { admission: 'hidden', subject: undefined }
    const admission = decideAdmission(site, token.identity)
    if (admission !== 'allowed') return { admission, subject: undefined }
    // The columns of the decision hold secrets, so no route receives them.
    const { key: _key, fallbackUrl: _url, shareLinks: _links, previewerMayView: _may, ...row } = site
    if (kind === 'organization') return { admission, subject: await this.#findOrganization(row, id) }
    if (kind === 'site') return { admission, subject: id === row.id ? { ...row, role: 'read' } : undefined }
    const access = space && (await this.#decideRevision(token, space, request))
    if (!space || !access) return { admission, subject: undefined }
    return { admission, subject: restrictSpace(row, space, token.identity.claims), ...access }
  }

  /**
   * Which revision a request reads; undefined when it may not. Visitors read what a space shows now, so earlier revisions,
   * with texts and files that were removed or restricted since, are not for them. A renderer that began before a merge is
   * given the current revision in the place of the one that it knows.
   */
  async #decideRevision(
    token: SiteToken,
    space: SiteSpaceRow,
    request: VisitorRequest,
  ): Promise<Pick<VisitorSubject, 'revisionId' | 'readsDraft'> | undefined> {
    if (request.changeRequest === null) {
      if (space.requestedRevision === 'current') return {}
      if (space.requestedRevision === 'replaced') return { revisionId: space.revisionId }
    }
    return (await this.#canReadDraft(token, space.id, request)) ? { readsDraft: true } : undefined
  }

  /** Whether the token may read a change request or a revision that its space does not show. */
  async #canReadDraft(token: SiteToken, spaceId: string, request: VisitorRequest): Promise<boolean> {
    const { organizationId, identity, draft } = token
    if (identity.previewer === undefined) return false
    // Some renderers take the draft out of the address before they ask for a token. Such a token names no draft, and
    // reads those that the address of the preview would show.
    if (draft && !(draft.spaceId === spaceId && (await this.#isDraft(draft, request)))) return false
    return canReadDrafts(this.#deps.database, { userId: identity.previewer, organizationId }, spaceId)
  }

  /** Whether a request is about this draft. */
  async #isDraft(draft: TokenDraft, { changeRequest, revisionId }: VisitorRequest): Promise<boolean> {
    if (changeRequest === null && revisionId === draft.revision) return true
    if (draft.changeRequest === undefined) return false
    const name = changeRequest ?? draft.changeRequest
    const current = await this.#repository.findChangeRequest(this.#deps.database, draft.spaceId, name)
    return changeRequest === null
      ? revisionId === current?.revision
      : current?.changeRequest === draft.changeRequest
  }

  #findSite({ siteId, identity }: SiteToken): Promise<(AudienceSite & SubjectRows['site']) | undefined> {
    const { shareLink, previewer } = identity
    return this.#siteReads.run(JSON.stringify([siteId, shareLink, previewer]), () =>
      this.#repository.findSiteSubject(this.#deps.database, siteId, {
        now: this.#deps.clock.now(),
        shareLink,
        previewer,
      }),
    )
  }

  /** The organization of the site, as someone sees it who is not a member. */
  async #findOrganization(
    site: SubjectRows['site'],
    id: string | null,
  ): Promise<Subjects['organization'] | undefined> {
    if (site.organizationId !== id) return undefined
    const row = await this.#repository.findOrganization(this.#deps.database, id)
    return row && { ...row, role: 'read', ownsTeam: false }
  }
}

/** The space as this site shows it to a visitor; undefined when every position of it is hidden from them. */
function restrictSpace(
  site: SubjectRows['site'],
  { shown: positions, requestedRevision: _requestedRevision, ...space }: SiteSpaceRow,
  claims: Claims,
): Subjects['space'] | undefined {
  const position = positions.find(
    ({ condition, sectionCondition }) => isVisible(condition, claims) && isVisible(sectionCondition, claims),
  )
  if (!position) return undefined
  const { section, siteSpace } = position
  return redactSpaceForVisitors(space, { ...site, section, siteSpace })
}

/** A space without the fields that only members of the organization may see. */
export const redactSpaceForVisitors = <Row extends SubjectRows['space'], Place extends PublishedPlace>(
  space: Row,
  published: Place,
): Row & Subjects['space'] & { published: Place } => ({
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
