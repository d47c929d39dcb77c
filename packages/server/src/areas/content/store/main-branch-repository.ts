import { type Queryable, sql, type Transaction } from '../../../database/database.ts'
import type { Tables } from '../../../database/schema/tables.ts'
import type { StoredMergeRules } from './merge-rules.ts'

export interface MainBranchRow extends Pick<Tables['spaces'], 'organizationId' | 'revisionId' | 'editMode'> {
  mergeRules: StoredMergeRules
}

const selectSpace = (spaceId: string) => sql`
  select s.organization_id as "organizationId", s.revision_id as "revisionId", s.edit_mode as "editMode",
    case when s.merge_rules ->> 'type' = 'inherit' then o.merge_rules else s.merge_rules end as "mergeRules"
  from spaces s join organizations o on o.id = s.organization_id
  where s.id = ${spaceId} and s.deleted_at is null`

export class MainBranchRepository {
  findSpace(on: Queryable, spaceId: string): Promise<MainBranchRow | undefined> {
    return on.row<MainBranchRow>(selectSpace(spaceId))
  }

  lockSpace(tx: Transaction, spaceId: string): Promise<MainBranchRow | undefined> {
    return tx.row<MainBranchRow>(sql`${selectSpace(spaceId)} for update of s`)
  }

  setRevision(tx: Transaction, spaceId: string, revisionId: string, now: Date): void {
    tx.executeLater(sql`
      with revision as (update revisions set current_at = ${now} where id = ${revisionId})
      update spaces set revision_id = ${revisionId}, updated_at = ${now} where id = ${spaceId}`)
  }

  async findSummaryHeading(on: Queryable, spaceId: string): Promise<string | undefined> {
    const row = await on.row<Pick<Tables['spaces'], 'summaryHeading'>>(sql`
      select summary_heading as "summaryHeading" from spaces where id = ${spaceId}`)
    return row?.summaryHeading ?? undefined
  }

  async setSummaryHeading(on: Queryable, spaceId: string, heading: string): Promise<void> {
    await on.execute(sql`
      update spaces set summary_heading = ${heading}
      where id = ${spaceId} and summary_heading is distinct from ${heading}`)
  }
}
