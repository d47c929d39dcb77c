import { requireCondition } from '../../../audience/conditions.ts'
import type { AdaptiveJsonSchema } from '../../../audience/adaptive-schema.ts'
import type { Queryable } from '../../../database/database.ts'

/** Where the schema of a site's visitors' claims is read. */
export type SchemaOf = (on: Queryable, siteId: string) => Promise<AdaptiveJsonSchema | undefined>

/** Conditions are checked when they are saved: what a visitor meets is an expression that can be evaluated. */
export class SiteConditions {
  readonly #schemaOf: SchemaOf

  constructor(schemaOf: SchemaOf) {
    this.#schemaOf = schemaOf
  }

  async require(
    on: Queryable,
    siteId: string,
    condition: string | null | undefined,
    field: string,
  ): Promise<void> {
    if (condition != null) await this.requireAll(on, siteId, [[field, condition]])
  }

  async requireAll(
    on: Queryable,
    siteId: string,
    conditions: [field: string, condition: string][],
  ): Promise<void> {
    if (conditions.length === 0) return
    const schema = await this.#schemaOf(on, siteId)
    for (const [field, condition] of conditions) requireCondition(condition, schema, field)
  }
}
