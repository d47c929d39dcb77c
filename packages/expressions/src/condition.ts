import { ExpressionError, EvaluationError } from './errors.ts'
import { evaluateExpression, type Scope } from './evaluate.ts'
import type { Expression } from './expression.ts'
import { parseExpression } from './parse.ts'

/**
 * Whether a condition is true. A text that is not an expression, or whose evaluation fails for this scope, counts
 * as false, so that what the condition guards stays hidden.
 */
export function evaluateCondition(condition: string, scope: Scope): boolean {
  return Boolean(tryEvaluate(condition, scope))
}

/**
 * Evaluates an expression that stands in a line of text. The result is empty when evaluation fails, or when the
 * value is not a string, a number or a boolean.
 */
export function evaluateAsText(expression: string, scope: Scope): string {
  const value = tryEvaluate(expression, scope)
  switch (typeof value) {
    case 'string':
      return value
    case 'number':
    case 'boolean':
      return String(value)
    default:
      return ''
  }
}

function tryEvaluate(text: string, scope: Scope): unknown {
  const expression = parseCached(text)
  if (!expression) return undefined
  try {
    return evaluateExpression(expression, scope)
  } catch (error) {
    if (error instanceof EvaluationError) return undefined
    throw error
  }
}

const expressionCache = new Map<string, Expression>()
const MAX_CACHED_EXPRESSIONS = 2000

/** Parses each expression once: there are few of them, and they are evaluated for every visitor. */
function parseCached(text: string): Expression | undefined {
  const cachedExpression = expressionCache.get(text)
  if (cachedExpression) return cachedExpression
  try {
    const expression = parseExpression(text)
    // A map keeps the order of insertion, so the first key is the oldest.
    const oldest = expressionCache.size >= MAX_CACHED_EXPRESSIONS ? expressionCache.keys().next() : undefined
    if (oldest && !oldest.done) expressionCache.delete(oldest.value)
    expressionCache.set(text, expression)
    return expression
  } catch (error) {
    if (error instanceof ExpressionError) return undefined
    throw error
  }
}
