import { ExpressionError, evaluateCondition } from '@verso/expressions'
import { describe, expect, test } from 'vitest'
import { Invalid } from '../common/errors.ts'
import { requireAdaptiveSchema, listTemplateConditions } from './adaptive-schema.ts'
import { requireCondition } from './conditions.ts'

const claim = (description = 'Is a tester') => ({ type: 'boolean', description })
const unsigned = (properties: object) => ({
  type: 'object',
  description: 'Unsigned claims of the site visitor.',
  properties,
  additionalProperties: false,
})
const schema = (properties: object) => ({ type: 'object', properties, additionalProperties: false })

const whole = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  ...schema({
    isBeta: claim(),
    'on-call': claim('Is on call'),
    unsigned: unsigned({ dark: claim('Likes it dark') }),
  }),
}

test('a schema of the shape in the contract is returned unchanged', () => {
  expect(requireAdaptiveSchema(whole)).toEqual(whole)
  expect(requireAdaptiveSchema(schema({}))).toEqual(schema({}))
})

describe('any other schema is refused with the path of the problem', () => {
  const deep = (levels: number): object => (levels === 0 ? claim() : schema({ a: deep(levels - 1) }))
  test.each<[string, unknown, string]>([
    ['a list', [], 'body.jsonSchema must be'],
    ['nothing', null, 'body.jsonSchema must be'],
    [
      'another draft',
      { ...whole, $schema: 'https://json-schema.org/draft/2020-12/schema' },
      'body.jsonSchema.$schema',
    ],
    ['another type', { ...whole, type: 'array' }, 'body.jsonSchema.type'],
    ['an open schema', { ...whole, additionalProperties: true }, 'body.jsonSchema.additionalProperties'],
    [
      'a schema that does not say it is closed',
      { type: 'object', properties: {} },
      'body.jsonSchema.additionalProperties',
    ],
    ['no properties', { type: 'object', additionalProperties: false }, 'body.jsonSchema.properties'],
    ['$ref at the root', { ...whole, $ref: '#' }, 'body.jsonSchema.$ref'],
    ['definitions', { ...whole, definitions: {} }, 'body.jsonSchema.definitions'],
    ['$ref in a claim', schema({ a: { $ref: '#/properties/b' } }), 'body.jsonSchema.properties.a.$ref'],
    [
      'a claim that is a text',
      schema({ a: { type: 'string', description: '' } }),
      'body.jsonSchema.properties.a.type',
    ],
    ['a pattern', schema({ a: { ...claim(), pattern: '(a+)+$' } }), 'body.jsonSchema.properties.a.pattern'],
    [
      'a claim of two types',
      schema({ a: { type: ['boolean', 'null'] } }),
      'body.jsonSchema.properties.a.type',
    ],
    ['a claim that is no schema', schema({ a: true }), 'body.jsonSchema.properties.a must be'],
    [
      'a description that is none',
      schema({ a: { type: 'boolean', description: 3 } }),
      'body.jsonSchema.properties.a.description',
    ],
    ['nesting', schema({ a: deep(500) }), 'body.jsonSchema.properties.a.properties'],
    [
      'nesting in unsigned',
      schema({ unsigned: unsigned({ a: unsigned({}) }) }),
      'body.jsonSchema.properties.unsigned.properties.a.properties',
    ],
    ['unsigned that is a claim', schema({ unsigned: claim() }), 'body.jsonSchema.properties.unsigned'],
    [
      'unsigned of another description',
      schema({ unsigned: { ...unsigned({}), description: 'Mine' } }),
      'body.jsonSchema.properties.unsigned.description',
    ],
    [
      'an open unsigned',
      schema({ unsigned: { ...unsigned({}), additionalProperties: {} } }),
      'body.jsonSchema.properties.unsigned.additionalProperties',
    ],
    ['a claim without a name', schema({ '': claim() }), 'body.jsonSchema.properties[""]'],
    [
      'a claim named __proto__',
      schema(JSON.parse('{"__proto__":{"type":"boolean"}}')),
      'body.jsonSchema.properties.__proto__',
    ],
    [
      'too many claims',
      schema(Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`c${n}`, claim()]))),
      'body.jsonSchema.properties has',
    ],
  ])('%s', (_case, invalidSchema, path) => {
    expect(() => requireAdaptiveSchema(invalidSchema)).toThrow(Invalid)
    expect(() => requireAdaptiveSchema(invalidSchema)).toThrow(path)
  })
})

describe('conditions of a site with a schema', () => {
  const known = requireAdaptiveSchema(whole)

  test.each([
    'visitor.claims.isBeta && !visitor.claims.unsigned.dark',
    'visitor.claims["on-call"] == true',
    '"isBeta" in visitor.claims',
    'true',
  ])('%s may be saved', (condition) => {
    expect(() => requireCondition(condition, known, 'body.condition')).not.toThrow()
  })

  test.each([
    ['visitor.claims.isBetta', 'there is no "isBetta" here, at character 15'],
    ['visitor.claims.unsigned.light', 'there is no "light" here, at character 24'],
    ['visitor.claims.constructor.constructor("return 1")()', 'functions cannot be called, at character 39'],
    ['while (true) {}', 'unexpected character "{", at character 14'],
    ['visitor.claims.isBeta.dark', 'a boolean has no "dark", at character 22'],
    ['visitor.claims.isBeta == "yes"', '"==" cannot be applied to a boolean and a string, at character 23'],
    ['visitor.name', 'there is no "name" here, at character 8'],
    ['space.vars.x', 'there is no "space", at character 1'],
    ['', 'the expression is incomplete, at character 1'],
  ])('%s is refused', (condition, problem) => {
    expect(() => requireCondition(condition, known, 'body.condition')).toThrow(
      new Invalid(`body.condition is no condition: ${problem}.`),
    )
  })

  test('without a schema a condition may name any claim, but must be an expression', () => {
    expect(() => requireCondition('visitor.claims.anything.at.all', undefined, 'c')).not.toThrow()
    expect(() => requireCondition('visitor.claims.', undefined, 'c')).toThrow(Invalid)
    expect(() => requireCondition('customer.name', undefined, 'c')).toThrow(Invalid)
  })

  test('every template is a valid condition that holds for some visitor', () => {
    const templates = listTemplateConditions(known)
    expect(templates).toEqual([
      { description: 'Visitors with: Is a tester', condition: 'visitor.claims.isBeta' },
      { description: 'Visitors without: Is a tester', condition: '!visitor.claims.isBeta' },
      { description: 'Visitors with: Is on call', condition: 'visitor.claims["on-call"]' },
      { description: 'Visitors without: Is on call', condition: '!visitor.claims["on-call"]' },
      { description: 'Visitors with: Likes it dark', condition: 'visitor.claims.unsigned.dark' },
      { description: 'Visitors without: Likes it dark', condition: '!visitor.claims.unsigned.dark' },
    ])
    for (const { condition } of templates) {
      expect(() => requireCondition(condition, known, 'c')).not.toThrow(ExpressionError)
      const all = { isBeta: true, 'on-call': true, unsigned: { dark: true } }
      expect(evaluateCondition(condition, { visitor: { claims: all } })).toBe(!condition.startsWith('!'))
    }
    expect(listTemplateConditions(undefined)).toEqual([])
  })
})
