import { type Viewer, viewerRoles } from '../../../access/content-role.ts'
import { NotFound } from '../../../common/errors.ts'
import {
  buildLikePattern,
  type Queryable,
  type Sql,
  sql,
  type Timestamp,
  type Transaction,
} from '../../../database/database.ts'
import { type Page, type Paging, readPage } from '../../../database/paging.ts'
import type { Tables } from '../../../database/schema/tables.ts'
import type { AdaptiveJsonSchema } from '../../../audience/adaptive-schema.ts'
import type { Hash } from '@verso/revisions'
import { hashToBytes } from '../store/hashes.ts'
import { reviewIsOutdated } from './columns.ts'
import { buildUserJsonOrNull, userColumns, type UserRow } from '../../identity/index.ts'
import type { LatestReview } from '../store/merge-rules.ts'
import type { ChangeRequestStatus, ListChangeRequests, ListOrganizationChangeRequests } from './schema.ts'

export type ChangeRequestRow = Pick<
  Tables['change_requests'],
  | 'id'
  | 'number'
  | 'status'
  | 'subject'
  | 'description'
  | 'spaceId'
  | 'createdAt'
  | 'updatedAt'
  | 'revisionId'
  | 'initialId'
  | 'ancestorId'
  | 'conflictedPages'
  | 'mergedId'
  | 'mergedAt'
  | 'comments'
> & {
  /** The revision that left conflict markers in a page, by the id of the page. */
  conflictRevisions: Record<string, string>
  /** The current revision of the space. */
  mainId: Tables['spaces']['revisionId']
  creator: UserRow | null
  merger: UserRow | null
  planner: UserRow | null
  /** When its merge was planned; null when it is not. */
  plannedAt: Timestamp | null
  plannedFor: Tables['planned_merges']['mergeAt']
  waitingFor: Tables['planned_merges']['waitingFor']
}

/**
 * What the sites that show a space know of their visitors: the schema of each site, or undefined where visitors may have
 * any claims.
 */
export type VisitorSchemas = (AdaptiveJsonSchema | undefined)[]

const columns = sql`
  cr.id, cr.number, cr.status, cr.subject, cr.description, cr.space_id as "spaceId", cr.created_at as "createdAt",
  cr.updated_at as "updatedAt", cr.revision_id as "revisionId", cr.initial_id as "initialId",
  cr.ancestor_id as "ancestorId", cr.conflicted_pages as "conflictedPages",
  cr.conflict_revisions as "conflictRevisions", cr.merged_id as "mergedId", cr.merged_at as "mergedAt",
  cr.comments,
  s.revision_id as "mainId", ${buildUserJsonOrNull(sql`creator`)} as creator, ${buildUserJsonOrNull(sql`merger`)} as merger,
  plan.planned_at as "plannedAt", plan.merge_at as "plannedFor", plan.waiting_for as "waitingFor",
  ${buildUserJsonOrNull(sql`planner`)} as planner`

const userAndPlanJoins = sql`
  left join users creator on creator.id = cr.created_by
  left join users merger on merger.id = cr.merged_by
  left join planned_merges plan on plan.change_request_id = cr.id and plan.ended_at is null
  left join users planner on planner.id = plan.planned_by`

const joins = sql`join spaces s on s.id = cr.space_id ${userAndPlanJoins}`

export class ChangeRequestRepository {
  /** Members of an organization. Rules may name people who have left it since: they are not told about. */
  findMembers(on: Queryable, organizationId: string, ids: readonly string[]): Promise<UserRow[]> {
    return on.rows(sql`
      select ${userColumns} from users u join members m on m.user_id = u.id
      where m.organization_id = ${organizationId} and u.id = any(${ids}::text[])`)
  }

  list(
    on: Queryable,
    spaceId: string,
    filter: ListChangeRequests,
    paging: Paging,
  ): Promise<Page<ChangeRequestRow>> {
    return readPage(
      on,
      {
        id: sql`cr.id`,
        order: 'desc',
        from: sql`
          from change_requests cr
          where cr.space_id = ${spaceId} ${filterConditions(filter)}`,
        columns,
        joins: sql`join change_requests cr on cr.id = page.id ${joins}`,
      },
      paging,
    )
  }

  /** Lists the change requests of all spaces of the organization that the viewer may see. */
  listInOrganization(
    on: Queryable,
    organizationId: string,
    { requestedReviewer, space, ...filter }: ListOrganizationChangeRequests,
    viewer: Viewer,
    paging: Paging,
  ): Promise<Page<ChangeRequestRow>> {
    const { join, role, ...tables } = viewerRoles(organizationId, viewer, {
      table: 'space_roles',
      id: sql`s.id`,
    })
    return readPage(
      on,
      {
        ...tables,
        id: sql`cr.id`,
        order: 'desc',
        from: sql`
          from change_requests cr join spaces s on s.id = cr.space_id ${join}
          where s.organization_id = ${organizationId} and s.deleted_at is null and ${role} is not null
            ${filterConditions(filter)}
            ${space === undefined ? sql`` : sql`and cr.space_id = ${space}`}
            ${
              requestedReviewer === undefined
                ? sql``
                : sql`and exists (
                    select from review_requests q
                    where q.change_request_id = cr.id and q.user_id = ${requestedReviewer}
                  )`
            }`,
        columns,
        joins: sql`join change_requests cr on cr.id = page.id ${joins}`,
      },
      paging,
    )
  }

