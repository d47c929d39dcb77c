import type { GitProvider } from '../content/index.ts'
import { type Queryable, sql, type Transaction } from '../../database/database.ts'
import type { Tables } from '../../database/schema/tables.ts'
import type { CommitAuthor } from './remote-repository.ts'

/** The state of the last import or export. It is stored as JSON and returned by the API as it is. */
export interface GitSyncOperation {
  direction: 'import' | 'export'
  status: 'running' | 'success' | 'failure' | 'skipped'
  startedAt: string
  finishedAt?: string
  error?: string
  /** Messages about what was skipped. */
  problems?: string[]
  commit?: string
  revision?: string
  changeRequest?: string
}

/** A commit whose push is not confirmed yet. It is stored as JSON, so that a crash does not lose the push's result. */
export interface PendingPush {
  commit: string
  revisionId: string
  /** Pairs of a path in the commit and the id of the page, file or reusable content that is there. */
  known: [string, string][]
}

export type GitSyncRow = Pick<
  Tables['git_syncs'],
  | 'siteId'
  | 'url'
  | 'ref'
  | 'projectDirectory'
  | 'provider'
  | 'treeUrl'
  | 'commitUrl'
  | 'commitOid'
  | 'revisionId'
  | 'conflictCommitOid'
  | 'conflictRevisionId'
  | 'conflictChangeRequestId'
  | 'orderedAt'
  | 'webhook'
  | 'updatedAt'
> & { pushing: PendingPush | null; operation: GitSyncOperation | null }

/** The repository, branch and folder to synchronise with, as given in a request. */
export interface GitSyncSettings {
  url: string
  ref: string
  projectDirectory: string
  provider?: GitProvider | undefined
  treeUrl?: string | undefined
  commitUrl?: string | undefined
}

const columns = sql`
  g.site_id as "siteId", g.url, g.ref, g.project_directory as "projectDirectory", g.provider, g.tree_url as "treeUrl",
  g.commit_url as "commitUrl", g.commit_oid as "commitOid", g.revision_id as "revisionId",
  g.conflict_commit_oid as "conflictCommitOid", g.conflict_revision_id as "conflictRevisionId",
  g.conflict_change_request_id as "conflictChangeRequestId", g.pushing, g.ordered_at as "orderedAt", g.operation,
  g.webhook, g.updated_at as "updatedAt"`

/** The path of the file that each redirected path leads to. */
type Redirects = ReadonlyMap<string, string>

const serializeRedirects = (redirects: Redirects | undefined): string | null =>
  redirects ? JSON.stringify(Object.fromEntries(redirects)) : null

export class GitSyncRepository {
  find(on: Queryable, spaceId: string): Promise<GitSyncRow | undefined> {
    return on.row(sql`select ${columns} from git_syncs g where g.space_id = ${spaceId}`)
  }

  /** Who a commit of a person names as its author. */
  findAuthor(on: Queryable, userId: string): Promise<CommitAuthor | undefined> {
    return on.row(sql`select u.display_name as name, u.email from users u where u.id = ${userId}`)
  }

  /** Finds the settings and locks them until the transaction ends. */
  lock(tx: Transaction, spaceId: string): Promise<GitSyncRow | undefined> {
    return tx.row(sql`select ${columns} from git_syncs g where g.space_id = ${spaceId} for update`)
  }

