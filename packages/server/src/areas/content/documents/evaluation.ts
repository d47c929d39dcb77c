import {
  type Expression,
  ExpressionError,
  evaluateCondition,
  parseExpression,
  evaluateAsText,
} from '@verso/expressions'
import type { ExpressionEvaluator } from '@verso/markdown'

/** The values that expressions in a text may use. */
export interface EvaluationInputs {
  /** The variables of the space. */
  variables: Readonly<Record<string, unknown>>
  pageVariables: Readonly<Record<string, unknown>>
  /** The claims of the visitor; missing where the visitor is not known yet. */
  claims?: Readonly<Record<string, unknown>>
}

/**
 * Evaluates the expressions of a text, which may use `space.vars`, `page.vars` and `visitor.claims`. Without claims,
 * `knownOnly` leaves the expressions that use `visitor` unevaluated; otherwise they are evaluated for a visitor without
 * any claims.
 */
export function createEvaluation(
  { variables, pageVariables, claims }: EvaluationInputs,
  { knownOnly }: { knownOnly: boolean },
): ExpressionEvaluator {
  const scope = {
    space: { vars: variables },
    page: { vars: pageVariables },
    ...((claims || !knownOnly) && { visitor: { claims: claims ?? {} } }),
  }
  const isUnknown = (expression: string) => !('visitor' in scope) && usesVisitor(expression)
  return {
    evaluateCondition: (expression) =>
      isUnknown(expression) ? undefined : evaluateCondition(expression, scope),
    evaluateAsText: (expression) => (isUnknown(expression) ? undefined : evaluateAsText(expression, scope)),
  }
}

/** Whether the value of an expression may depend on who reads it. */
export function usesVisitor(text: string): boolean {
  try {
    return listNames(parseExpression(text)).includes('visitor')
  } catch (error) {
    // A text that is no expression uses nothing, and evaluates to nothing.
    if (error instanceof ExpressionError) return false
    throw error
  }
}

function listNames(expression: Expression): string[] {
  switch (expression.kind) {
    case 'literal':
      return []
    case 'array':
      return expression.items.flatMap(listNames)
    case 'name':
      return [expression.name]
    case 'path':
      return listNames(expression.object)
    case 'unary':
      return listNames(expression.operand)
    case 'binary':
      return [...listNames(expression.left), ...listNames(expression.right)]
    case 'conditional':
      return [expression.condition, expression.consequent, expression.alternate].flatMap(listNames)
  }
}
