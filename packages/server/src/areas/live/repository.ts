import type { Role } from '../../access/roles.ts'
import { spaceRole } from '../../access/subjects.ts'
import { type Queryable, type Sql, sql, type Transaction } from '../../database/database.ts'
import type { Tables } from '../../database/schema/tables.ts'
import { buildUserJson, type UserRow } from '../identity/index.ts'

/** A page of a change request. */
export interface PageKey {
  changeRequestId: string
  pageId: string
}

/** A live page without its texts. */
export type LivePageRow = Pick<
  Tables['live_pages'],
  | 'changeRequestId'
  | 'pageId'
  | 'sessionId'
  | 'schemaVersion'
  | 'version'
  | 'savedVersion'
  | 'savedHash'
  | 'revisionId'
  | 'savedRevisionId'
  | 'savingSince'
  | 'problem'
>

/** A live page, and the state of its change request. */
export type FollowedPageRow = LivePageRow & {
  status: Tables['change_requests']['status']
  /** The current head of the change request. */
  headId: string
}

export type CommitRow = Pick<
  Tables['live_commits'],
  'changeRequestId' | 'pageId' | 'version' | 'userId' | 'client' | 'ref' | 'steps'
>

export type PresenceRow = Pick<
  Tables['live_presences'],
  'changeRequestId' | 'pageId' | 'client' | 'version' | 'anchor' | 'head'
> & { user: UserRow }

/** What somebody follows a page with: whether that still admits them is asked again and again. */
export interface FollowingCaller {
  spaceId: string
  userId: string
  tokenId: string
}

const pageColumns = sql`
  l.change_request_id as "changeRequestId", l.page_id as "pageId", l.session_id as "sessionId",
  l.schema_version as "schemaVersion", l.version, l.saved_version as "savedVersion", l.saved_hash as "savedHash",
  l.revision_id as "revisionId", l.saved_revision_id as "savedRevisionId", l.saving_since as "savingSince", l.problem`

const commitColumns = sql`
  c.change_request_id as "changeRequestId", c.page_id as "pageId", c.version, c.user_id as "userId", c.client, c.ref,
  c.steps`

const unnestKeys = (keys: readonly PageKey[]): Sql => sql`
  unnest(
    ${keys.map(({ changeRequestId }) => changeRequestId)}::text[], ${keys.map(({ pageId }) => pageId)}::text[]
  ) as asked (change_request_id, page_id)`

const isPage = ({ changeRequestId, pageId }: PageKey): Sql =>
  sql`change_request_id = ${changeRequestId} and page_id = ${pageId}`

export class LiveRepository {
  /** Locks live pages until the transaction ends, always in the same order. */
  lockPages(tx: Transaction, keys: readonly PageKey[]): Promise<LivePageRow[]> {
    return tx.rows(sql`
      select ${pageColumns} from live_pages l
      join ${unnestKeys(keys)} on asked.change_request_id = l.change_request_id and asked.page_id = l.page_id
      order by l.change_request_id, l.page_id for update of l`)
  }

  async lockPagesOf(tx: Transaction, changeRequestId: string): Promise<LivePageRow[]> {
    return tx.rows(sql`
      select ${pageColumns} from live_pages l where l.change_request_id = ${changeRequestId}
      order by l.page_id for update of l`)
  }

  /** A statement of its own: joined to the one that waits for the locks, it would see what was before the wait. */
  async listStatuses(
    on: Queryable,
    changeRequestIds: readonly string[],
  ): Promise<Map<string, Tables['change_requests']['status']>> {
    const rows = await on.rows<Pick<Tables['change_requests'], 'id' | 'status'>>(sql`
      select id, status from change_requests where id = any(${[...changeRequestIds]}::text[])`)
    return new Map(rows.map(({ id, status }) => [id, status]))
  }

  find(on: Queryable, key: PageKey): Promise<LivePageRow | undefined> {
    return on.row(sql`
      select ${pageColumns} from live_pages l
      where l.change_request_id = ${key.changeRequestId} and l.page_id = ${key.pageId}`)
  }

