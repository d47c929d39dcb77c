import fc from 'fast-check'

/**
 * A second, independent implementation of expressions, which the tests compare the evaluator with. `formatModel`
 * writes an expression as text and `evaluateModel` computes its value, or `failedEvaluation` where evaluation has
 * to fail.
 */
export type ExpressionModel =
  | { form: 'value'; value: string | number | boolean | null | undefined }
  | { form: 'list'; items: ExpressionModel[] }
  | { form: 'member'; keys: string[]; optional: boolean }
  | { form: 'not' | 'minus'; operand: ExpressionModel }
  | { form: 'operator'; operator: string; left: ExpressionModel; right: ExpressionModel }
  | { form: 'choice'; condition: ExpressionModel; consequent: ExpressionModel; alternate: ExpressionModel }

export const failedEvaluation = Symbol('failed')

export const binaryOperators = ['&&', '||', '==', '!=', '===', '!==', '<', '>', '<=', '>=', 'in', '+']

const memberNames = [
  'visitor',
  'claims',
  'a',
  'b',
  'unsigned',
  'constructor',
  '__proto__',
  'length',
  'toString',
]

const leafModel: fc.Arbitrary<ExpressionModel> = fc.oneof(
  fc.record({
    form: fc.constant('value' as const),
    value: fc.oneof(
      fc.boolean(),
      fc.constantFrom(null, undefined, '', 'a', 'b', 'länge', "it's", 'a"b\\c\n', '__proto__'),
      fc.nat({ max: 3 }),
      fc.constantFrom(0.5, 1e21),
    ),
  }),
  fc.record({
    form: fc.constant('member' as const),
    keys: fc
      .array(fc.constantFrom(...memberNames), { maxLength: 3 })
      .map((rest) => ['visitor', 'claims'].concat(rest)),
    optional: fc.boolean(),
  }),
)

export const anyModel: fc.Arbitrary<ExpressionModel> = fc.letrec<{ model: ExpressionModel }>((tie) => ({
  model: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    leafModel,
    fc.record({ form: fc.constantFrom('not' as const, 'minus' as const), operand: tie('model') }),
    fc.record({ form: fc.constant('list' as const), items: fc.array(tie('model'), { maxLength: 3 }) }),
    fc.record({
      form: fc.constant('operator' as const),
      operator: fc.constantFrom(...binaryOperators),
      left: tie('model'),
      right: tie('model'),
    }),
    fc.record({
      form: fc.constant('choice' as const),
      condition: tie('model'),
      consequent: tie('model'),
      alternate: tie('model'),
    }),
  ),
})).model

/** Any JSON as claims, including keys that JavaScript objects inherit. */
export const anyClaims: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(true, false, null, 0, 1, 2, '', 'a', 'b'),
    fc.array(tie('value'), { maxLength: 3 }),
    // The object is parsed from text, as the claims of a token are, so that `__proto__` becomes an ordinary key.
    fc
      .array(fc.tuple(fc.constantFrom(...memberNames), tie('value')), { maxLength: 4 })
      .map((entries) =>
        JSON.parse(
          `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join(',')}}`,
        ),
      ),
  ),
})).value

/** Writes every operand in parentheses, so that precedence does not matter. Another test covers precedence. */
export function formatModel(model: ExpressionModel): string {
  switch (model.form) {
    case 'value':
      return model.value === undefined ? 'undefined' : JSON.stringify(model.value)
    case 'list':
      return `[${model.items.map(formatModel).join(', ')}]`
    case 'member':
      return model.keys
        .map((key, index) => (index === 0 ? key : `${model.optional ? '?.' : ''}["${key}"]`))
        .join('')
    case 'not':
      return `!(${formatModel(model.operand)})`
    case 'minus':
      return `-(${formatModel(model.operand)})`
    case 'operator':
      return `(${formatModel(model.left)}) ${model.operator} (${formatModel(model.right)})`
    case 'choice':
      return `(${formatModel(model.condition)}) ? (${formatModel(model.consequent)}) : (${formatModel(model.alternate)})`
  }
}

export function evaluateModel(model: ExpressionModel, scope: Record<string, unknown>): unknown {
  switch (model.form) {
    case 'value':
      return model.value
    case 'list': {
      const items = model.items.map((item) => evaluateModel(item, scope))
      return items.includes(failedEvaluation) ? failedEvaluation : items
    }
    case 'member': {
      let value: unknown = scope
      for (const key of model.keys) {
        if (value === null || value === undefined) return model.optional ? undefined : failedEvaluation
        if (typeof value !== 'object') return failedEvaluation
        value = Object.getOwnPropertyDescriptor(value, key)?.value
      }
      return value
    }
    case 'not': {
      const value = evaluateModel(model.operand, scope)
      return value === failedEvaluation ? failedEvaluation : !value
    }
    case 'minus': {
      const value = evaluateModel(model.operand, scope)
      return typeof value === 'number' ? -value : failedEvaluation
    }
    case 'choice': {
      const condition = evaluateModel(model.condition, scope)
      if (condition === failedEvaluation) return failedEvaluation
      return evaluateModel(condition ? model.consequent : model.alternate, scope)
    }
    case 'operator':
      return evaluateOperator(model, scope)
  }
}

const isNullish = (value: unknown) => value === null || value === undefined

function evaluateOperator(
  { operator, left, right }: Extract<ExpressionModel, { form: 'operator' }>,
  scope: Record<string, unknown>,
): unknown {
  const leftValue = evaluateModel(left, scope)
  if (leftValue === failedEvaluation) return failedEvaluation
  if (operator === '&&' && !leftValue) return leftValue
  if (operator === '||' && leftValue) return leftValue
  const rightValue = evaluateModel(right, scope)
  if (rightValue === failedEvaluation) return failedEvaluation
  if (operator === '&&' || operator === '||') return rightValue
  if (operator === '===') return leftValue === rightValue
  if (operator === '!==') return leftValue !== rightValue
  if (operator === '==') return isNullish(leftValue) ? isNullish(rightValue) : leftValue === rightValue
  if (operator === '!=') return isNullish(leftValue) ? !isNullish(rightValue) : leftValue !== rightValue
  if (operator === 'in') {
    if (Array.isArray(rightValue)) return rightValue.includes(leftValue) && !Number.isNaN(leftValue)
    if (typeof rightValue === 'object' && rightValue !== null && typeof leftValue === 'string')
      return Object.keys(rightValue).includes(leftValue)
    return failedEvaluation
  }
  const operandTypes = `${typeof leftValue} ${typeof rightValue}`
  if (operator === '+') {
    if (operandTypes === 'number number') return Number(leftValue) + Number(rightValue)
    return /^(string|number) (string|number)$/.test(operandTypes)
      ? String(leftValue) + String(rightValue)
      : failedEvaluation
  }
  if (operandTypes !== 'number number' && operandTypes !== 'string string') return failedEvaluation
  const [x, y] = [leftValue, rightValue] as [number, number]
  if (operator === '<') return x < y
  if (operator === '>') return x > y
  return operator === '<=' ? x <= y : x >= y
}
