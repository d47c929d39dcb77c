import fc from 'fast-check'

/**
 * Expressions as a second, independent model: how one is written, and what it means. `meaning` is the reference that
 * the evaluator is held against; it answers `failed` where there is no value.
 */
export type Model =
  | { form: 'value'; value: string | number | boolean | null | undefined }
  | { form: 'list'; items: Model[] }
  | { form: 'member'; keys: string[]; optional: boolean }
  | { form: 'not' | 'minus'; of: Model }
  | { form: 'operator'; sign: string; left: Model; right: Model }
  | { form: 'choice'; condition: Model; yes: Model; no: Model }

export const failed = Symbol('failed')

export const signs = ['&&', '||', '==', '!=', '===', '!==', '<', '>', '<=', '>=', 'in', '+']

const keys = ['visitor', 'claims', 'a', 'b', 'unsigned', 'constructor', '__proto__', 'length', 'toString']

const leaf: fc.Arbitrary<Model> = fc.oneof(
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
      .array(fc.constantFrom(...keys), { maxLength: 3 })
      .map((rest) => ['visitor', 'claims'].concat(rest)),
    optional: fc.boolean(),
  }),
)

export const anyModel: fc.Arbitrary<Model> = fc.letrec<{ model: Model }>((tie) => ({
  model: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    leaf,
    fc.record({ form: fc.constantFrom('not' as const, 'minus' as const), of: tie('model') }),
    fc.record({ form: fc.constant('list' as const), items: fc.array(tie('model'), { maxLength: 3 }) }),
    fc.record({
      form: fc.constant('operator' as const),
      sign: fc.constantFrom(...signs),
      left: tie('model'),
      right: tie('model'),
    }),
    fc.record({
      form: fc.constant('choice' as const),
      condition: tie('model'),
      yes: tie('model'),
      no: tie('model'),
    }),
  ),
})).model

/** What claims may hold: any JSON, with the names that tempt. */
export const anyClaims: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(true, false, null, 0, 1, 2, '', 'a', 'b'),
    fc.array(tie('value'), { maxLength: 3 }),
    // Built from text, as a token's claims are: `__proto__` is then a key like any other.
    fc
      .array(fc.tuple(fc.constantFrom(...keys), tie('value')), { maxLength: 4 })
      .map((entries) =>
        JSON.parse(
          `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join(',')}}`,
        ),
      ),
  ),
})).value

/** Fully parenthesized, so that reading it says nothing of precedence; that is tried apart. */
export function write(model: Model): string {
  switch (model.form) {
    case 'value':
      return model.value === undefined ? 'undefined' : JSON.stringify(model.value)
    case 'list':
      return `[${model.items.map(write).join(', ')}]`
    case 'member':
      return model.keys
        .map((key, at) => (at === 0 ? key : `${model.optional ? '?.' : ''}["${key}"]`))
        .join('')
    case 'not':
      return `!(${write(model.of)})`
    case 'minus':
      return `-(${write(model.of)})`
    case 'operator':
      return `(${write(model.left)}) ${model.sign} (${write(model.right)})`
    case 'choice':
      return `(${write(model.condition)}) ? (${write(model.yes)}) : (${write(model.no)})`
  }
}

export function meaning(model: Model, scope: Record<string, unknown>): unknown {
  switch (model.form) {
    case 'value':
      return model.value
    case 'list': {
      const items = model.items.map((item) => meaning(item, scope))
      return items.includes(failed) ? failed : items
    }
    case 'member': {
      let value: unknown = scope
      for (const key of model.keys) {
        if (value === null || value === undefined) return model.optional ? undefined : failed
        if (typeof value !== 'object') return failed
        value = Object.getOwnPropertyDescriptor(value, key)?.value
      }
      return value
    }
    case 'not': {
      const value = meaning(model.of, scope)
      return value === failed ? failed : !value
    }
    case 'minus': {
      const value = meaning(model.of, scope)
      return typeof value === 'number' ? -value : failed
    }
    case 'choice': {
      const condition = meaning(model.condition, scope)
      if (condition === failed) return failed
      return meaning(condition ? model.yes : model.no, scope)
    }
    case 'operator':
      return operatorMeaning(model, scope)
  }
}

const nothing = (value: unknown) => value === null || value === undefined

function operatorMeaning(
  { sign, left, right }: Extract<Model, { form: 'operator' }>,
  scope: Record<string, unknown>,
): unknown {
  const a = meaning(left, scope)
  if (a === failed) return failed
  if (sign === '&&' && !a) return a
  if (sign === '||' && a) return a
  const b = meaning(right, scope)
  if (b === failed) return failed
  if (sign === '&&' || sign === '||') return b
  if (sign === '===') return a === b
  if (sign === '!==') return a !== b
  if (sign === '==') return nothing(a) ? nothing(b) : a === b
  if (sign === '!=') return nothing(a) ? !nothing(b) : a !== b
  if (sign === 'in') {
    if (Array.isArray(b)) return b.includes(a) && !Number.isNaN(a)
    if (typeof b === 'object' && b !== null && typeof a === 'string') return Object.keys(b).includes(a)
    return failed
  }
  const kinds = `${typeof a} ${typeof b}`
  if (sign === '+') {
    if (kinds === 'number number') return Number(a) + Number(b)
    return /^(string|number) (string|number)$/.test(kinds) ? String(a) + String(b) : failed
  }
  if (kinds !== 'number number' && kinds !== 'string string') return failed
  const [x, y] = [a, b] as [number, number]
  if (sign === '<') return x < y
  if (sign === '>') return x > y
  return sign === '<=' ? x <= y : x >= y
}
