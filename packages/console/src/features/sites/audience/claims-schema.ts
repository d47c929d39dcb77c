/** A claim of visitors that conditions can ask for. It is true or false. */
export interface Claim {
  name: string
  description: string
  /** Whether the browser of the visitor says it, and not a token that was signed. */
  isUnsigned: boolean
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const readText = (value: unknown): string => (typeof value === 'string' ? value : '')

const listProperties = (properties: unknown, isUnsigned: boolean): Claim[] =>
  isObject(properties)
    ? Object.entries(properties).flatMap(([name, claim]) =>
        isObject(claim) && claim['type'] === 'boolean'
          ? [{ name, description: readText(claim['description']), isUnsigned }]
          : [],
      )
    : []

/** The claims of a schema, as the API gives it. */
export function listClaims(jsonSchema: unknown): Claim[] {
  const properties = isObject(jsonSchema) ? jsonSchema['properties'] : undefined
  const unsigned = isObject(properties) ? properties['unsigned'] : undefined
  return [
    ...listProperties(properties, false),
    ...listProperties(isObject(unsigned) ? unsigned['properties'] : undefined, true),
  ]
}

const writeProperties = (claims: readonly Claim[]) =>
  Object.fromEntries(claims.map(({ name, description }) => [name, { type: 'boolean', description }]))

/** The schema of some claims, in the one form that the API takes. */
export function writeClaimsSchema(claims: readonly Claim[]) {
  const unsigned = claims.filter(({ isUnsigned }) => isUnsigned)
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    properties: {
      ...writeProperties(claims.filter(({ isUnsigned }) => !isUnsigned)),
      ...(unsigned.length > 0 && {
        unsigned: {
          type: 'object',
          description: 'Unsigned claims of the site visitor.',
          properties: writeProperties(unsigned),
          additionalProperties: false,
        },
      }),
    },
    additionalProperties: false,
  }
}

/** The claims of a visitor for whom some are true, in Rison, which the address of a preview takes. */
export function writeVisitor(claims: readonly Claim[], isTrue: (claim: Claim) => boolean): string {
  const write = (some: readonly Claim[]): string =>
    some.map((claim) => `'${claim.name.replaceAll(/['!]/g, '!$&')}':${isTrue(claim) ? '!t' : '!f'}`).join(',')
  const signed = write(claims.filter(({ isUnsigned }) => !isUnsigned))
  const unsigned = write(claims.filter(({ isUnsigned }) => isUnsigned))
  return `(${[signed, unsigned === '' ? '' : `unsigned:(${unsigned})`].filter((part) => part !== '').join(',')})`
}
