import { sql, type Transaction } from '../../../database/database.ts'
import type { Tables } from '../../../database/schema/tables.ts'

export type MainBranchRow = Pick<Tables['spaces'], 'organizationId' | 'revisionId' | 'editMode'>

export class MainBranchRepository {
  lockSpace(tx: Transaction, spaceId: string): Promise<MainBranchRow | undefined> {
    return tx.row<MainBranchRow>(sql`
      select organization_id as "organizationId", revision_id as "revisionId", edit_mode as "editMode"
      from spaces where id = ${spaceId} and deleted_at is null for update`)
  }

  async setRevision(tx: Transaction, spaceId: string, revisionId: string, now: Date): Promise<void> {
    await tx.execute(sql`
      update spaces set revision_id = ${revisionId}, updated_at = ${now} where id = ${spaceId}`)
  }
}
