import { requireCondition } from '../../../audience/conditions.ts'
import type { AdaptiveJsonSchema } from '../../../audience/adaptive-schema.ts'
import type { Queryable } from '../../../database/database.ts'

/** Reads the schema of the claims of a site's visitors. */
export type LoadAdaptiveSchema = (on: Queryable, siteId: string) => Promise<AdaptiveJsonSchema | undefined>

/** Checks conditions when they are saved, so that every saved condition can be evaluated for a visitor. */
export class ConditionValidator {
  readonly #loadSchema: LoadAdaptiveSchema

  constructor(loadSchema: LoadAdaptiveSchema) {
    this.#loadSchema = loadSchema
  }

  async requireValid(
    on: Queryable,
    siteId: string,
    condition: string | null | undefined,
    field: string,
  ): Promise<void> {
    if (condition != null) await this.requireAllValid(on, siteId, [[field, condition]])
  }

  async requireAllValid(
    on: Queryable,
    siteId: string,
    conditions: [field: string, condition: string][],
  ): Promise<void> {
    if (conditions.length === 0) return
    const schema = await this.#loadSchema(on, siteId)
    for (const [field, condition] of conditions) requireCondition(condition, schema, field)
  }
}
