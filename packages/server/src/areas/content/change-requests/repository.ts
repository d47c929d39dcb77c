import { type Viewer, viewerRoles } from '../../../access/content-role.ts'
import {
  type Queryable,
  type Sql,
  sql,
  type Timestamp,
  type Transaction,
} from '../../../database/database.ts'
import { type Page, type Paging, readPage } from '../../../database/paging.ts'
import { reviewOutdated } from './review-status.ts'
import { personOrNull, type UserRow } from '../../identity/index.ts'
import type { LatestReview, MergeRules } from './merge-rules.ts'
import type { ChangeRequestStatus, ListChangeRequests, ListOrganizationChangeRequests } from './schema.ts'

export interface ChangeRequestRow {
  id: string
  number: number
  status: ChangeRequestStatus
  subject: string
  /** Markdown. */
  description: string
  spaceId: string
  createdAt: Timestamp
  updatedAt: Timestamp
  revisionId: string
  initialId: string
  ancestorId: string
  conflictedPages: string[]
  mergedId: string | null
  mergedAt: Timestamp | null
  /** Open ones. */
  comments: number
  /** The space's revision at the moment of the question. */
  mainId: string
  creator: UserRow | null
  merger: UserRow | null
}

const columns = sql`
  cr.id, cr.number, cr.status, cr.subject, cr.description, cr.space_id as "spaceId", cr.created_at as "createdAt",
  cr.updated_at as "updatedAt", cr.revision_id as "revisionId", cr.initial_id as "initialId",
  cr.ancestor_id as "ancestorId", cr.conflicted_pages as "conflictedPages", cr.merged_id as "mergedId", cr.merged_at as "mergedAt",
  cr.comments,
  s.revision_id as "mainId", ${personOrNull(sql`creator`)} as creator, ${personOrNull(sql`merger`)} as merger`

const joins = sql`
  join spaces s on s.id = cr.space_id
  left join users creator on creator.id = cr.created_by
  left join users merger on merger.id = cr.merged_by`

export class ChangeRequestRepository {
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
          where cr.space_id = ${spaceId} ${matching(filter)}`,
        columns,
        joins: sql`join change_requests cr on cr.id = page.id ${joins}`,
      },
      paging,
    )
  }

  /** Of all spaces that the viewer sees. */
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
            ${matching(filter)}
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

  /** By its id, or by its number in the space. */
  find(on: Queryable, spaceId: string, name: string): Promise<ChangeRequestRow | undefined> {
    return on.row(sql`
      select ${columns} from change_requests cr ${joins}
      where cr.space_id = ${spaceId} and (cr.id = ${name} or cr.number = ${asNumber(name)})`)
  }

  findMerged(on: Queryable, revisionId: string): Promise<ChangeRequestRow | undefined> {
    return on.row(sql`select ${columns} from change_requests cr ${joins} where cr.merged_id = ${revisionId}`)
  }

  /**
   * The space's main pointer and the change request, held until the transaction ends. The space first, always, so
   * that a merge and an edit cannot wait for each other.
   */
  async lock(tx: Transaction, spaceId: string, name: string): Promise<ChangeRequestRow | undefined> {
    await tx.rows(sql`select id from spaces where id = ${spaceId} for update`)
    await tx.rows(sql`
      select id from change_requests
      where space_id = ${spaceId} and (id = ${name} or number = ${asNumber(name)}) for update`)
    return this.find(tx, spaceId, name)
  }

  /** Takes the space's next number: whoever comes at the same time waits for it, and gets the one behind. */
  async insert(
    tx: Transaction,
    { id, spaceId, subject, userId }: { id: string; spaceId: string; subject: string; userId: string },
    now: Date,
  ): Promise<void> {
    await tx.execute(sql`
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
      )
      insert into change_request_contributors (change_request_id, user_id, first_at, updated_at)
      values (${id}, ${userId}, ${now}, ${now})`)
  }

  async setSubject(tx: Transaction, id: string, subject: string, now: Date): Promise<void> {
    await tx.execute(
      sql`update change_requests set subject = ${subject}, updated_at = ${now} where id = ${id}`,
    )
  }

  async setDescription(tx: Transaction, id: string, description: string, now: Date): Promise<void> {
    await tx.execute(
      sql`update change_requests set description = ${description}, updated_at = ${now} where id = ${id}`,
    )
  }

  /** With the space's counters, under the space's lock. */
  async setStatus(
    tx: Transaction,
    { id, spaceId, status: old }: ChangeRequestRow,
    status: ChangeRequestStatus,
    now: Date,
  ): Promise<void> {
    const difference = (counted: ChangeRequestStatus) => Number(status === counted) - Number(old === counted)
    await tx.execute(sql`update change_requests set status = ${status}, updated_at = ${now} where id = ${id}`)
    await tx.execute(sql`
      update spaces set
        change_requests_open = change_requests_open + ${difference('open')},
        change_requests_draft = change_requests_draft + ${difference('draft')}
      where id = ${spaceId}`)
  }

  async setHead(
    tx: Transaction,
    id: string,
    head: { revisionId: string; userId: string; ancestorId?: string; conflictedPages?: string[] },
    now: Date,
  ): Promise<void> {
    const { revisionId, userId, ancestorId, conflictedPages } = head
    await tx.execute(sql`
      update change_requests set revision_id = ${revisionId}, updated_at = ${now},
        ancestor_id = coalesce(${ancestorId}, ancestor_id),
        conflicted_pages = coalesce(${conflictedPages}::text[], conflicted_pages)
      where id = ${id}`)
    await tx.execute(sql`
      insert into change_request_contributors as c (change_request_id, user_id, first_at, updated_at, edits)
      values (${id}, ${userId}, ${now}, ${now}, 1)
      on conflict (change_request_id, user_id) do update set updated_at = excluded.updated_at, edits = c.edits + 1`)
  }

  async setMerged(tx: Transaction, id: string, revisionId: string, userId: string, now: Date): Promise<void> {
    await tx.execute(sql`
      update change_requests set merged_id = ${revisionId}, merged_by = ${userId}, merged_at = ${now}
      where id = ${id}`)
  }

  /** The rules that hold for a space: its own, or those of its organization. */
  async mergeRules(tx: Transaction, spaceId: string): Promise<MergeRules> {
    const row = await tx.row<{ rules: MergeRules }>(sql`
      select case when s.merge_rules ->> 'type' = 'inherit' then o.merge_rules else s.merge_rules end as rules
      from spaces s join organizations o on o.id = s.organization_id
      where s.id = ${spaceId}`)
    return row?.rules ?? { type: 'none' }
  }

  /** What each person but the author said last. */
  latestReviews(tx: Transaction, id: string): Promise<LatestReview[]> {
    return tx.rows(sql`
      select r.reviewer_id as "reviewerId", r.status, ${reviewOutdated} as outdated
      from reviews r join change_requests cr on cr.id = r.change_request_id
      where cr.id = ${id} and not r.replaced and r.reviewer_id is distinct from cr.created_by
      order by r.id`)
  }
}

/** The filters of every list of change requests. */
const matching = ({ status = 'open', creator, contributor }: ListChangeRequests): Sql => sql`
  and cr.status = ${status}
  ${creator === undefined ? sql`` : sql`and cr.created_by = ${creator}`}
  ${
    contributor === undefined
      ? sql``
      : sql`and exists (
          select from change_request_contributors c
          where c.change_request_id = cr.id and c.user_id = ${contributor}
        )`
  }`

/** A number that fits the column, or nothing. */
const asNumber = (name: string): number | null => (/^[1-9]\d{0,8}$/.test(name) ? Number(name) : null)
