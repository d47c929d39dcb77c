import { IsArray, IsBoolean, IsInteger, IsNumber, IsObject, type TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { Settings } from 'typebox/system'
import { Value } from 'typebox/value'
import { Invalid } from '../common/errors.ts'

type SchemaProblem = ReturnType<ReturnType<typeof Compile>['Errors']>[number]

// Alternatives fail all at once, and what is wrong with the one that was meant may come last.
Settings.Set({ maxErrors: 100 })

/** Checks a value against a schema and returns it, or throws with the field and what was expected of it. */
export type Validator = (value: unknown) => unknown

/**
 * @param part what the value is to the client: `body` or `query`.
 * @param convert whether text may stand for numbers and booleans, as it must in a URL.
 */
export function createValidator(schema: TSchema, part: string, { convert }: { convert: boolean }): Validator {
  const compiled = Compile(schema)
  return (given) => {
    const value = convert ? convertText(schema, given) : given
    if (!compiled.Check(value)) throw new Invalid(describe(part, compiled.Errors(value)))
    // What the schema does not name must not reach a service that hands on the rest of a body. A query has done
    // that already, and is flat: the general way costs more than all else that a read does here.
    return convert ? value : Value.Clean(schema, value)
  }
}

/**
 * What the schema names of a query, with text that spells exactly a number or a boolean as that, where one is
 * expected; `1.5` is no integer and nothing no 0. A name that is there once is a list of one, where a list is.
 */
function convertText(schema: TSchema, given: unknown): unknown {
  if (typeof given !== 'object' || given === null || !IsObject(schema)) return given
  const converted: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(given) as [string, unknown][]) {
    const expected = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined
    if (expected) converted[name] = typeof value === 'string' ? convertOne(expected, value) : value
  }
  return converted
}

function convertOne(expected: TSchema, text: string): unknown {
  if (IsArray(expected)) return [text]
  if (IsBoolean(expected)) return text === 'true' ? true : text === 'false' ? false : text
  const isNumeric = IsInteger(expected) || IsNumber(expected)
  return isNumeric && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
}

/**
 * Names the first field that is wrong. Alternatives fail all at once, and are told as one: "must be string or
 * null".
 */
function describe(part: string, all: SchemaProblem[]): string {
  const problems = ofTheMeantKind(all)
  const first = problems.find((problem) => problem.keyword !== 'anyOf') ?? problems[0]
  if (!first) return `${part} is not valid.`
  const alternatives = problems
    .filter(({ instancePath, keyword }) => instancePath === first.instancePath && keyword !== 'anyOf')
    .map(expectation)
  return `${fieldName(part, first)} must ${[...new Set(alternatives)].join(' or ')}.`
}

/**
 * Where objects of several kinds are told apart by a literal (`operation: 'insert_page'`), only what is wrong with the
 * kind that was meant matters; when none was, only that.
 */
function ofTheMeantKind(problems: SchemaProblem[]): SchemaProblem[] {
  const kindOf = ({ schemaPath }: SchemaProblem): string | undefined =>
    /^.*\/anyOf\/\d+/.exec(schemaPath)?.[0]
  const others = new Set(problems.filter(({ keyword }) => keyword === 'const').map(kindOf))
  const meant = problems.filter((problem) => {
    const kind = kindOf(problem)
    return problem.keyword !== 'anyOf' && (kind === undefined || !others.has(kind))
  })
  if (meant.length > 0) return meant
  const literals = problems.filter(({ keyword }) => keyword === 'const')
  return literals.length > 0 ? literals : problems
}

function fieldName(part: string, { instancePath, keyword, params }: SchemaProblem): string {
  const steps = instancePath.split('/').slice(1)
  const missing =
    keyword === 'required' && 'requiredProperties' in params ? params.requiredProperties[0] : undefined
  return [part, ...steps, ...(missing === undefined ? [] : [missing])]
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.')
}

function expectation({ keyword, params, message }: SchemaProblem): string {
  if (keyword === 'required') return 'be given'
  if (keyword === 'enum' && 'allowedValues' in params) {
    return `be one of ${params.allowedValues.map((value) => JSON.stringify(value)).join(', ')}`
  }
  if (keyword === 'const' && 'allowedValue' in params) return `be ${JSON.stringify(params.allowedValue)}`
  return message.replace(/^must /, '')
}
