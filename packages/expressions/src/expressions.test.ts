import { readFileSync } from 'node:fs'
import vm from 'node:vm'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  checkExpression,
  evaluateExpression,
  ExpressionError,
  EvaluationError,
  evaluateCondition,
  MAX_EXPRESSION_LENGTH,
  parseExpression,
  evaluateAsText,
  type ValueType,
} from './index.ts'
import { anyClaims, anyModel, failedEvaluation, evaluateModel, formatModel } from './testing/model.ts'

const scope = {
  visitor: {
    claims: {
      isBeta: true,
      plan: 'pro',
      seats: 12,
      groups: ['staff', 'beta'],
      address: { city: 'Graz' },
      unsigned: {},
    },
  },
  space: { vars: { version: '3.1' } },
  page: { vars: { 'release-date': 'today' } },
}

const evaluateText = (text: string, testScope: Record<string, unknown> = scope) =>
  evaluateExpression(parseExpression(text), testScope)

const unexpectedError = Symbol('unexpected error')

/** Property tests are slow on a busy machine, so they get more than the default timeout. */
const TIMEOUT_MS = 60_000

/** The value, or `failedEvaluation` for one of the two errors that this package throws on purpose. */
function getOutcome(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error instanceof EvaluationError || error instanceof ExpressionError
      ? failedEvaluation
      : unexpectedError
  }
}

function getParseProblem(text: string): { problem: string; position: number } {
  try {
    parseExpression(text)
  } catch (error) {
    if (error instanceof ExpressionError) return { problem: error.problem, position: error.position }
    throw error
  }
  throw new Error(`"${text}" was parsed as an expression`)
}

describe('evaluation', () => {
  test.each([
    ['visitor.claims.isBeta && !visitor.claims.unsigned.dark', true],
    ['visitor.claims.plan == "pro"', true],
    ["visitor.claims['plan'] === 'free'", false],
    ['visitor.claims.seats >= 10 && visitor.claims.seats < 1e2', true],
    ['"staff" in visitor.claims.groups', true],
    ['"admin" in visitor.claims.groups', false],
    ['"plan" in visitor.claims', true],
    ['"toString" in visitor.claims', false],
    ['visitor.claims.plan in ["pro", "enterprise",]', true],
    ['visitor.claims.groups[1]', 'beta'],
    ['visitor.claims.groups.length', 2],
    ['visitor.claims.nobody?.knows.this', undefined],
    ['visitor.claims.nobody == null', true],
    ['visitor.claims.nobody === null', false],
    ['visitor.claims.isBeta ? "new" : "old"', 'new'],
    ['false ? 1 : false ? 2 : 3', 3],
    ['"v" + space.vars.version', 'v3.1'],
    ['page.vars["release-date"]', 'today'],
    ['-visitor.claims.seats + 2', -10],
    ['1 + 2 + "a"', '3a'],
    ['"\\u00e4\\"\\\\"', 'ä"\\'],
    ['[1, [2]]', [1, [2]]],
    // Operators from loosest to tightest: ?:, ||, &&, equality, order, +, !.
    ['false && false || true', true],
    ['true || false && false', true],
    ['!false && false', false],
    ['1 < 2 == true', true],
    ['1 + 1 == 2', true],
  ])('%s has the expected value', (text, expected) => {
    expect(evaluateText(text)).toEqual(expected)
  })

  test.each([
    ['an unknown name', 'customer.name'],
    ['a member of undefined', 'visitor.claims.nobody.name'],
    ['a member of a string', 'visitor.claims.plan.length'],
    ['a member of a number', 'visitor.claims.seats.toFixed'],
    ['comparing a string with a number', 'visitor.claims.plan < 3'],
    ['comparing undefined with a number', 'visitor.claims.nobody >= 0'],
    ['"in" with a string on its right', '"p" in visitor.claims.plan'],
    ['adding an object', 'visitor.claims.address + ""'],
    ['negating a string', '-visitor.claims.plan'],
  ])('%s fails, as a condition is false, and as text is empty', (_case, text) => {
    expect(() => evaluateText(text)).toThrow(EvaluationError)
    expect(evaluateCondition(text, scope)).toBe(false)
    expect(evaluateAsText(text, scope)).toBe('')
  })

  test.each(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf'])(
    'the inherited property %s cannot be read',
    (name) => {
      for (const objectPath of ['visitor', 'visitor.claims', 'visitor.claims.groups']) {
        expect(evaluateText(`${objectPath}.${name}`)).toBeUndefined()
        expect(evaluateText(`${objectPath}["${name}"]`)).toBeUndefined()
      }
      expect(() => evaluateText(name)).toThrow(EvaluationError)
    },
  )

  test('a condition is true or false, and text shows strings, numbers and booleans only', () => {
    expect(evaluateCondition('visitor.claims.plan', scope)).toBe(true)
    expect(evaluateCondition('visitor.claims.nobody', scope)).toBe(false)
    expect(evaluateCondition('this is none', scope)).toBe(false)
    expect(evaluateCondition('', scope)).toBe(false)
    expect(evaluateAsText('space.vars.version', scope)).toBe('3.1')
    expect(evaluateAsText('visitor.claims.seats', scope)).toBe('12')
    expect(evaluateAsText('visitor.claims.isBeta', scope)).toBe('true')
    expect(evaluateAsText('visitor.claims.groups', scope)).toBe('')
    expect(evaluateAsText('space.vars.missing', scope)).toBe('')
  })

  test('more conditions than the cache holds are evaluated correctly', () => {
    for (let n = 0; n < 2500; n++)
      expect(evaluateCondition(`visitor.claims.seats == ${n}`, scope)).toBe(n === 12)
  })
})

