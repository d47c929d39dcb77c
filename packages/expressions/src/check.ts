import { ExpressionError } from './errors.ts'
import type { Expression, PathStep } from './expression.ts'

/** The static type of a value, in the terms of JSON Schema. */
export type ValueType =
  | { type: 'boolean' | 'number' | 'null' }
  | { type: 'string'; enum?: readonly string[] }
  | { type: 'array'; items: ValueType }
  /** An object has no members other than these properties. */
  | { type: 'object'; properties: Readonly<Record<string, ValueType>> }
  | { type: 'unknown' }

const unknownType: ValueType = { type: 'unknown' }
const booleanType: ValueType = { type: 'boolean' }

/**
 * Computes the type of an expression, given the types of the names in its scope.
 *
 * @throws {ExpressionError} with the position, when a name does not exist or an operator can never be applied.
 */
export function checkExpression(
  expression: Expression,
  scope: Readonly<Record<string, ValueType>>,
): ValueType {
  const check = (inner: Expression) => checkExpression(inner, scope)
  switch (expression.kind) {
    case 'literal':
      return getLiteralType(expression.value)
    case 'array':
      return { type: 'array', items: unifyTypes(expression.items.map(check)) }
    case 'name': {
      const type = Object.hasOwn(scope, expression.name) ? scope[expression.name] : undefined
      if (type) return type
      throw new ExpressionError(`there is no "${expression.name}"`, expression.position)
    }
    case 'path':
      return expression.steps.reduce((type, step) => getMemberType(type, step), check(expression.object))
    case 'unary':
      return checkUnary(expression, check(expression.operand))
    case 'conditional':
      check(expression.condition)
      return unifyTypes([check(expression.consequent), check(expression.alternate)])
    case 'binary':
      return checkBinary(expression, check(expression.left), check(expression.right))
  }
}

function getMemberType(type: ValueType, { key, position }: PathStep): ValueType {
  switch (type.type) {
    case 'unknown':
      return unknownType
    case 'object': {
      const member = Object.hasOwn(type.properties, key) ? type.properties[key] : undefined
      if (member) return member
      throw new ExpressionError(`there is no "${key}" here`, position)
    }
    case 'array':
      if (key === 'length') return { type: 'number' }
      if (typeof key === 'number') return type.items
      throw new ExpressionError(`an array has no "${key}"`, position)
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      throw new ExpressionError(`a ${type.type} has no "${key}"`, position)
  }
}

function checkUnary(
  { operator, position }: Extract<Expression, { kind: 'unary' }>,
  operand: ValueType,
): ValueType {
  if (operator === '!') return booleanType
  if (couldBe(operand, 'number')) return { type: 'number' }
  throw new ExpressionError(`a ${operand.type} cannot be negated`, position)
}

function checkBinary(
  { operator, position }: Extract<Expression, { kind: 'binary' }>,
  left: ValueType,
  right: ValueType,
): ValueType {
  const createError = () =>
    new ExpressionError(`"${operator}" cannot be applied to a ${left.type} and a ${right.type}`, position)
  switch (operator) {
    case '&&':
    case '||':
      return unifyTypes([left, right])
    case '==':
    case '!=':
    case '===':
    case '!==':
      if (!canBeEqual(left, right)) throw createError()
      requireSharedValue(left, right, position)
      return booleanType
    case '<':
    case '>':
    case '<=':
    case '>=':
      if (!bothCouldBe('number', left, right) && !bothCouldBe('string', left, right)) throw createError()
      return booleanType
    case 'in':
      if (right.type === 'array' && canBeEqual(left, right.items)) {
        requireSharedValue(left, right.items, position)
        return booleanType
      }
      if (right.type === 'object' && couldBe(left, 'string'))
        return requireKnownKeys(left, right.properties, position)
      if (right.type === 'unknown') return booleanType
      throw createError()
    case '+':
      if (bothCouldBe('number', left, right)) return { type: 'number' }
      if (
        (couldBe(left, 'string') || couldBe(left, 'number')) &&
        (couldBe(right, 'string') || couldBe(right, 'number'))
      ) {
        return { type: 'string' }
      }
      throw createError()
  }
}

const couldBe = (type: ValueType, name: ValueType['type']): boolean =>
  type.type === name || type.type === 'unknown'

const bothCouldBe = (name: ValueType['type'], left: ValueType, right: ValueType): boolean =>
  couldBe(left, name) && couldBe(right, name)

/**
 * Whether two values of these types can be equal. Two objects or two arrays never are, because `==` compares
 * identity.
 */
function canBeEqual(left: ValueType, right: ValueType): boolean {
  if (couldBe(left, 'null') || couldBe(right, 'null')) return true
  return left.type === right.type && left.type !== 'array' && left.type !== 'object'
}

/** Rejects a comparison of two enumerations that share no value: one of the literals is misspelled. */
function requireSharedValue(left: ValueType, right: ValueType, position: number): void {
  if (left.type !== 'string' || right.type !== 'string' || !left.enum || !right.enum) return
  const values = new Set(right.enum)
  if (left.enum.some((value) => values.has(value))) return
  const [fewerValues, moreValues] =
    left.enum.length > right.enum.length ? [right.enum, left.enum] : [left.enum, right.enum]
  throw new ExpressionError(
    `"${fewerValues.join('", "')}" is not one of "${moreValues.join('", "')}"`,
    position,
  )
}

function requireKnownKeys(
  left: ValueType,
  properties: Readonly<Record<string, ValueType>>,
  position: number,
): ValueType {
  const unknownKey =
    left.type === 'string' ? left.enum?.find((key) => !Object.hasOwn(properties, key)) : undefined
  if (unknownKey === undefined) return booleanType
  throw new ExpressionError(`there is no "${unknownKey}" here`, position)
}

function unifyTypes(types: ValueType[]): ValueType {
  const [first, ...rest] = types
  if (!first) return unknownType
  if (rest.every((type) => type.type === first.type)) {
    if (first.type === 'string') return unifyStringTypes(types)
    // Two array types or two object types may have different items or properties.
    return rest.length === 0 || (first.type !== 'array' && first.type !== 'object') ? first : unknownType
  }
  return unknownType
}

/** The union of the enumerations, or any string when one of the types is not an enumeration. */
function unifyStringTypes(types: ValueType[]): ValueType {
  const values: string[] = []
  for (const type of types) {
    if (type.type !== 'string' || !type.enum) return { type: 'string' }
    values.push(...type.enum)
  }
  return { type: 'string', enum: values }
}

function getLiteralType(value: string | number | boolean | null | undefined): ValueType {
  switch (typeof value) {
    case 'string':
      return { type: 'string', enum: [value] }
    case 'number':
      return { type: 'number' }
    case 'boolean':
      return booleanType
    default:
      return { type: 'null' }
  }
}
