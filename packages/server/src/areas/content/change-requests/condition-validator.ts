import { type Change, hashObject } from '@verso/revisions'
import { requireCondition } from '../../../audience/conditions.ts'
import { Invalid } from '../../../common/errors.ts'
import type { DocumentParser } from '../documents/document-parser.ts'
import type { Queryable } from '../../../database/database.ts'
import type { ChangeRequestRepository, VisitorSchemas } from './repository.ts'

interface ContentConditionValidatorDependencies {
  documentParser: DocumentParser
  changeRequests: ChangeRequestRepository
}

/**
 * Validates the conditions of pages and in their texts when they are written, so that a mistake is an error for the
 * author and not content that silently stays hidden from visitors.
 */
export class ContentConditionValidator {
  readonly #deps: ContentConditionValidatorDependencies

  constructor(deps: ContentConditionValidatorDependencies) {
    this.#deps = deps
  }

  /** @param fieldPath the place of the change in the request body, such as `body.changes.0`, for error messages. */
  async validate(
    on: Queryable,
    spaceId: string,
    changes: readonly Change[],
    fieldPath: string,
  ): Promise<void> {
    const pageConditions = listPageConditions(changes)
    const textConditions = await this.#listTextConditions(changes)
    if (pageConditions.length === 0 && textConditions.length === 0) return
    const schemas = await this.#deps.changeRequests.listVisitorSchemas(on, spaceId)
    for (const condition of pageConditions) requireForOne(condition, schemas, `${fieldPath}.condition`)
    for (const condition of textConditions) {
      requireForOne(condition, schemas, `${fieldPath}.document: {% if ${condition} %}`, ['space', 'page'])
    }
  }

  async #listTextConditions(changes: readonly Change[]): Promise<string[]> {
    const conditions: string[] = []
    for (const change of changes) {
      const text = 'document' in change && change.document && 'markdown' in change.document && change.document
      // Parsing is slow, and most texts have no condition.
      if (!text || !/\{%-?\s*if\b/.test(text.markdown)) continue
      const hash = hashObject(Buffer.from(text.markdown))
      const inText = await this.#deps.documentParser.read(hash, text.markdown, 'conditions')
      for (const condition of new Set(inText)) conditions.push(condition)
    }
    return conditions
  }
}

const listPageConditions = (changes: readonly Change[]): string[] =>
  changes.flatMap((change) => {
    const condition = 'fields' in change ? change.fields.condition : undefined
    return typeof condition === 'string' && condition !== '' ? [condition] : []
  })

/**
 * A condition must be valid for one of the sites that show the space. On the other sites, where its claims are unknown,
 * it hides the content.
 */
function requireForOne(
  condition: string,
  schemas: VisitorSchemas,
  field: string,
  moreVariables: string[] = [],
): void {
  let firstError: unknown
  for (const schema of schemas) {
    try {
      requireCondition(condition, schema, field, moreVariables)
      return
    } catch (error) {
      if (!(error instanceof Invalid)) throw error
      firstError ??= error
    }
  }
  throw firstError
}