  /** Finds the live pages of change requests, with what their followers have to know. */
  listFollowed(on: Queryable, changeRequestIds: readonly string[]): Promise<FollowedPageRow[]> {
    return on.rows(sql`
      select ${pageColumns}, cr.status, cr.revision_id as "headId"
      from live_pages l join change_requests cr on cr.id = l.change_request_id
      where l.change_request_id = any(${[...changeRequestIds]}::text[])`)
  }

  async insert(
    tx: Transaction,
    page: Omit<LivePageRow, 'savedRevisionId' | 'savingSince' | 'problem' | 'version' | 'savedVersion'> & {
      savedDocument: string
      savedText: string
    },
    now: Date,
  ): Promise<void> {
    await tx.execute(sql`
      insert into live_pages (
        change_request_id, page_id, session_id, schema_version, version, saved_version, saved_document, saved_text,
        saved_hash, revision_id, touched_at
      ) values (
        ${page.changeRequestId}, ${page.pageId}, ${page.sessionId}, ${page.schemaVersion}, 0, 0, ${page.savedDocument},
        ${page.savedText}, ${page.savedHash}, ${page.revisionId}, ${now}
      )`)
  }

  async delete(tx: Transaction, key: PageKey): Promise<void> {
    await tx.execute(sql`delete from live_pages where ${isPage(key)}`)
  }

  /** The documents of the last saved versions, as JSON. */
  listSavedDocuments(
    on: Queryable,
    keys: readonly PageKey[],
  ): Promise<(PageKey & Pick<Tables['live_pages'], 'savedDocument' | 'savedText'>)[]> {
    return on.rows(sql`
      select l.change_request_id as "changeRequestId", l.page_id as "pageId", l.saved_document as "savedDocument",
        l.saved_text as "savedText"
      from live_pages l
      join ${unnestKeys(keys)} on asked.change_request_id = l.change_request_id and asked.page_id = l.page_id`)
  }

  /** Lists the commits of several pages, each after a version of its own, in their order. */
  listCommits(on: Queryable, pages: readonly (PageKey & { since: number })[]): Promise<CommitRow[]> {
    return on.rows(sql`
      select ${commitColumns}
      from unnest(
        ${pages.map(({ changeRequestId }) => changeRequestId)}::text[], ${pages.map(({ pageId }) => pageId)}::text[],
        ${pages.map(({ since }) => since)}::integer[]
      ) as asked (change_request_id, page_id, since)
      join live_commits c on c.change_request_id = asked.change_request_id and c.page_id = asked.page_id
        and c.version > asked.since
      order by c.version`)
  }

  /** Adds commits, and makes the last one of each page its version. */
  async insertCommits(tx: Transaction, commits: readonly CommitRow[], now: Date): Promise<void> {
    await tx.execute(sql`
      insert into live_commits (change_request_id, page_id, version, user_id, client, ref, steps, created_at)
      select n.change_request_id, n.page_id, n.version, n.user_id, n.client, n.ref, n.steps, ${now}
      from unnest(
        ${commits.map(({ changeRequestId }) => changeRequestId)}::text[],
        ${commits.map(({ pageId }) => pageId)}::text[], ${commits.map(({ version }) => version)}::integer[],
        ${commits.map(({ userId }) => userId)}::text[], ${commits.map(({ client }) => client)}::text[],
        ${commits.map(({ ref }) => ref)}::text[], ${commits.map(({ steps }) => steps)}::text[]
      ) as n (change_request_id, page_id, version, user_id, client, ref, steps)`)
    await tx.execute(sql`
      update live_pages l set version = n.version, touched_at = ${now}
      from (
        select change_request_id, page_id, max(version) as version
        from unnest(
          ${commits.map(({ changeRequestId }) => changeRequestId)}::text[],
          ${commits.map(({ pageId }) => pageId)}::text[], ${commits.map(({ version }) => version)}::integer[]
        ) as new (change_request_id, page_id, version)
        group by change_request_id, page_id
      ) as n
      where l.change_request_id = n.change_request_id and l.page_id = n.page_id`)
  }