describe('parsing', () => {
  test.each([
    ['', 'the expression is incomplete', 0],
    ['visitor.', 'the expression is incomplete', 8],
    ['visitor.claims.a b', 'unexpected "b"', 17],
    ['alert(1)', 'functions cannot be called', 5],
    ['visitor.claims.a.toString()', 'functions cannot be called', 25],
    ['(() => 1)()', 'unexpected character "="', 4],
    ['visitor.claims[visitor.claims.a]', 'expected a string or an integer between brackets', 15],
    ['visitor.claims[0.5]', 'expected a string or an integer between brackets', 15],
    ['a = 1', 'unexpected character "="', 2],
    ['a; b', 'unexpected character ";"', 1],
    ['{}', 'unexpected character "{"', 0],
    ['`a`', 'unexpected character "`"', 0],
    ['while (true)', 'functions cannot be called', 6],
    ['"abc', 'the string is not closed', 0],
    ['"a\nb"', 'the string is not closed', 0],
    ['"\\x41"', '"\\x" is not a valid escape', 1],
    ['"\\u12"', '"\\u" needs four hexadecimal digits', 1],
    ['1e999', '"1e999" is too large', 0],
    ['12abc', 'a name may not begin with a digit', 0],
    ['(1', '")" is missing', 2],
    ['[1, 2', '"," is missing', 5],
    ['a ? b', '":" is missing', 5],
    ['in', 'unexpected "in"', 0],
    ['&& a', 'unexpected "&&"', 0],
    ['a.1', 'unexpected 0.1', 1],
    ['a."b"', 'a name must follow a dot', 2],
    ['😀', 'unexpected character "😀"', 0],
    ['('.repeat(100), 'nested more than 32 levels deep', 32],
    ['!'.repeat(100), 'nested more than 32 levels deep', 32],
    ['['.repeat(100), 'nested more than 32 levels deep', 32],
    [
      'a'.repeat(MAX_EXPRESSION_LENGTH + 1),
      `an expression has at most ${MAX_EXPRESSION_LENGTH} characters`,
      MAX_EXPRESSION_LENGTH,
    ],
  ])('%j is rejected with the problem and its position', (text, expected, position) => {
    expect(getParseProblem(text)).toEqual({ problem: expected, position })
  })

  test('a long chain of operators does not count as nesting', () => {
    const text = Array.from({ length: 250 }, () => '!a').join('&&')
    expect(evaluateText(text, { a: false })).toBe(true)
  })

  test(
    'any text parses or throws ExpressionError, and as a condition is true or false',
    { timeout: TIMEOUT_MS },
    () => {
      const randomTokens = fc.array(
        fc.constantFrom(
          'visitor',
          '.',
          '?.',
          'claims',
          '[',
          ']',
          '"',
          "'",
          '(',
          ')',
          '!',
          '&&',
          ' ',
          '1',
          'in',
          '?',
          ':',
          ',',
          '\\',
          '-',
          '==',
        ),
        { maxLength: 40 },
      )
      fc.assert(
        fc.property(
          fc.oneof(
            fc.string({ unit: 'binary' }),
            randomTokens.map((all) => all.join('')),
          ),
          (text) => {
            expect(getOutcome(() => parseExpression(text))).not.toBe(unexpectedError)
            expect(typeof evaluateCondition(text, scope)).toBe('boolean')
          },
        ),
        { numRuns: 2000 },
      )
    },
  )
})