  /** Finds a change request by its id or by its number in the space. */
  find(on: Queryable, spaceId: string, idOrNumber: string): Promise<ChangeRequestRow | undefined> {
    return on.row(sql`
      select ${columns} from change_requests cr ${joins}
      where cr.space_id = ${spaceId} and (cr.id = ${idOrNumber} or cr.number = ${parseNumber(idOrNumber)})`)
  }

  /** Who wrote a revision, and when. */
  async findAuthor(
    on: Queryable,
    revisionId: string,
  ): Promise<{ name: string | null; createdAt: Timestamp }> {
    const row = await on.row<{ name: string | null; createdAt: Timestamp }>(sql`
      select u.display_name as name, r.created_at as "createdAt"
      from revisions r left join users u on u.id = r.created_by where r.id = ${revisionId}`)
    if (!row) throw new Error(`revision ${revisionId} does not exist`)
    return row
  }

  /** Finds the oldest draft or open change request that would make a revision of a space to exactly this content. */
  findOpenWithContent(
    on: Queryable,
    spaceId: string,
    ancestorId: string,
    root: Hash,
  ): Promise<ChangeRequestRow | undefined> {
    return on.row(sql`
      select ${columns} from change_requests cr ${joins} join revisions head on head.id = cr.revision_id
      where cr.space_id = ${spaceId} and cr.status in ('draft', 'open') and cr.ancestor_id = ${ancestorId}
        and head.root = ${hashToBytes(root)}
      order by cr.id limit 1`)
  }

  findByMergedRevision(on: Queryable, revisionId: string): Promise<ChangeRequestRow | undefined> {
    return on.row(sql`select ${columns} from change_requests cr ${joins} where cr.merged_id = ${revisionId}`)
  }

  /**
   * Locks the space and the change request until the transaction ends. The space is always locked first, so that a merge
   * and an edit cannot deadlock: its row has to be there before that of the change request is joined to it. Both are read by
   * a statement of its own, which sees what was committed while the locks were waited for.
   */
  lock(tx: Transaction, spaceId: string, idOrNumber: string): Promise<ChangeRequestRow | undefined> {
    tx.executeLater(sql`
      with space as materialized (select id from spaces where id = ${spaceId} for update)
      select cr.id from space join change_requests cr on cr.space_id = space.id
      where cr.id = ${idOrNumber} or cr.number = ${parseNumber(idOrNumber)} for update of cr`)
    return this.find(tx, spaceId, idOrNumber)
  }

  /** Inserts a draft with the space's next number. Concurrent inserts wait for each other, so that no number repeats. */
  async insert(
    on: Queryable,
    { id, spaceId, subject, userId }: { id: string; spaceId: string; subject: string; userId: string },
    now: Date,
  ): Promise<ChangeRequestRow> {
    const row = await on.row<ChangeRequestRow>(sql`
      with s as (
        update spaces set change_requests = change_requests + 1, change_requests_draft = change_requests_draft + 1
        where id = ${spaceId}
        returning id, change_requests, revision_id
      ), cr as (
        insert into change_requests (
          id, space_id, number, status, subject, created_by, created_at, updated_at, revision_id, initial_id,
          ancestor_id
        )
        select ${id}, s.id, s.change_requests, 'draft', ${subject}, ${userId}, ${now}, ${now}, s.revision_id,
          s.revision_id, s.revision_id
        from s
        returning *
      ), contributor as (
        insert into change_request_contributors (change_request_id, user_id, first_at, updated_at)
        select cr.id, ${userId}, ${now}, ${now} from cr
      )
      select ${columns} from cr join s on s.id = cr.space_id ${userAndPlanJoins}`)
    if (!row) throw new NotFound('space', spaceId)
    return row
  }

  setSubject(tx: Transaction, id: string, subject: string, now: Date): void {
    tx.executeLater(
      sql`update change_requests set subject = ${subject}, updated_at = ${now} where id = ${id}`,
    )
  }

  setDescription(tx: Transaction, id: string, description: string, now: Date): void {
    tx.executeLater(
      sql`update change_requests set description = ${description}, updated_at = ${now} where id = ${id}`,
    )
  }