  /** Makes a version, and the text that it has in a revision, what later changes from outside are compared with. */
  async setSaved(
    tx: Transaction,
    key: PageKey,
    saved: { version: number; document: string; text: string; hash: string; revisionId: string },
  ): Promise<void> {
    await tx.execute(sql`
      update live_pages set saved_version = ${saved.version}, saved_document = ${saved.document},
        saved_text = ${saved.text}, saved_hash = ${saved.hash}, revision_id = ${saved.revisionId}, problem = null
      where ${isPage(key)}`)
  }

  /** Notes the revision that saving has made, so that the next one may take its place. */
  async setSavedRevision(tx: Transaction, key: PageKey, revisionId: string, since: Date): Promise<void> {
    await tx.execute(sql`
      update live_pages set saved_revision_id = ${revisionId}, saving_since = ${since} where ${isPage(key)}`)
  }

  /** When the series of revisions began that this one, which saving has made, is the last of; undefined for others. */
  async findSavingSince(
    on: Queryable,
    changeRequestId: string,
    revisionId: string,
  ): Promise<string | undefined> {
    const row = await on.row<Pick<Tables['live_pages'], 'savingSince'>>(sql`
      select min(saving_since) as "savingSince" from live_pages
      where change_request_id = ${changeRequestId} and saved_revision_id = ${revisionId}`)
    return row?.savingSince ?? undefined
  }

  /** Whether a review or a comment is about a revision, so that it must stay in the history. */
  async isRevisionUsed(on: Queryable, changeRequestId: string, revisionId: string): Promise<boolean> {
    const row = await on.row<{ used: boolean }>(sql`
      select exists (
          select from reviews where change_request_id = ${changeRequestId} and revision_id = ${revisionId}
        ) or exists (
          select from review_requests where change_request_id = ${changeRequestId} and revision_id = ${revisionId}
        ) or exists (select from comments where revision_id = ${revisionId})
          or exists (select from draft_comments where revision_id = ${revisionId}) as used`)
    return row?.used === true
  }

  async setRevision(tx: Transaction, key: PageKey, revisionId: string): Promise<void> {
    await tx.execute(sql`update live_pages set revision_id = ${revisionId} where ${isPage(key)}`)
  }

  /**
   * Notes for the other pages of a change request that they are the same in its next revision. Pages that somebody has locked
   * are left out: whoever locks several does it in an order that this one has no part in.
   */
  async moveOtherPages(
    tx: Transaction,
    { changeRequestId, pageId }: PageKey,
    { from, to }: { from: string; to: string },
  ): Promise<void> {
    await tx.execute(sql`
      update live_pages l set revision_id = ${to}
      from (
        select page_id from live_pages
        where change_request_id = ${changeRequestId} and page_id <> ${pageId} and revision_id = ${from}
        for update skip locked
      ) as free
      where l.change_request_id = ${changeRequestId} and l.page_id = free.page_id`)
  }

  async setProblem(on: Queryable, key: PageKey, problem: string): Promise<void> {
    await on.execute(sql`update live_pages set problem = ${problem} where ${isPage(key)}`)
  }

  async findRevisionAuthor(on: Queryable, revisionId: string): Promise<string | null> {
    const row = await on.row<{ userId: string | null }>(sql`
      select created_by as "userId" from revisions where id = ${revisionId}`)
    return row?.userId ?? null
  }

  /** Deletes saved commits, the oldest, so that at most so many and so many characters of steps stay. */
  async deleteOldCommits(
    on: Queryable,
    key: PageKey,
    { savedVersion, maxCommits, maxLength }: { savedVersion: number; maxCommits: number; maxLength: number },
  ): Promise<void> {
    await on.execute(sql`
      delete from live_commits where ${isPage(key)} and version <= (
        select max(version) from (
          select version, sum(length(steps)) over (order by version desc) as length
          from live_commits where ${isPage(key)} and version <= ${savedVersion}
        ) as c
        where version <= ${savedVersion - maxCommits} or length > ${maxLength}
      )`)
  }