describe('evaluation compared with other implementations', () => {
  test(
    'every expression has the value of the reference model, for all claims',
    { timeout: TIMEOUT_MS },
    () => {
      fc.assert(
        fc.property(anyModel, anyClaims, (model, claims) => {
          const text = formatModel(model)
          fc.pre(text.length <= MAX_EXPRESSION_LENGTH)
          const testScope = { visitor: { claims } }
          const expected = evaluateModel(model, testScope)
          expect(getOutcome(() => evaluateText(text, testScope))).toEqual(expected)
          expect(evaluateCondition(text, testScope)).toBe(expected !== failedEvaluation && Boolean(expected))
        }),
        { numRuns: 1500 },
      )
    },
  )

  test('operators have the values and the precedence of JavaScript', { timeout: TIMEOUT_MS }, () => {
    const operator = fc.constantFrom('&&', '||', '===', '!==', '<', '>', '<=', '>=', '+')
    const operand = fc.constantFrom('1', '2', 'x', '!y', '-x', '(x + 1)', 'o.a', 'o["b"]', 'o?.c')
    const testScope = { x: 3, y: 0, o: { a: 1, b: 2, c: 3 } }
    fc.assert(
      fc.property(operand, fc.array(fc.tuple(operator, operand), { maxLength: 6 }), (first, rest) => {
        const text = [first, ...rest.flat()].join(' ')
        const ours = getOutcome(() => evaluateText(text, testScope))
        // JavaScript converts booleans to numbers to compare them, and this evaluator does not.
        fc.pre(ours !== failedEvaluation)
        expect(ours).toEqual(vm.runInNewContext(text, testScope))
      }),
      { numRuns: 1000 },
    )
  })
})

