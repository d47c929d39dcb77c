import { ExpressionError, ExpressionFailure } from './errors.ts'
import { evaluate, type Scope } from './evaluate.ts'
import type { Expression } from './expression.ts'
import { parseExpression } from './parse.ts'

/**
 * Whether a condition holds. One that is no expression, or has no value for this scope, does not: what it stands
 * before stays hidden.
 */
export function holds(condition: string, scope: Scope): boolean {
  return Boolean(valueOf(condition, scope))
}

/** What an expression in a line of text shows: nothing, when it has no value or one that is no text. */
export function textOf(expression: string, scope: Scope): string {
  const value = valueOf(expression, scope)
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

function valueOf(text: string, scope: Scope): unknown {
  const expression = parsed(text)
  if (!expression) return undefined
  try {
    return evaluate(expression, scope)
  } catch (error) {
    if (error instanceof ExpressionFailure) return undefined
    throw error
  }
}

const remembered = new Map<string, Expression>()
const maxRemembered = 2000

/** Conditions are few and asked for every visitor: each is parsed once. */
function parsed(text: string): Expression | undefined {
  const known = remembered.get(text)
  if (known) return known
  try {
    const expression = parseExpression(text)
    // Maps keep the order of insertion: the oldest goes.
    const oldest = remembered.size >= maxRemembered ? remembered.keys().next() : undefined
    if (oldest && !oldest.done) remembered.delete(oldest.value)
    remembered.set(text, expression)
    return expression
  } catch (error) {
    if (error instanceof ExpressionError) return undefined
    throw error
  }
}
