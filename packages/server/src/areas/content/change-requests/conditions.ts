import { walkBlocks } from '@verso/markdown'
import { type Change, hashOf } from '@verso/revisions'
import type { AdaptiveJsonSchema } from '../../../audience/adaptive-schema.ts'
import { requireCondition } from '../../../audience/conditions.ts'
import { Invalid } from '../../../common/errors.ts'
import type { Documents } from '../documents/documents.ts'
import { type Queryable, sql } from '../../../database/database.ts'

/** What the sites that show a space know of their visitors: a schema each, or that anything may be claimed. */
type Audience = (AdaptiveJsonSchema | undefined)[]

/** Conditions of pages and in texts are checked when they are written, as those of sites are when they are saved. */
export class ContentConditions {
  readonly #documents: Documents

  constructor({ documents }: { documents: Documents }) {
    this.#documents = documents
  }

  /** @param where what the caller calls the change, as in `body.changes.0`. */
  async require(on: Queryable, spaceId: string, changes: readonly Change[], where: string): Promise<void> {
    const [ofPages, inTexts] = [pageConditions(changes), await this.#textConditions(changes)]
    if (ofPages.length === 0 && inTexts.length === 0) return
    const audience = await audienceOf(on, spaceId)
    for (const condition of ofPages) requireForOne(condition, audience, `${where}.condition`)
    for (const condition of inTexts) {
      requireForOne(condition, audience, `${where}.document: {% if ${condition} %}`, ['space', 'page'])
    }
  }

  async #textConditions(changes: readonly Change[]): Promise<string[]> {
    const found: string[] = []
    for (const change of changes) {
      const text = 'document' in change && change.document && 'markdown' in change.document && change.document
      // Most texts have none, and taking a long one apart takes its time.
      if (!text || !/\{%-?\s*if\b/.test(text.markdown)) continue
      const document = await this.#documents.parse(hashOf(Buffer.from(text.markdown)), text.markdown)
      for (const { block } of walkBlocks(document)) {
        if (block.type === 'if') found.push(block.data.expression)
      }
    }
    return found
  }
}

const pageConditions = (changes: readonly Change[]): string[] =>
  changes.flatMap((change) => {
    const condition = 'fields' in change ? change.fields.condition : undefined
    return typeof condition === 'string' && condition !== '' ? [condition] : []
  })

async function audienceOf(on: Queryable, spaceId: string): Promise<Audience> {
  const rows = await on.rows<{ jsonSchema: AdaptiveJsonSchema | null }>(sql`
    select schema.json_schema as "jsonSchema"
    from (select distinct site_id from site_spaces where space_id = ${spaceId}) as shown
    left join site_adaptive_schemas schema on schema.site_id = shown.site_id`)
  return rows.length === 0 ? [undefined] : rows.map(({ jsonSchema }) => jsonSchema ?? undefined)
}

/** A space that several sites show may ask for what one of them knows: at the others that hides. */
function requireForOne(condition: string, audience: Audience, field: string, more: string[] = []): void {
  let problem: unknown
  for (const schema of audience) {
    try {
      requireCondition(condition, schema, field, more)
      return
    } catch (error) {
      if (!(error instanceof Invalid)) throw error
      problem ??= error
    }
  }
  throw problem
}
