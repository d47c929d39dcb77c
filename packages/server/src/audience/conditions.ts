import { checkExpression, ExpressionError, holds, parseExpression } from '@verso/expressions'
import { Invalid } from '../common/errors.ts'
import { type AdaptiveJsonSchema, claimsType } from './adaptive-schema.ts'
import { type Claims, scopeOf } from './claims.ts'

/** Whether a visitor sees what stands under this condition; without one everybody does. */
export const isVisible = (condition: string | null | undefined, claims: Claims): boolean =>
  condition === null || condition === undefined || condition === '' || holds(condition, scopeOf(claims))

/**
 * Refuses a condition that is no expression, or that names what the schema does not have. A site without a schema
 * says nothing of its visitors' claims, so any may be named.
 *
 * @param field what the caller calls it, as in `body.condition`.
 * @param more what it may name besides the visitor, of which anything may be asked.
 */
export function requireCondition(
  condition: string,
  schema: AdaptiveJsonSchema | undefined,
  field: string,
  more: readonly string[] = [],
): void {
  try {
    checkExpression(parseExpression(condition), {
      ...Object.fromEntries(more.map((name) => [name, { type: 'unknown' }])),
      visitor: { type: 'object', properties: { claims: claimsType(schema) } },
    })
  } catch (error) {
    if (error instanceof ExpressionError) throw new Invalid(`${field} is no condition: ${error.message}.`)
    throw error
  }
}