  /** Lists pages with versions that are not saved and that nobody wrote on since a moment. */
  listUnsaved(on: Queryable, before: Date): Promise<(PageKey & { spaceId: string })[]> {
    return on.rows(sql`
      select l.change_request_id as "changeRequestId", l.page_id as "pageId", cr.space_id as "spaceId"
      from live_pages l join change_requests cr on cr.id = l.change_request_id
      where l.version > l.saved_version and l.touched_at < ${before} and cr.status in ('draft', 'open')
        and l.problem is null
      order by l.touched_at limit 50`)
  }

  /** Deletes pages that nobody has written on since a moment and that are saved, and who was there. */
  async deleteUnused(on: Queryable, before: Date, absentSince: Date): Promise<void> {
    await on.execute(sql`delete from live_pages where touched_at < ${before} and version = saved_version`)
    await on.execute(sql`delete from live_presences where seen_at < ${absentSince}`)
  }

  /** Tells all processes, once this is committed, that there is something new in change requests. */
  async notify(tx: Queryable, changeRequestIds: readonly string[]): Promise<void> {
    await tx.execute(sql`
      select announce('verso_live', id) from unnest(${[...changeRequestIds]}::text[]) as id`)
  }

  async putPresence(
    on: Queryable,
    presence: Omit<PresenceRow, 'user'> & { userId: string },
    now: Date,
  ): Promise<void> {
    const { changeRequestId, pageId, client, userId, version, anchor, head } = presence
    await on.execute(sql`
      insert into live_presences (change_request_id, page_id, client, user_id, version, anchor, head, seen_at)
      values (${changeRequestId}, ${pageId}, ${client}, ${userId}, ${version}, ${anchor}, ${head}, ${now})
      on conflict (change_request_id, page_id, client) do update set version = excluded.version,
        anchor = excluded.anchor, head = excluded.head, seen_at = excluded.seen_at
      where live_presences.user_id = excluded.user_id`)
  }

  deletePresence(on: Queryable, key: PageKey, client: string, userId: string): Promise<number> {
    return on.execute(sql`
      delete from live_presences where ${isPage(key)} and client = ${client} and user_id = ${userId}`)
  }

  /** Lists who was seen since a moment, those who came first by the order of their clients. */
  listPresences(
    on: Queryable,
    changeRequestIds: readonly string[],
    since: Date,
    limit: number,
  ): Promise<PresenceRow[]> {
    return on.rows(sql`
      select p.change_request_id as "changeRequestId", p.page_id as "pageId", p.client, p.version, p.anchor, p.head,
        ${buildUserJson(sql`u`)} as user
      from unnest(${[...changeRequestIds]}::text[]) as asked (id)
      cross join lateral (
        select * from live_presences p
        where p.change_request_id = asked.id and p.seen_at > ${since} order by p.page_id, p.client limit ${limit}
      ) as p
      join users u on u.id = p.user_id
      order by p.page_id, p.client`)
  }

  /** Finds the roles on the space of those whose token is valid; in the order given. */
  async findRoles(
    on: Queryable,
    callers: readonly FollowingCaller[],
    now: Date,
  ): Promise<Map<number, Role | null>> {
    const rows = await on.rows<{ n: number; role: Role | null }>(sql`
      select asked.n - 1 as n, ${spaceRole} as role
      from unnest(
        ${callers.map(({ spaceId }) => spaceId)}::text[], ${callers.map(({ userId }) => userId)}::text[],
        ${callers.map(({ tokenId }) => tokenId)}::text[]
      ) with ordinality as asked (space_id, user_id, token_id, n)
      join spaces s on s.id = asked.space_id and s.deleted_at is null
      join tokens t on t.id = asked.token_id and t.user_id = asked.user_id
        and (t.expires_at is null or t.expires_at > ${now})
        and (t.organization_id is null or t.organization_id = s.organization_id)
        and (t.space_id is null or t.space_id = s.id) and t.site_id is null and not t.read_only
      join members m on m.organization_id = s.organization_id and m.user_id = asked.user_id and not m.disabled
      where m.sso or not exists (
        select from organizations o
        where o.id = m.organization_id and o.sso and o.sso_set_by is distinct from m.user_id
      )`)
    return new Map(rows.map(({ n, role }) => [n, role]))
  }
}