  /** Saves the settings. With another repository or folder, the common commit of the old one is no base to merge on. */
  async saveSettings(tx: Transaction, spaceId: string, settings: GitSyncSettings, now: Date): Promise<void> {
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
        commit_oid = case when ${isSameRepository} then g.commit_oid end,
        revision_id = case when ${isSameRepository} then g.revision_id end,
        conflict_commit_oid = case when ${isSameRepository} then g.conflict_commit_oid end,
        conflict_revision_id = case when ${isSameRepository} then g.conflict_revision_id end,
        conflict_change_request_id = case when ${isSameRepository} then g.conflict_change_request_id end,
        pushing = case when ${isSameRepository} then g.pushing end,
        redirects = case when ${isSameRepository} then g.redirects else '{}' end`)
  }

  /** Lets a site synchronise a space from now on. Its own webhook would import past the site, so it ends. */
  async setSite(tx: Transaction, spaceId: string, siteId: string): Promise<void> {
    await tx.execute(sql`
      update git_syncs set site_id = ${siteId}, webhook = null where space_id = ${spaceId}`)
  }

  /** Ends the synchronisation of spaces by a site, except of some. */
  async removeOfSite(tx: Transaction, siteId: string, exceptSpaceIds: readonly string[]): Promise<void> {
    await tx.execute(sql`
      delete from git_syncs where site_id = ${siteId} and not space_id = any(${[...exceptSpaceIds]}::text[])`)
  }

  async setOperation(on: Queryable, spaceId: string, operation: GitSyncOperation): Promise<void> {
    await on.execute(sql`
      update git_syncs set operation = ${JSON.stringify(operation)}::jsonb where space_id = ${spaceId}`)
  }

  async setPendingPush(on: Queryable, spaceId: string, pushing: PendingPush | null): Promise<void> {
    await on.execute(sql`
      update git_syncs set pushing = ${pushing && JSON.stringify(pushing)}::jsonb where space_id = ${spaceId}`)
  }

  /** Records the commit and the revision that both sides have now, as the base of the next merge. */
  async setCommonCommit(
    tx: Transaction,
    spaceId: string,
    common: { commitOid: string; revisionId: string; redirects?: Redirects },
  ): Promise<void> {
    await tx.execute(sql`
      update git_syncs set commit_oid = ${common.commitOid}, revision_id = ${common.revisionId}, pushing = null,
        conflict_commit_oid = null, conflict_revision_id = null, conflict_change_request_id = null,
        redirects = coalesce(${serializeRedirects(common.redirects)}::jsonb, redirects)
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
        redirects = coalesce(${serializeRedirects(conflict.redirects)}::jsonb, redirects)
      where space_id = ${spaceId}`)
  }

  async setLastTimestamp(on: Queryable, spaceId: string, at: string): Promise<void> {
    await on.execute(sql`
      update git_syncs set ordered_at = greatest(ordered_at, ${at}::timestamptz) where space_id = ${spaceId}`)
  }

  async setWebhook(on: Queryable, spaceId: string, webhook: Buffer | null): Promise<boolean> {
    const changedRows = await on.execute(sql`
      update git_syncs set webhook = ${webhook}
      where space_id = ${spaceId} and (webhook is not null or ${webhook}::bytea is not null)`)
    return changedRows > 0
  }

  /** Records a webhook delivery by its digest. Returns false if it was recorded before. */
  async recordDelivery(tx: Transaction, spaceId: string, digest: Buffer, now: Date): Promise<boolean> {
    await tx.execute(sql`
      delete from git_deliveries
      where space_id = ${spaceId} and received_at < ${now}::timestamptz - interval '90 days'`)
    const insertedRows = await tx.execute(sql`
      insert into git_deliveries (space_id, digest, received_at) values (${spaceId}, ${digest}, ${now})
      on conflict do nothing`)
    return insertedRows > 0
  }

  async removeLegacyInstallation(on: Queryable, spaceId: string): Promise<boolean> {
    const removedRows = await on.execute(sql`
      delete from git_syncs where space_id = ${spaceId} and provider = 'github-legacy' and site_id is null`)
    return removedRows > 0
  }

  /** Finds the organization of a space that is not deleted. */
  async findOrganizationId(on: Queryable, spaceId: string): Promise<string | undefined> {
    const row = await on.row<Pick<Tables['spaces'], 'organizationId'>>(sql`
      select organization_id as "organizationId" from spaces where id = ${spaceId} and deleted_at is null`)
    return row?.organizationId
  }
}

const isSameRepository = sql`(g.url = excluded.url and g.project_directory = excluded.project_directory)`
