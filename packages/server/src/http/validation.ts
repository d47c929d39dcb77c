import { IsArray, IsBoolean, IsInteger, IsNumber, IsObject, type TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { Settings } from 'typebox/system'
import { UnionPrioritySort, Value } from 'typebox/value'
import { Invalid } from '../common/errors.ts'

type SchemaProblem = ReturnType<ReturnType<typeof Compile>['Errors']>[number]

Settings.Set({
  // All alternatives of a union report errors, and those of the intended alternative may come last.
  maxErrors: 100,
  // `Value.Clean` would sort the alternatives of every union at each call, which takes longer than the rest of a request.
  unionPrioritySort: false,
})

/** Checks a value against a schema and returns it, or throws with the field and what was expected of it. */
export type Validator = (value: unknown) => unknown

/**
 * @param part what the value is to the client: `body` or `query`.
 * @param convert whether text may stand for numbers and booleans, as it must in a URL.
 */
export function createValidator(schema: TSchema, part: string, { convert }: { convert: boolean }): Validator {
  const compiled = Compile(schema)
  let sortedSchema: TSchema | undefined
  return (input) => {
    const value = convert ? convertText(schema, input) : input
    if (!compiled.Check(value)) throw new Invalid(describeProblems(part, findProblems(compiled, value)))
    // Unknown fields are removed, because a service may pass on the rest of a body. `convertText` has done that for
    // queries, which are flat; `Value.Clean` would cost more than the rest of a read.
    if (convert) return value
    // The narrowest alternative of a union keeps the most fields, so it has to be tried first.
    sortedSchema ??= UnionPrioritySort(schema)
    return Value.Clean(sortedSchema, value)
  }
}

/** Schemas allow no longer arrays, so the first problem of a longer one is among its first items. */
export const MAX_ARRAY_ITEMS = 1000

type CompiledSchema = ReturnType<typeof Compile>

/** Lists problems. A list of problems is made for all items of an array, so long arrays are cut before. */
function findProblems(compiled: CompiledSchema, value: unknown): SchemaProblem[] {
  const shortValue = cutValue(value)
  return compiled.Errors(compiled.Check(shortValue) ? value : shortValue)
}

/** A copy of a value in which arrays and objects have only one item more than schemas allow. Its depth was checked before. */
function cutValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, MAX_ARRAY_ITEMS + 1).map(cutValue)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).slice(0, MAX_ARRAY_ITEMS + 1)
  return Object.fromEntries(fields.map(([name, inner]) => [name, cutValue(inner)]))
}

/**
 * Keeps the fields of a query that the schema names, and converts text to the number or boolean that the schema expects. A
 * field that appears once becomes an array of one value where the schema expects an array. Empty text is not 0.
 */
function convertText(schema: TSchema, query: unknown): unknown {
  if (typeof query !== 'object' || query === null || !IsObject(schema)) return query
  const converted: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(query) as [string, unknown][]) {
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
 * Describes the first invalid field. The errors of all alternatives of a union become one message: "must be string or
 * null".
 */
function describeProblems(part: string, all: SchemaProblem[]): string {
  const problems = selectIntendedKind(all)
  const first = problems.find((problem) => problem.keyword !== 'anyOf') ?? problems[0]
  if (!first) return `${part} is not valid.`
  const alternatives = problems
    .filter(({ instancePath, keyword }) => instancePath === first.instancePath && keyword !== 'anyOf')
    .map(describeExpectation)
  return `${formatFieldName(part, first)} must ${[...new Set(alternatives)].join(' or ')}.`
}

/**
 * In a union of objects with a literal that names their kind (`operation: 'insert_page'`), selects the problems of the
 * intended kind. If no kind matches, selects the problems of the literal.
 */
function selectIntendedKind(problems: SchemaProblem[]): SchemaProblem[] {
  const readKind = ({ schemaPath }: SchemaProblem): string | undefined =>
    /^.*\/anyOf\/\d+/.exec(schemaPath)?.[0]
  const otherKinds = new Set(problems.filter(({ keyword }) => keyword === 'const').map(readKind))
  const intended = problems.filter((problem) => {
    const kind = readKind(problem)
    return problem.keyword !== 'anyOf' && (kind === undefined || !otherKinds.has(kind))
  })
  if (intended.length > 0) return intended
  const literals = problems.filter(({ keyword }) => keyword === 'const')
  return literals.length > 0 ? literals : problems
}

function formatFieldName(part: string, { instancePath, keyword, params }: SchemaProblem): string {
  const steps = instancePath.split('/').slice(1)
  const missing =
    keyword === 'required' && 'requiredProperties' in params ? params.requiredProperties[0] : undefined
  return [part, ...steps, ...(missing === undefined ? [] : [missing])]
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.')
}

function describeExpectation({ keyword, params, message }: SchemaProblem): string {
  if (keyword === 'required') return 'be given'
  if (keyword === 'enum' && 'allowedValues' in params) {
    return `be one of ${params.allowedValues.map((value) => JSON.stringify(value)).join(', ')}`
  }
  if (keyword === 'const' && 'allowedValue' in params) return `be ${JSON.stringify(params.allowedValue)}`
  return message.replace(/^must /, '')
}
