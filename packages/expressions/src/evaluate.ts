import { ExpressionFailure } from './errors.ts'
import type { BinaryOperator, Expression, Step } from './expression.ts'

/** JSON values by name. Only own properties of plain objects and arrays are ever looked at. */
export type Scope = Readonly<Record<string, unknown>>

/**
 * The value of an expression. Nothing is called and nothing is converted: a number is no text, an inherited
 * property is no member. Time grows with the expression and the arrays its `in` looks through, and with nothing
 * else.
 *
 * @throws {ExpressionFailure} when it has none.
 */
export function evaluate(expression: Expression, scope: Scope): unknown {
  switch (expression.kind) {
    case 'literal':
      return expression.value
    case 'array':
      return expression.items.map((item) => evaluate(item, scope))
    case 'name':
      if (!Object.hasOwn(scope, expression.name)) {
        throw new ExpressionFailure(`there is no "${expression.name}"`)
      }
      return scope[expression.name]
    case 'path':
      return follow(evaluate(expression.of, scope), expression.steps)
    case 'unary': {
      const value = evaluate(expression.operand, scope)
      if (expression.operator === '!') return !value
      if (typeof value === 'number') return -value
      throw new ExpressionFailure('only a number has a negative')
    }
    case 'choice':
      return evaluate(expression.condition, scope)
        ? evaluate(expression.yes, scope)
        : evaluate(expression.no, scope)
    case 'binary': {
      const left = evaluate(expression.left, scope)
      if (expression.operator === '&&') return left ? evaluate(expression.right, scope) : left
      if (expression.operator === '||') return left ? left : evaluate(expression.right, scope)
      return apply(expression.operator, left, evaluate(expression.right, scope))
    }
  }
}

function follow(start: unknown, steps: Step[]): unknown {
  let value = start
  for (const { key, optional } of steps) {
    if (value === undefined || value === null) {
      if (optional) return undefined
      throw new ExpressionFailure(`there is no "${key}" of nothing`)
    }
    if (typeof value !== 'object') throw new ExpressionFailure(`a ${typeof value} has no "${key}"`)
    value = own(value, key)
  }
  return value
}

// The cast only makes the object readable by key; what is read stays unknown.
const own = (object: object, key: string | number): unknown =>
  Object.hasOwn(object, key) ? (object as Record<string | number, unknown>)[key] : undefined

function apply(operator: Exclude<BinaryOperator, '&&' | '||'>, left: unknown, right: unknown): unknown {
  switch (operator) {
    case '===':
      return left === right
    case '!==':
      return left !== right
    case '==':
      return looselyEqual(left, right)
    case '!=':
      return !looselyEqual(left, right)
    case '<':
      return compare(left, right) < 0
    case '>':
      return compare(left, right) > 0
    case '<=':
      return compare(left, right) <= 0
    case '>=':
      return compare(left, right) >= 0
    case 'in':
      return isIn(left, right)
    case '+':
      return add(left, right)
  }
}

/** As strict as `===`, but that nothing is nothing: `null == undefined`. */
const looselyEqual = (left: unknown, right: unknown): boolean =>
  left === right || ((left ?? null) === null && (right ?? null) === null)

function compare(left: unknown, right: unknown): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right
  if (typeof left === 'string' && typeof right === 'string') return left < right ? -1 : left > right ? 1 : 0
  throw new ExpressionFailure('only two numbers or two texts have an order')
}

/** In an array as one of its items, in an object as one of its keys. */
function isIn(left: unknown, right: unknown): boolean {
  if (Array.isArray(right)) return right.some((item) => item === left)
  if (typeof right === 'object' && right !== null && typeof left === 'string')
    return Object.hasOwn(right, left)
  throw new ExpressionFailure('"in" needs an array, or a name and an object')
}

function add(left: unknown, right: unknown): string | number {
  if (typeof left === 'number' && typeof right === 'number') return left + right
  if (isWord(left) && isWord(right)) return `${left}${right}`
  throw new ExpressionFailure('only numbers and texts can be added')
}

const isWord = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number'
