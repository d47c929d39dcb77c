import { type Expression, ExpressionError, holds, parseExpression, textOf } from '@verso/expressions'
import type { Evaluation } from '@verso/markdown'

/** What expressions in a text may ask for. */
export interface EvaluationInputs {
  /** Those of the space. */
  variables: Readonly<Record<string, unknown>>
  pageVariables: Readonly<Record<string, unknown>>
  /** What is known about who reads; nothing, where that is still open. */
  claims?: Readonly<Record<string, unknown>>
}

/**
 * How the expressions of a text come out: `space.vars`, `page.vars` and `visitor.claims` are what they may name. With
 * `knownOnly`, those that ask for a reader nobody has named yet stay for whoever knows them; otherwise that is a
 * reader about whom nothing is claimed.
 */
export function createEvaluation(
  { variables, pageVariables, claims }: EvaluationInputs,
  { knownOnly }: { knownOnly: boolean },
): Evaluation {
  const scope = {
    space: { vars: variables },
    page: { vars: pageVariables },
    ...((claims || !knownOnly) && { visitor: { claims: claims ?? {} } }),
  }
  const isOpen = (expression: string) => !('visitor' in scope) && asksForVisitor(expression)
  return {
    holds: (expression) => (isOpen(expression) ? undefined : holds(expression, scope)),
    value: (expression) => (isOpen(expression) ? undefined : textOf(expression, scope)),
  }
}

function asksForVisitor(text: string): boolean {
  try {
    return names(parseExpression(text)).includes('visitor')
  } catch (error) {
    // What is no expression asks for nothing, and comes to nothing.
    if (error instanceof ExpressionError) return false
    throw error
  }
}

function names(expression: Expression): string[] {
  switch (expression.kind) {
    case 'literal':
      return []
    case 'array':
      return expression.items.flatMap(names)
    case 'name':
      return [expression.name]
    case 'path':
      return names(expression.of)
    case 'unary':
      return names(expression.operand)
    case 'binary':
      return [...names(expression.left), ...names(expression.right)]
    case 'choice':
      return [expression.condition, expression.yes, expression.no].flatMap(names)
  }
}
