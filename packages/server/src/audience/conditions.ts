import { checkExpression, ExpressionError, evaluateCondition, parseExpression } from '@verso/expressions'
import { Invalid } from '../common/errors.ts'
import { type AdaptiveJsonSchema, buildClaimsType } from './adaptive-schema.ts'
import { type Claims, createExpressionScope } from './claims.ts'

/** Whether a condition holds for a visitor. Without a condition it is true. */
export const isVisible = (condition: string | null | undefined, claims: Claims): boolean =>
  condition === null ||
  condition === undefined ||
  condition === '' ||
  evaluateCondition(condition, createExpressionScope(claims))

/** Beyond this number, a visitor is told apart by all claims: evaluating the conditions would take too long. */
const MAX_SUMMARIZED_CONDITIONS = 500

/** Which of some conditions hold for a visitor, as a part of cache keys. Visitors with the same summary see the same. */
export function summarizeConditions(conditions: readonly string[], claims: Claims): string {
  if (conditions.length === 0) return ''
  if (conditions.length > MAX_SUMMARIZED_CONDITIONS) return JSON.stringify(claims)
  return conditions.map((condition) => (isVisible(condition, claims) ? '1' : '0')).join('')
}

/**
 * Throws for a condition that is not an expression, or that names a claim which the schema does not have. A site without
 * a schema does not restrict its visitors' claims, so a condition may name any.
 *
 * @param field the name of the field in error messages, such as `body.condition`.
 * @param otherVariables variables of unknown type that the condition may use besides `visitor`.
 */
export function requireCondition(
  condition: string,
  schema: AdaptiveJsonSchema | undefined,
  field: string,
  otherVariables: readonly string[] = [],
): void {
  try {
    checkExpression(parseExpression(condition), {
      ...Object.fromEntries(otherVariables.map((name) => [name, { type: 'unknown' }])),
      visitor: { type: 'object', properties: { claims: buildClaimsType(schema) } },
    })
  } catch (error) {
    if (error instanceof ExpressionError) throw new Invalid(`${field} is no condition: ${error.message}.`)
    throw error
  }
}
