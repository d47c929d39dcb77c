import { contentRoles } from '../../../access/content-role.ts'
import { type Queryable, sql, type Transaction } from '../../../database/database.ts'
import type { Tables } from '../../../database/schema/tables.ts'
import { type Page, type Paging, readPage } from '../../../database/paging.ts'
import { buildUserJson, buildUserJsonOrNull, userColumns, type UserRow } from '../../identity/index.ts'
import { reviewIsOutdated } from '../../content/index.ts'

export type ReviewRow = Pick<
  Tables['reviews'],
  'id' | 'changeRequestId' | 'revisionId' | 'status' | 'createdAt' | 'updatedAt'
> &
  Pick<Tables['change_requests'], 'spaceId'> & {
    outdated: boolean
    reviewer: UserRow
    requester: UserRow | null
  }

export type ReviewRequestRow = Pick<Tables['review_requests'], 'revisionId' | 'createdAt'> & {
  user: UserRow
  requester: UserRow
}

export type ContributorRow = UserRow & Pick<Tables['change_request_contributors'], 'edits' | 'updatedAt'>

const reviewColumns = sql`
  r.id, cr.space_id as "spaceId", r.change_request_id as "changeRequestId", r.revision_id as "revisionId", r.status,
  ${reviewIsOutdated} as outdated, ${buildUserJson(sql`reviewer`)} as reviewer,
  ${buildUserJsonOrNull(sql`requester`)} as requester,
  r.created_at as "createdAt", r.updated_at as "updatedAt"`

const reviewJoins = sql`
  join change_requests cr on cr.id = r.change_request_id
  join users reviewer on reviewer.id = r.reviewer_id
  left join users requester on requester.id = r.requested_by`

const requestColumns = sql`
  ${buildUserJson(sql`asked`)} as user, ${buildUserJson(sql`requester`)} as requester, q.revision_id as "revisionId",
  q.created_at as "createdAt"`

const requestJoins = sql`
  join users asked on asked.id = q.user_id
  join users requester on requester.id = q.requested_by`

export class ReviewRepository {
  /** Lists the reviews of a change request, latest first. */
  list(
    on: Queryable,
    changeRequestId: string,
    outdated: boolean | undefined,
    paging: Paging,
  ): Promise<Page<ReviewRow>> {
    return readPage(
      on,
      {
        id: sql`r.id`,
        order: 'desc',
        from: sql`
          from reviews r join change_requests cr on cr.id = r.change_request_id
          where r.change_request_id = ${changeRequestId}
            ${outdated === undefined ? sql`` : sql`and ${reviewIsOutdated} = ${outdated}`}`,
        columns: reviewColumns,
        joins: sql`join reviews r on r.id = page.id ${reviewJoins}`,
      },
      paging,
    )
  }

  find(on: Queryable, changeRequestId: string, id: string): Promise<ReviewRow | undefined> {
    return on.row(sql`
      select ${reviewColumns} from reviews r ${reviewJoins}
      where r.change_request_id = ${changeRequestId} and r.id = ${id}`)
  }

  /** Inserts a review. It replaces the reviewer's earlier ones and answers the request for it, if there is one. */
  async insert(
    tx: Transaction,
    review: Pick<Tables['reviews'], 'id' | 'changeRequestId' | 'revisionId' | 'reviewerId' | 'status'>,
    now: Date,
  ): Promise<void> {
    await tx.execute(sql`
      update reviews set replaced = true, updated_at = ${now}
      where change_request_id = ${review.changeRequestId} and reviewer_id = ${review.reviewerId} and not replaced`)
    await tx.execute(sql`
      with answered as (
        update review_requests set answered = true
        where change_request_id = ${review.changeRequestId} and user_id = ${review.reviewerId}
        returning requested_by
      )
      insert into reviews (
        id, change_request_id, revision_id, reviewer_id, requested_by, status, created_at, updated_at
      ) values (
        ${review.id}, ${review.changeRequestId}, ${review.revisionId}, ${review.reviewerId},
        (select requested_by from answered), ${review.status}, ${now}, ${now}
      )`)
  }