  /**
   * Sets the status and updates the counters of the space, which must be locked.
   *
   * @param merge the revision that a merge made, and who merged.
   */
  setStatus(
    tx: Transaction,
    { id, spaceId, status: oldStatus }: ChangeRequestRow,
    status: ChangeRequestStatus,
    now: Date,
    merge?: { revisionId: string; userId: string },
  ): void {
    const difference = (counter: ChangeRequestStatus) =>
      Number(status === counter) - Number(oldStatus === counter)
    const mergeColumns = merge
      ? sql`, merged_id = ${merge.revisionId}, merged_by = ${merge.userId}, merged_at = ${now}`
      : sql``
    // A merge ends the plan of one.
    const endedPlan = merge
      ? sql`, plan as (delete from planned_merges where change_request_id = ${id})`
      : sql``
    tx.executeLater(sql`
      with space as (
        update spaces set
          change_requests_open = change_requests_open + ${difference('open')},
          change_requests_draft = change_requests_draft + ${difference('draft')}
        where id = ${spaceId}
      ) ${endedPlan}
      update change_requests set status = ${status}, updated_at = ${now} ${mergeColumns} where id = ${id}`)
  }

  /**
   * Sets the content of a change request and counts the edit for the user.
   *
   * @param head with `conflictedPages`, those in which this revision leaves conflict markers.
   */
  setHead(
    tx: Transaction,
    id: string,
    head: { revisionId: string; userId: string; ancestorId?: string; conflictedPages?: string[] },
    now: Date,
  ): void {
    const { revisionId, userId, ancestorId, conflictedPages } = head
    const revisions = Object.fromEntries((conflictedPages ?? []).map((page) => [page, revisionId]))
    tx.executeLater(sql`
      with contributor as (
        insert into change_request_contributors as c (change_request_id, user_id, first_at, updated_at, edits)
        values (${id}, ${userId}, ${now}, ${now}, 1)
        on conflict (change_request_id, user_id) do update set updated_at = excluded.updated_at, edits = c.edits + 1
      )
      update change_requests set revision_id = ${revisionId}, updated_at = ${now},
        ancestor_id = coalesce(${ancestorId}, ancestor_id),
        conflicted_pages = case
          when ${conflictedPages ?? []}::text[] = '{}' then conflicted_pages
          else array(select distinct unnest(conflicted_pages || ${conflictedPages ?? []}::text[]))
        end,
        conflict_revisions = conflict_revisions || ${JSON.stringify(revisions)}::jsonb
      where id = ${id}`)
  }

  /** Sets the content of a change request and counts the edit for each of several users. */
  moveHead(
    tx: Transaction,
    id: string,
    { revisionId, userIds }: { revisionId: string; userIds: readonly string[] },
    now: Date,
  ): void {
    tx.executeLater(sql`
      with contributors as (
        insert into change_request_contributors as c (change_request_id, user_id, first_at, updated_at, edits)
        select ${id}, u.id, ${now}, ${now}, 1 from users u where u.id = any(${[...userIds]}::text[]) order by u.id
        on conflict (change_request_id, user_id) do update set updated_at = excluded.updated_at, edits = c.edits + 1
      )
      update change_requests set revision_id = ${revisionId}, updated_at = ${now} where id = ${id}`)
  }

  /** Lists the latest review of each user but the author. */
  listLatestReviews(on: Queryable, id: string): Promise<LatestReview[]> {
    return on.rows(sql`
      select r.reviewer_id as "reviewerId", r.status, ${reviewIsOutdated} as outdated
      from reviews r join change_requests cr on cr.id = r.change_request_id
      where cr.id = ${id} and not r.replaced and r.reviewer_id is distinct from cr.created_by
      order by r.id`)
  }

  /** Lists the visitor schemas of the sites that show a space; of a space without a site, any claims are accepted. */
  async listVisitorSchemas(on: Queryable, spaceId: string): Promise<VisitorSchemas> {
    const rows = await on.rows<{ jsonSchema: AdaptiveJsonSchema | null }>(sql`
      select schema.json_schema as "jsonSchema"
      from (select distinct site_id from site_spaces where space_id = ${spaceId}) as shown
      left join site_adaptive_schemas schema on schema.site_id = shown.site_id`)
    return rows.length === 0 ? [undefined] : rows.map(({ jsonSchema }) => jsonSchema ?? undefined)
  }
}

/** The conditions that every list of change requests can be filtered by. */
const filterConditions = ({ status = ['open'], query, creator, contributor }: ListChangeRequests): Sql => sql`
  and cr.status = any(${status}::text[])
  ${query === undefined || query.trim() === '' ? sql`` : matchQuery(query.trim())}
  ${creator === undefined ? sql`` : sql`and cr.created_by = ${creator}`}
  ${
    contributor === undefined
      ? sql``
      : sql`and exists (
          select from change_request_contributors c
          where c.change_request_id = cr.id and c.user_id = ${contributor}
        )`
  }`

const matchQuery = (query: string): Sql => sql`
  and (cr.subject ilike ${buildLikePattern(query)} or cr.number = ${parseNumber(query.replace(/^#/, ''))})`

/** The number of a change request; null for what is no number or does not fit the column. */
const parseNumber = (text: string): number | null => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : null)
