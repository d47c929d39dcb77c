import { sql, type Transaction } from '../../../database/database.ts'
import type { Tables } from '../../../database/schema/tables.ts'

/** What decides whether the content of a space may have computed pages. */
export interface ComputedState extends Pick<Tables['spaces'], 'organizationId'> {
  /** Whether it has had any. */
  computed: boolean
}

/** The table `computed_from`: the specs that computed pages of a space use. A spec stays in it when its pages are deleted. */
export class ComputedSourceRepository {
  findState(tx: Transaction, spaceId: string): Promise<ComputedState | undefined> {
    return tx.row(sql`
      select s.organization_id as "organizationId",
        exists (select from computed_from c where c.space_id = s.id) as computed
      from spaces s where s.id = ${spaceId}`)
  }

  async insertSpecs(tx: Transaction, spaceId: string, specs: readonly string[]): Promise<void> {
    await tx.execute(sql`
      insert into computed_from (space_id, spec)
      select ${spaceId}, spec from unnest(${[...specs]}::text[]) as given (spec) on conflict do nothing`)
  }

  /** The spaces of an organization that have pages computed from a spec. */
  listSpacesOfSpec(
    tx: Transaction,
    organizationId: string,
    spec: string,
  ): Promise<Pick<Tables['computed_from'], 'spaceId'>[]> {
    return tx.rows(sql`
      select s.id as "spaceId" from computed_from c join spaces s on s.id = c.space_id
      where c.spec = ${spec} and s.organization_id = ${organizationId} and s.deleted_at is null
      order by s.id`)
  }

  async hasSpecs(tx: Transaction, spaceId: string): Promise<boolean> {
    const row = await tx.row(sql`select space_id from computed_from where space_id = ${spaceId} limit 1`)
    return row !== undefined
  }

  async copySpecs(tx: Transaction, { from, to }: { from: string; to: string }): Promise<void> {
    await tx.execute(sql`
      insert into computed_from (space_id, spec) select ${to}, spec from computed_from where space_id = ${from}`)
  }
}