describe('type checking', () => {
  const claims: ValueType = {
    type: 'object',
    properties: {
      isBeta: { type: 'boolean' },
      plan: { type: 'string', enum: ['free', 'pro'] },
      name: { type: 'string' },
      seats: { type: 'number' },
      groups: { type: 'array', items: { type: 'string', enum: ['staff', 'beta'] } },
      unsigned: { type: 'object', properties: { dark: { type: 'boolean' } } },
    },
  }
  const types: Record<string, ValueType> = {
    visitor: { type: 'object', properties: { claims } },
    space: { type: 'unknown' },
  }
  const checkText = (text: string) => checkExpression(parseExpression(text), types)

  test.each([
    ['visitor.claims.isBeta && !visitor.claims.unsigned.dark', { type: 'boolean' }],
    ['visitor.claims.plan == "pro"', { type: 'boolean' }],
    ['visitor.claims.plan == null', { type: 'boolean' }],
    ['visitor.claims.seats + 1', { type: 'number' }],
    ['visitor.claims.name + visitor.claims.seats', { type: 'string' }],
    ['"staff" in visitor.claims.groups', { type: 'boolean' }],
    ['visitor.claims.plan in ["free", "pro"]', { type: 'boolean' }],
    ['"plan" in visitor.claims', { type: 'boolean' }],
    ['visitor.claims.groups[0] == "beta"', { type: 'boolean' }],
    ['visitor.claims.groups.length > 1', { type: 'boolean' }],
    ['space.vars.anything.at.all < 3', { type: 'boolean' }],
    ['visitor.claims.isBeta ? "a" : "b"', { type: 'string', enum: ['a', 'b'] }],
    ['visitor.claims.isBeta ? "a" : 1', { type: 'unknown' }],
  ])('%s has the expected type', (text, expected) => {
    expect(checkText(text)).toEqual(expected)
  })

  test.each([
    ['visitor.claims.isBetta', 'there is no "isBetta" here, at character 15'],
    ['visitor.claims.isBeta && visitor.claims.admin', 'there is no "admin" here, at character 40'],
    ['visitor.claims.__proto__', 'there is no "__proto__" here, at character 15'],
    ['visitor.claims.constructor', 'there is no "constructor" here, at character 15'],
    ['visitor.claims.unsigned.light', 'there is no "light" here, at character 24'],
    ['visitors.claims', 'there is no "visitors", at character 1'],
    ['toString', 'there is no "toString", at character 1'],
    ['visitor.claims.isBeta.dark', 'a boolean has no "dark", at character 22'],
    ['visitor.claims.name.length', 'a string has no "length", at character 20'],
    ['visitor.claims.groups.first', 'an array has no "first", at character 22'],
    ['visitor.claims.isBeta == "yes"', '"==" cannot be applied to a boolean and a string, at character 23'],
    ['visitor.claims.plan == "por"', '"por" is not one of "free", "pro", at character 21'],
    ['"admin" in visitor.claims.groups', '"admin" is not one of "staff", "beta", at character 9'],
    ['"admin" in visitor.claims', 'there is no "admin" here, at character 9'],
    ['visitor.claims.plan < 3', '"<" cannot be applied to a string and a number, at character 21'],
    [
      'visitor.claims.isBeta in visitor.claims.name',
      '"in" cannot be applied to a boolean and a string, at character 23',
    ],
    ['visitor.claims + 1', '"+" cannot be applied to a object and a number, at character 16'],
    ['-visitor.claims.name', 'a string cannot be negated, at character 1'],
    ['visitor.claims == visitor.claims', '"==" cannot be applied to a object and a object, at character 16'],
  ])('%s is rejected with the problem and its position', (text, message) => {
    expect(() => checkText(text)).toThrow(
      new ExpressionError(message.replace(/, at .*/, ''), Number(/\d+$/.exec(message)?.[0]) - 1),
    )
  })

  test(
    'an expression of a known type never fails for a visitor who has all claims',
    { timeout: TIMEOUT_MS },
    () => {
      const fullClaims = fc.record({
        isBeta: fc.boolean(),
        plan: fc.constantFrom('free', 'pro'),
        name: fc.string(),
        seats: fc.integer(),
        groups: fc.array(fc.constantFrom('staff', 'beta'), { minLength: 1 }),
        unsigned: fc.record({ dark: fc.boolean() }),
      })
      const operand = fc.constantFrom(
        'visitor.claims.isBeta',
        'visitor.claims.plan',
        'visitor.claims.name',
        'visitor.claims.seats',
        'visitor.claims.groups',
        'visitor.claims.unsigned.dark',
        'visitor.claims.groups[0]',
        '"pro"',
        '3',
        'true',
        '-1',
      )
      const operator = fc.constantFrom('&&', '||', '==', '!==', '<', '>=', 'in', '+')
      const text = fc.tuple(operand, operator, operand, operator, operand).map((parts) => parts.join(' '))
      let checkedCount = 0
      fc.assert(
        fc.property(text, fullClaims, (expressionText, testScope) => {
          const expression = parseExpression(expressionText)
          try {
            // A union of types is checked as `unknown`, and its evaluation may fail.
            if (checkExpression(expression, types).type === 'unknown') return
          } catch {
            return
          }
          if (/&&|\|\|/.test(expressionText)) return
          checkedCount++
          expect(() => evaluateExpression(expression, { visitor: { claims: testScope } })).not.toThrow()
        }),
        { numRuns: 1500 },
      )
      expect(checkedCount).toBeGreaterThan(20)
    },
  )
})

test('the results in the example of the README are correct', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  for (const [, text, result] of readme.matchAll(
    /^evaluateCondition\('(.*)', scope\) +\/\/ (true|false)$/gm,
  )) {
    expect([
      text,
      evaluateCondition(text ?? '', { visitor: { claims: { isBeta: true, plan: 'pro', unsigned: {} } } }),
    ]).toEqual([text, result === 'true'])
  }
  expect(readme.match(/^evaluateCondition\(/gm)?.length).toBeGreaterThan(2)
})
