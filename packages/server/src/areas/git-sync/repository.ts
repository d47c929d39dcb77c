import type { GitProvider } from '../content/index.ts'
import { type Queryable, sql, type Timestamp, type Transaction } from '../../database/database.ts'

/** What the last import or export did, or does. */
export interface Operation {
  direction: 'import' | 'export'
  status: 'running' | 'success' | 'failure' | 'skipped'
  startedAt: string
  finishedAt?: string
  error?: string
  /** What was left aside. */
  problems?: string[]
  commit?: string
  revision?: string
  changeRequest?: string
}

/** A commit that is being pushed: what it was made of, so that a crash in between changes nothing. */
export interface Pushing {
  commit: string
  revisionId: string
  /** Which page, file or reusable content is in which file of it. */
  known: [string, string][]
}

export interface GitSyncRow {
  url: string
  ref: string
  projectDirectory: string
  provider: GitProvider | null
  treeUrl: string | null
  commitUrl: string | null
  commitOid: string | null
  revisionId: string | null
  conflictCommitOid: string | null
  conflictRevisionId: string | null
  conflictChangeRequestId: string | null
  pushing: Pushing | null
  orderedAt: Timestamp | null
  operation: Operation | null
  webhook: Buffer | null
  updatedAt: Timestamp
}

/** Where to synchronise with, as a request says it. */
export interface Settings {
  url: string
  ref: string
  projectDirectory: string
  provider?: GitProvider | undefined
  treeUrl?: string | undefined
  commitUrl?: string | undefined
}

const columns = sql`
  g.url, g.ref, g.project_directory as "projectDirectory", g.provider, g.tree_url as "treeUrl",
  g.commit_url as "commitUrl", g.commit_oid as "commitOid", g.revision_id as "revisionId",
  g.conflict_commit_oid as "conflictCommitOid", g.conflict_revision_id as "conflictRevisionId",
  g.conflict_change_request_id as "conflictChangeRequestId", g.pushing, g.ordered_at as "orderedAt", g.operation,
  g.webhook, g.updated_at as "updatedAt"`

/** By the path of a page: the file that it leads to. */
type Redirects = ReadonlyMap<string, string>

const written = (redirects: Redirects | undefined): string | null =>
  redirects ? JSON.stringify(Object.fromEntries(redirects)) : null

export class GitSyncRepository {
  find(on: Queryable, spaceId: string): Promise<GitSyncRow | undefined> {
    return on.row(sql`select ${columns} from git_syncs g where g.space_id = ${spaceId}`)
  }

  /** With another repository or folder, what was in common before means nothing any more. */
  async configure(tx: Transaction, spaceId: string, settings: Settings, now: Date): Promise<void> {
    const { url, ref, projectDirectory, provider = null, treeUrl = null, commitUrl = null } = settings
    await tx.execute(sql`
      insert into git_syncs as g (
        space_id, url, ref, project_directory, provider, tree_url, commit_url, updated_at
      ) values (
        ${spaceId}, ${url}, ${ref}, ${projectDirectory}, ${provider}, ${treeUrl}, ${commitUrl}, ${now}
      )
      on conflict (space_id) do update set
        url = excluded.url, ref = excluded.ref, project_directory = excluded.project_directory,
        provider = coalesce(excluded.provider, g.provider), tree_url = coalesce(excluded.tree_url, g.tree_url),
        commit_url = coalesce(excluded.commit_url, g.commit_url), updated_at = excluded.updated_at,
        commit_oid = case when ${same} then g.commit_oid end,
        revision_id = case when ${same} then g.revision_id end,
        conflict_commit_oid = case when ${same} then g.conflict_commit_oid end,
        conflict_revision_id = case when ${same} then g.conflict_revision_id end,
        conflict_change_request_id = case when ${same} then g.conflict_change_request_id end,
        pushing = case when ${same} then g.pushing end,
        redirects = case when ${same} then g.redirects else '{}' end`)
  }

  async setOperation(on: Queryable, spaceId: string, operation: Operation): Promise<void> {
    await on.execute(sql`
      update git_syncs set operation = ${JSON.stringify(operation)}::jsonb where space_id = ${spaceId}`)
  }

  async setPushing(on: Queryable, spaceId: string, pushing: Pushing | null): Promise<void> {
    await on.execute(sql`
      update git_syncs set pushing = ${pushing && JSON.stringify(pushing)}::jsonb where space_id = ${spaceId}`)
  }

  /** Both sides have this now. */
  async setCommon(
    tx: Transaction,
    spaceId: string,
    common: { commitOid: string; revisionId: string; redirects?: Redirects },
  ): Promise<void> {
    await tx.execute(sql`
      update git_syncs set commit_oid = ${common.commitOid}, revision_id = ${common.revisionId}, pushing = null,
        conflict_commit_oid = null, conflict_revision_id = null, conflict_change_request_id = null,
        redirects = coalesce(${written(common.redirects)}::jsonb, redirects)
      where space_id = ${spaceId}`)
  }

  async setConflict(
    tx: Transaction,
    spaceId: string,
    conflict: { commitOid: string; revisionId: string; changeRequestId: string; redirects?: Redirects },
  ): Promise<void> {
    await tx.execute(sql`
      update git_syncs set conflict_commit_oid = ${conflict.commitOid},
        conflict_revision_id = ${conflict.revisionId}, conflict_change_request_id = ${conflict.changeRequestId},
        redirects = coalesce(${written(conflict.redirects)}::jsonb, redirects)
      where space_id = ${spaceId}`)
  }

  async setOrder(on: Queryable, spaceId: string, at: string): Promise<void> {
    await on.execute(sql`
      update git_syncs set ordered_at = greatest(ordered_at, ${at}::timestamptz) where space_id = ${spaceId}`)
  }

  async setWebhook(on: Queryable, spaceId: string, webhook: Buffer | null): Promise<boolean> {
    const changed = await on.execute(sql`
      update git_syncs set webhook = ${webhook}
      where space_id = ${spaceId} and (webhook is not null or ${webhook}::bytea is not null)`)
    return changed > 0
  }

  /** Whether it came for the first time. */
  async receive(tx: Transaction, spaceId: string, digest: Buffer, now: Date): Promise<boolean> {
    await tx.execute(sql`
      delete from git_deliveries
      where space_id = ${spaceId} and received_at < ${now}::timestamptz - interval '90 days'`)
    const inserted = await tx.execute(sql`
      insert into git_deliveries (space_id, digest, received_at) values (${spaceId}, ${digest}, ${now})
      on conflict do nothing`)
    return inserted > 0
  }

  async removeLegacy(on: Queryable, spaceId: string): Promise<boolean> {
    const removed = await on.execute(sql`
      delete from git_syncs where space_id = ${spaceId} and provider = 'github-legacy'`)
    return removed > 0
  }

  /** Whether the space is there and not deleted, and whose it is. */
  async organizationOf(on: Queryable, spaceId: string): Promise<string | undefined> {
    const row = await on.row<{ organizationId: string }>(sql`
      select organization_id as "organizationId" from spaces where id = ${spaceId} and deleted_at is null`)
    return row?.organizationId
  }
}

const same = sql`(g.url = excluded.url and g.project_directory = excluded.project_directory)`
