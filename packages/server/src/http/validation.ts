import { IsBoolean, IsInteger, IsNumber, IsObject, type TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { Value } from 'typebox/value'
import { Invalid } from '../common/errors.ts'

type Problem = ReturnType<ReturnType<typeof Compile>['Errors']>[number]

/** Checks a value against a schema and returns it, or throws with the field and what was expected of it. */
export type Validator = (value: unknown) => unknown

/**
 * @param part what the value is to the client: `body` or `query`.
 * @param convert whether text may stand for numbers and booleans, as it must in a URL.
 */
export function validator(schema: TSchema, part: string, { convert }: { convert: boolean }): Validator {
  const compiled = Compile(schema)
  return (given) => {
    const value = convert ? convertText(schema, given) : given
    // What the schema does not name must not reach a service that hands on the rest of a body.
    if (compiled.Check(value)) return Value.Clean(schema, value)
    throw new Invalid(describe(part, compiled.Errors(value)))
  }
}

/** Text that spells exactly a number or a boolean, where one is expected; `1.5` is no integer and nothing no 0. */
function convertText(schema: TSchema, given: unknown): unknown {
  if (typeof given !== 'object' || given === null || !IsObject(schema)) return given
  return Object.fromEntries(
    Object.entries(given).map(([name, value]: [string, unknown]) => {
      const expected = schema.properties[name]
      if (typeof value !== 'string' || !expected) return [name, value]
      if (IsBoolean(expected)) return [name, booleans[value] ?? value]
      const isNumeric = IsInteger(expected) || IsNumber(expected)
      return [name, isNumeric && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value]
    }),
  )
}

const booleans: Partial<Record<string, boolean>> = { true: true, false: false }

/**
 * Names the first field that is wrong. Alternatives fail all at once, and are told as one: "must be string or
 * null".
 */
function describe(part: string, problems: Problem[]): string {
  const first = problems.find((problem) => problem.keyword !== 'anyOf') ?? problems[0]
  if (!first) return `${part} is not valid.`
  const alternatives = problems
    .filter(({ instancePath, keyword }) => instancePath === first.instancePath && keyword !== 'anyOf')
    .map(expectation)
  return `${fieldName(part, first)} must ${[...new Set(alternatives)].join(' or ')}.`
}

function fieldName(part: string, { instancePath, keyword, params }: Problem): string {
  const steps = instancePath.split('/').slice(1)
  const missing =
    keyword === 'required' && 'requiredProperties' in params ? params.requiredProperties[0] : undefined
  return [part, ...steps, ...(missing === undefined ? [] : [missing])]
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.')
}

function expectation({ keyword, params, message }: Problem): string {
  if (keyword === 'required') return 'be given'
  if (keyword === 'enum' && 'allowedValues' in params) {
    return `be one of ${params.allowedValues.map((value) => JSON.stringify(value)).join(', ')}`
  }
  return message.replace(/^must /, '')
}