  listRequests(on: Queryable, changeRequestId: string, paging: Paging): Promise<Page<ReviewRequestRow>> {
    return readPage(
      on,
      {
        id: sql`q.user_id`,
        sort: [{ column: sql`q.created_at`, type: 'timestamptz' }],
        from: sql`from review_requests q where q.change_request_id = ${changeRequestId}`,
        columns: requestColumns,
        joins: sql`
          join review_requests q on q.change_request_id = ${changeRequestId} and q.user_id = page.id
          ${requestJoins}`,
      },
      paging,
    )
  }

  findRequests(on: Queryable, changeRequestId: string, userIds: string[]): Promise<ReviewRequestRow[]> {
    return on.rows(sql`
      select ${requestColumns} from review_requests q ${requestJoins}
      where q.change_request_id = ${changeRequestId} and q.user_id = any(${userIds}::text[])
      order by array_position(${userIds}::text[], q.user_id::text)`)
  }

  /** Requests reviews of those users who have no open request, and marks their earlier reviews as outdated. */
  async requestReviews(
    tx: Transaction,
    request: { changeRequestId: string; revisionId: string; userIds: string[]; requestedBy: string },
    now: Date,
  ): Promise<void> {
    await tx.execute(sql`
      with asked as (
        insert into review_requests as q (change_request_id, user_id, requested_by, revision_id, created_at)
        select ${request.changeRequestId}, user_id, ${request.requestedBy}, ${request.revisionId}, ${now}
        from unnest(${request.userIds}::text[]) as given (user_id)
        on conflict (change_request_id, user_id) do update
          set requested_by = excluded.requested_by, revision_id = excluded.revision_id,
            created_at = excluded.created_at, answered = false
          where q.answered
        returning user_id
      )
      update reviews set asked_again = true, updated_at = ${now}
      where change_request_id = ${request.changeRequestId} and not replaced
        and reviewer_id in (select user_id from asked)`)
  }

  async removeRequest(on: Queryable, changeRequestId: string, userId: string): Promise<boolean> {
    const removedCount = await on.execute(sql`
      delete from review_requests where change_request_id = ${changeRequestId} and user_id = ${userId}`)
    return removedCount > 0
  }

  listContributors(on: Queryable, changeRequestId: string, paging: Paging): Promise<Page<ContributorRow>> {
    return readPage(
      on,
      {
        id: sql`c.user_id`,
        sort: [{ column: sql`c.first_at`, type: 'timestamptz' }],
        matched: sql`c.edits, c.updated_at`,
        from: sql`
          from change_request_contributors c where c.change_request_id = ${changeRequestId} and c.edits > 0`,
        columns: sql`${userColumns}, page.edits, page.updated_at as "updatedAt"`,
        joins: sql`join users u on u.id = page.id`,
      },
      paging,
    )
  }

  /** Finds those of some teams that somebody sees: all of the organization, or only their own where they are a guest. */
  async findVisibleTeams(
    on: Queryable,
    organizationId: string,
    userId: string,
    teamIds: string[],
  ): Promise<Set<string>> {
    const rows = await on.rows<{ id: string }>(sql`
      select t.id from teams t
      where t.organization_id = ${organizationId} and t.id = any(${teamIds}::text[]) and (
        exists (
          select from members m
          where m.organization_id = t.organization_id and m.user_id = ${userId} and m.role is not null
        ) or exists (select from team_members tm where tm.team_id = t.id and tm.user_id = ${userId})
      )`)
    return new Set(rows.map(({ id }) => id))
  }

  /** Lists the people of some teams, each once. */
  async listTeamMembers(on: Queryable, teamIds: string[]): Promise<string[]> {
    const rows = await on.rows<{ id: string }>(sql`
      select distinct user_id as id from team_members where team_id = any(${teamIds}::text[]) order by user_id`)
    return rows.map(({ id }) => id)
  }

  /** Finds those of some users who have any role on the space. */
  async findUsersWithAccess(
    on: Queryable,
    space: { id: string; organizationId: string; parentId: string | null },
    userIds: string[],
  ): Promise<Set<string>> {
    const roles = contentRoles(
      space.organizationId,
      sql`m.user_id = any(${userIds}::text[]) and not m.disabled`,
      sql`c.id = ${space.parentId}`,
    )
    const rows = await on.rows<{ id: string }>(sql`
      with ${roles}
      select user_id as id from space_roles where id = ${space.id} and role is not null`)
    return new Set(rows.map(({ id }) => id))
  }
}
