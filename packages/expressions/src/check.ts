import { ExpressionError } from './errors.ts'
import type { Expression, Step } from './expression.ts'

/** What is known of a value before there is one, in the words of JSON Schema. */
export type Type =
  | { type: 'boolean' | 'number' | 'null' }
  | { type: 'string'; enum?: readonly string[] }
  | { type: 'array'; items: Type }
  /** Closed: what is not named here is not there. */
  | { type: 'object'; properties: Readonly<Record<string, Type>> }
  | { type: 'unknown' }

const unknown: Type = { type: 'unknown' }
const boolean: Type = { type: 'boolean' }

/**
 * The type of an expression over a scope of these types.
 *
 * @throws {ExpressionError} naming the place, when a name is not there or an operator could never work.
 */
export function checkExpression(expression: Expression, scope: Readonly<Record<string, Type>>): Type {
  const check = (inner: Expression) => checkExpression(inner, scope)
  switch (expression.kind) {
    case 'literal':
      return typeOfLiteral(expression.value)
    case 'array':
      return { type: 'array', items: common(expression.items.map(check)) }
    case 'name': {
      const type = Object.hasOwn(scope, expression.name) ? scope[expression.name] : undefined
      if (type) return type
      throw new ExpressionError(`there is no "${expression.name}"`, expression.at)
    }
    case 'path':
      return expression.steps.reduce((type, step) => memberType(type, step), check(expression.of))
    case 'unary':
      return checkUnary(expression, check(expression.operand))
    case 'choice':
      check(expression.condition)
      return common([check(expression.yes), check(expression.no)])
    case 'binary':
      return checkBinary(expression, check(expression.left), check(expression.right))
  }
}

function memberType(type: Type, { key, at }: Step): Type {
  switch (type.type) {
    case 'unknown':
      return unknown
    case 'object': {
      const member = Object.hasOwn(type.properties, key) ? type.properties[key] : undefined
      if (member) return member
      throw new ExpressionError(`there is no "${key}" here`, at)
    }
    case 'array':
      if (key === 'length') return { type: 'number' }
      if (typeof key === 'number') return type.items
      throw new ExpressionError(`an array has no "${key}"`, at)
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      throw new ExpressionError(`a ${type.type} has no "${key}"`, at)
  }
}

function checkUnary({ operator, at }: Extract<Expression, { kind: 'unary' }>, operand: Type): Type {
  if (operator === '!') return boolean
  if (is(operand, 'number')) return { type: 'number' }
  throw new ExpressionError(`a ${operand.type} has no negative`, at)
}

function checkBinary(
  { operator, at }: Extract<Expression, { kind: 'binary' }>,
  left: Type,
  right: Type,
): Type {
  const refuse = () =>
    new ExpressionError(`"${operator}" cannot work on a ${left.type} and a ${right.type}`, at)
  switch (operator) {
    case '&&':
    case '||':
      return common([left, right])
    case '==':
    case '!=':
    case '===':
    case '!==':
      if (!comparable(left, right)) throw refuse()
      requireOneOf(left, right, at)
      return boolean
    case '<':
    case '>':
    case '<=':
    case '>=':
      if (!bothAre('number', left, right) && !bothAre('string', left, right)) throw refuse()
      return boolean
    case 'in':
      if (right.type === 'array' && comparable(left, right.items)) {
        requireOneOf(left, right.items, at)
        return boolean
      }
      if (right.type === 'object' && is(left, 'string')) return requireKeys(left, right.properties, at)
      if (right.type === 'unknown') return boolean
      throw refuse()
    case '+':
      if (bothAre('number', left, right)) return { type: 'number' }
      if ((is(left, 'string') || is(left, 'number')) && (is(right, 'string') || is(right, 'number'))) {
        return { type: 'string' }
      }
      throw refuse()
  }
}

const is = (type: Type, name: Type['type']): boolean => type.type === name || type.type === 'unknown'

const bothAre = (name: Type['type'], left: Type, right: Type): boolean => is(left, name) && is(right, name)

/** Whether two values of these types could ever be equal: objects and arrays are equal to nothing else. */
function comparable(left: Type, right: Type): boolean {
  if (is(left, 'null') || is(right, 'null')) return true
  return left.type === right.type && left.type !== 'array' && left.type !== 'object'
}

/** A literal that is none of the values there can be is a slip of the pen. */
function requireOneOf(left: Type, right: Type, at: number): void {
  if (left.type !== 'string' || right.type !== 'string' || !left.enum || !right.enum) return
  const values = new Set(right.enum)
  if (left.enum.some((value) => values.has(value))) return
  const [few, many] = left.enum.length > right.enum.length ? [right.enum, left.enum] : [left.enum, right.enum]
  throw new ExpressionError(`"${few.join('", "')}" is none of "${many.join('", "')}"`, at)
}

function requireKeys(left: Type, properties: Readonly<Record<string, Type>>, at: number): Type {
  const missing =
    left.type === 'string' ? left.enum?.find((key) => !Object.hasOwn(properties, key)) : undefined
  if (missing === undefined) return boolean
  throw new ExpressionError(`there is no "${missing}" here`, at)
}

function common(types: Type[]): Type {
  const [first, ...rest] = types
  if (!first) return unknown
  if (rest.every((type) => type.type === first.type)) {
    if (first.type === 'string') return commonText(types)
    // Two objects may differ in what they hold.
    return rest.length === 0 || (first.type !== 'array' && first.type !== 'object') ? first : unknown
  }
  return unknown
}

/** Any of all the texts that are named, if all are. */
function commonText(types: Type[]): Type {
  const values: string[] = []
  for (const type of types) {
    if (type.type !== 'string' || !type.enum) return { type: 'string' }
    values.push(...type.enum)
  }
  return { type: 'string', enum: values }
}

function typeOfLiteral(value: string | number | boolean | null | undefined): Type {
  switch (typeof value) {
    case 'string':
      return { type: 'string', enum: [value] }
    case 'number':
      return { type: 'number' }
    case 'boolean':
      return boolean
    default:
      return { type: 'null' }
  }
}
