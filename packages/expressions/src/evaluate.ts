import { EvaluationError } from './errors.ts'
import type { BinaryOperator, Expression, PathStep } from './expression.ts'

/** JSON values by name. Only own properties of plain objects and arrays are ever read. */
export type Scope = Readonly<Record<string, unknown>>

/**
 * Evaluates an expression. It calls nothing, converts nothing and reads no inherited property, so an expression
 * that a stranger wrote is harmless. The time is proportional to the length of the expression and of the arrays
 * that `in` searches.
 *
 * @throws {EvaluationError} when the expression has no value.
 */
export function evaluateExpression(expression: Expression, scope: Scope): unknown {
  switch (expression.kind) {
    case 'literal':
      return expression.value
    case 'array':
      return expression.items.map((item) => evaluateExpression(item, scope))
    case 'name':
      if (!Object.hasOwn(scope, expression.name)) {
        throw new EvaluationError(`there is no "${expression.name}"`)
      }
      return scope[expression.name]
    case 'path':
      return readPath(evaluateExpression(expression.object, scope), expression.steps)
    case 'unary': {
      const value = evaluateExpression(expression.operand, scope)
      if (expression.operator === '!') return !value
      if (typeof value === 'number') return -value
      throw new EvaluationError('only a number can be negated')
    }
    case 'conditional':
      return evaluateExpression(expression.condition, scope)
        ? evaluateExpression(expression.consequent, scope)
        : evaluateExpression(expression.alternate, scope)
    case 'binary': {
      const left = evaluateExpression(expression.left, scope)
      if (expression.operator === '&&') return left ? evaluateExpression(expression.right, scope) : left
      if (expression.operator === '||') return left ? left : evaluateExpression(expression.right, scope)
      return applyOperator(expression.operator, left, evaluateExpression(expression.right, scope))
    }
  }
}

function readPath(start: unknown, steps: PathStep[]): unknown {
  let value = start
  for (const { key, optional } of steps) {
    if (value === undefined || value === null) {
      if (optional) return undefined
      throw new EvaluationError(`cannot read "${key}" of null or undefined`)
    }
    if (typeof value !== 'object') throw new EvaluationError(`a ${typeof value} has no "${key}"`)
    value = readOwnMember(value, key)
  }
  return value
}

// The cast only makes the object readable by key. The type of the value that is read stays unknown.
const readOwnMember = (object: object, key: string | number): unknown =>
  Object.hasOwn(object, key) ? (object as Record<string | number, unknown>)[key] : undefined

function applyOperator(
  operator: Exclude<BinaryOperator, '&&' | '||'>,
  left: unknown,
  right: unknown,
): unknown {
  switch (operator) {
    case '===':
      return left === right
    case '!==':
      return left !== right
    case '==':
      return areLooselyEqual(left, right)
    case '!=':
      return !areLooselyEqual(left, right)
    case '<':
      return compareValues(left, right) < 0
    case '>':
      return compareValues(left, right) > 0
    case '<=':
      return compareValues(left, right) <= 0
    case '>=':
      return compareValues(left, right) >= 0
    case 'in':
      return isIn(left, right)
    case '+':
      return addValues(left, right)
  }
}

/** As strict as `===`, except that `null == undefined`. */
const areLooselyEqual = (left: unknown, right: unknown): boolean =>
  left === right || ((left ?? null) === null && (right ?? null) === null)

function compareValues(left: unknown, right: unknown): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right
  if (typeof left === 'string' && typeof right === 'string') return left < right ? -1 : left > right ? 1 : 0
  throw new EvaluationError('only two numbers or two strings can be ordered')
}

/** Whether the left value is an item of the array, or a key of the object, on the right. */
function isIn(left: unknown, right: unknown): boolean {
  if (Array.isArray(right)) return right.some((item) => item === left)
  if (typeof right === 'object' && right !== null && typeof left === 'string')
    return Object.hasOwn(right, left)
  throw new EvaluationError('"in" needs an array, or a string and an object')
}

function addValues(left: unknown, right: unknown): string | number {
  if (typeof left === 'number' && typeof right === 'number') return left + right
  if (isStringOrNumber(left) && isStringOrNumber(right)) return `${left}${right}`
  throw new EvaluationError('only numbers and strings can be added')
}

const isStringOrNumber = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number'
