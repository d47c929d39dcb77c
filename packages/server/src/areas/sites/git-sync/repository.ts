import { type Queryable, sql, type Transaction } from '../../../database/database.ts'
import type { Tables } from '../../../database/schema/tables.ts'
import type { GitSyncSettings } from '../../git-sync/index.ts'
import type { SiteGitOperation } from '../sites/columns.ts'

/** The id of the section, group or site space of each key of the file. */
export type NodeIds = Record<string, string>

/** A file that says what a site consists of, and which of its nodes are which of the site. */
export interface CommonConfig {
  configName: string
  configText: string
  nodeIds: NodeIds
}

/** A commit whose push is not confirmed yet. It is stored as JSON, so its field names must stay. */
export interface PendingSitePush extends CommonConfig {
  commit: string
  spaces: { spaceId: string; revisionId: string; known: [string, string][] }[]
}

export type SiteGitSyncRow = Pick<
  Tables['site_git_syncs'],
  | 'url'
  | 'ref'
  | 'projectDirectory'
  | 'provider'
  | 'treeUrl'
  | 'commitUrl'
  | 'commitOid'
  | 'configName'
  | 'configText'
  | 'webhook'
> & { nodeIds: NodeIds; pushing: PendingSitePush | null }

/** A space of a site, with what its node in the file says of it. */
export interface SpaceOfSite extends Pick<Tables['spaces'], 'id' | 'title' | 'language'> {
  /** The directory that the site synchronises it with. */
  directory: string | null
  /** The repository and the branch that an admin of the space has let the site synchronise it with. */
  url: string | null
  ref: string | null
  /** Whether it is synchronised on its own, or by another site. */
  isSyncedElsewhere: boolean
}

const columns = sql`
  g.url, g.ref, g.project_directory as "projectDirectory", g.provider, g.tree_url as "treeUrl",
  g.commit_url as "commitUrl", g.commit_oid as "commitOid", g.config_name as "configName",
  g.config_text as "configText", g.node_ids as "nodeIds", g.pushing, g.webhook`

export class SiteGitSyncRepository {
  find(on: Queryable, siteId: string): Promise<SiteGitSyncRow | undefined> {
    return on.row(sql`select ${columns} from site_git_syncs g where g.site_id = ${siteId}`)
  }

  /** Saves the settings. With another repository or folder, what the site had in common with the old one is no base. */
  async saveSettings(tx: Transaction, siteId: string, settings: GitSyncSettings, now: Date): Promise<void> {
    const { url, ref, projectDirectory, provider = null, treeUrl = null, commitUrl = null } = settings
    await tx.execute(sql`
      insert into site_git_syncs as g (
        site_id, url, ref, project_directory, provider, tree_url, commit_url, updated_at
      ) values (
        ${siteId}, ${url}, ${ref}, ${projectDirectory}, ${provider}, ${treeUrl}, ${commitUrl}, ${now}
      )
      on conflict (site_id) do update set
        url = excluded.url, ref = excluded.ref, project_directory = excluded.project_directory,
        provider = coalesce(excluded.provider, g.provider), tree_url = coalesce(excluded.tree_url, g.tree_url),
        commit_url = coalesce(excluded.commit_url, g.commit_url), updated_at = excluded.updated_at,
        commit_oid = case when ${isSameRepository} then g.commit_oid end,
        config_name = case when ${isSameRepository} then g.config_name end,
        config_text = case when ${isSameRepository} then g.config_text end,
        node_ids = case when ${isSameRepository} then g.node_ids else '{}' end,
        pushing = case when ${isSameRepository} then g.pushing end`)
  }

  async setOperation(on: Queryable, siteId: string, operation: SiteGitOperation): Promise<void> {
    await on.execute(sql`
      update site_git_syncs set operation = ${JSON.stringify(operation)}::jsonb where site_id = ${siteId}`)
  }

  async setPendingPush(on: Queryable, siteId: string, pushing: PendingSitePush | null): Promise<void> {
    await on.execute(sql`
      update site_git_syncs set pushing = ${pushing && JSON.stringify(pushing)}::jsonb where site_id = ${siteId}`)
  }

  /** Records the file that both sides have now, as the base of the next merge of what the site consists of. */
  async setCommonConfig(on: Queryable, siteId: string, common: CommonConfig): Promise<void> {
    await on.execute(sql`
      update site_git_syncs set config_name = ${common.configName}, config_text = ${common.configText},
        node_ids = ${JSON.stringify(common.nodeIds)}::jsonb
      where site_id = ${siteId}`)
  }

  /** Records the commit that the site and all of its spaces have now. */
  async setCommonCommit(on: Queryable, siteId: string, commitOid: string): Promise<void> {
    await on.execute(sql`
      update site_git_syncs set commit_oid = ${commitOid}, pushing = null where site_id = ${siteId}`)
  }

  async setWebhook(on: Queryable, siteId: string, webhook: Buffer | null): Promise<boolean> {
    const changedRows = await on.execute(sql`
      update site_git_syncs set webhook = ${webhook}
      where site_id = ${siteId} and (webhook is not null or ${webhook}::bytea is not null)`)
    return changedRows > 0
  }

  /** Records a webhook delivery by its digest. Returns false if it was recorded before. */
  async recordDelivery(tx: Transaction, siteId: string, digest: Buffer, now: Date): Promise<boolean> {
    await tx.execute(sql`
      delete from site_git_deliveries
      where site_id = ${siteId} and received_at < ${now}::timestamptz - interval '90 days'`)
    const insertedRows = await tx.execute(sql`
      insert into site_git_deliveries (site_id, digest, received_at) values (${siteId}, ${digest}, ${now})
      on conflict do nothing`)
    return insertedRows > 0
  }

  async remove(tx: Transaction, siteId: string): Promise<boolean> {
    return (await tx.execute(sql`delete from site_git_syncs where site_id = ${siteId}`)) > 0
  }

  async findOrganizationId(on: Queryable, siteId: string): Promise<string | undefined> {
    const row = await on.row<{ organizationId: string }>(sql`
      select organization_id as "organizationId" from sites where id = ${siteId}`)
    return row?.organizationId
  }

  /** The spaces that a site shows or synchronises, deleted ones excepted. */
  listSpaces(on: Queryable, siteId: string): Promise<SpaceOfSite[]> {
    return on.rows(sql`
      select s.id, s.title, s.language, case when g.site_id = ${siteId} then g.project_directory end as directory,
        g.url, g.ref,
        g.space_id is not null and g.site_id is distinct from ${siteId} as "isSyncedElsewhere"
      from spaces s left join git_syncs g on g.space_id = s.id
      where s.deleted_at is null and (
        g.site_id = ${siteId} or s.id in (select shown.space_id from site_spaces shown where shown.site_id = ${siteId})
      )
      order by s.id`)
  }
}

const isSameRepository = sql`(g.url = excluded.url and g.project_directory = excluded.project_directory)`
