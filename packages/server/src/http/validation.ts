import type { TSchema } from 'typebox'
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
    const value = convert ? Value.Convert(schema, given) : given
    if (compiled.Check(value)) return value
    throw new Invalid(describe(part, compiled.Errors(value)))
  }
}

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
