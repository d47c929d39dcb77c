import type { ValueType } from '@verso/expressions'
import { Invalid } from '../common/errors.ts'
import { isPlainObject, type PlainObject } from './claims.ts'

/** The schema of a site's visitor claims: boolean claims, and under `unsigned` those that no key has signed. */
export interface AdaptiveJsonSchema {
  $schema?: string
  type: 'object'
  properties: Record<string, BooleanClaim | UnsignedClaims>
  additionalProperties: false
}

interface BooleanClaim {
  type: 'boolean'
  description: string
}

interface UnsignedClaims {
  type: 'object'
  description: string
  properties: Record<string, BooleanClaim>
  additionalProperties: false
}

const draft07 = 'http://json-schema.org/draft-07/schema#'
const unsignedDescription = 'Unsigned claims of the site visitor.'
const MAX_CLAIMS = 200
const MAX_NAME_LENGTH = 100
const MAX_DESCRIPTION_LENGTH = 500

/**
 * Returns the schema if it has exactly the shape that the contract describes, and throws otherwise. Every allowed key is
 * listed here, so `$ref`, nesting and everything else that a validator would have to follow is refused, with its path.
 */
export function requireAdaptiveSchema(value: unknown): AdaptiveJsonSchema {
  const root = 'body.jsonSchema'
  const { $schema, properties } = requireObject(value, root, [
    '$schema',
    'type',
    'properties',
    'additionalProperties',
  ])
  if ($schema !== undefined && $schema !== draft07) throw new Invalid(`${root}.$schema must be "${draft07}".`)
  requireClosed(value, root)
  return {
    ...($schema !== undefined && { $schema: draft07 }),
    type: 'object',
    properties: requireClaims(properties, `${root}.properties`, (claim, path, name) =>
      name === 'unsigned' ? requireUnsigned(claim, path) : requireBoolean(claim, path),
    ),
    additionalProperties: false,
  }
}

function requireUnsigned(value: unknown, path: string): UnsignedClaims {
  const { description = unsignedDescription, properties } = requireObject(value, path, [
    'type',
    'description',
    'properties',
    'additionalProperties',
  ])
  if (description !== unsignedDescription) {
    throw new Invalid(`${path}.description must be "${unsignedDescription}".`)
  }
  requireClosed(value, path)
  return {
    type: 'object',
    description: unsignedDescription,
    properties: requireClaims(properties, `${path}.properties`, requireBoolean),
    additionalProperties: false,
  }
}

function requireBoolean(value: unknown, path: string): BooleanClaim {
  const { type, description = '' } = requireObject(value, path, ['type', 'description'])
  if (type !== 'boolean') throw new Invalid(`${path}.type must be "boolean".`)
  if (typeof description !== 'string' || description.length > MAX_DESCRIPTION_LENGTH) {
    throw new Invalid(`${path}.description must be a text of at most ${MAX_DESCRIPTION_LENGTH} characters.`)
  }
  return { type, description }
}

function requireClaims<Claim>(
  value: unknown,
  path: string,
  require: (claim: unknown, path: string, name: string) => Claim,
): Record<string, Claim> {
  if (!isPlainObject(value)) throw new Invalid(`${path} must be an object.`)
  const names = Object.keys(value)
  if (names.length > MAX_CLAIMS) throw new Invalid(`${path} has more than ${MAX_CLAIMS} claims.`)
  return Object.fromEntries(
    names.map((name) => {
      const claimPath = buildPath(path, name)
      if (name === '' || name.length > MAX_NAME_LENGTH || name === '__proto__') {
        throw new Invalid(`${claimPath} is no name of a claim: it has 1 to ${MAX_NAME_LENGTH} characters.`)
      }
      return [name, require(value[name], claimPath, name)]
    }),
  )
}

function requireObject(value: unknown, path: string, known: string[]): PlainObject {
  if (!isPlainObject(value)) throw new Invalid(`${path} must be an object.`)
  const unknown = Object.keys(value).find((key) => !known.includes(key))
  if (unknown !== undefined) throw new Invalid(`${buildPath(path, unknown)} is not possible here.`)
  return value
}

function requireClosed(value: unknown, path: string): void {
  const { type, additionalProperties } = value as PlainObject
  if (type !== 'object') throw new Invalid(`${path}.type must be "object".`)
  if (additionalProperties !== false) throw new Invalid(`${path}.additionalProperties must be false.`)
}

const buildPath = (path: string, name: string): string =>
  /^[\w$]+$/.test(name) ? `${path}.${name}` : `${path}[${JSON.stringify(name.slice(0, MAX_NAME_LENGTH))}]`

/** The type of `visitor.claims`. The object `unsigned` is always there, also when the schema names no unsigned claim. */
export function buildClaimsType(schema: AdaptiveJsonSchema | undefined): ValueType {
  if (!schema) return { type: 'unknown' }
  const properties: Record<string, ValueType> = { unsigned: { type: 'object', properties: {} } }
  for (const [name, claim] of Object.entries(schema.properties)) {
    properties[name] =
      claim.type === 'boolean'
        ? { type: 'boolean' }
        : {
            type: 'object',
            properties: Object.fromEntries(
              Object.keys(claim.properties).map((key) => [key, { type: 'boolean' }]),
            ),
          }
  }
  return { type: 'object', properties }
}

export interface TemplateCondition {
  description: string
  condition: string
}

/** Two conditions for each claim: that it is true, and that it is not. */
export function listTemplateConditions(schema: AdaptiveJsonSchema | undefined): TemplateCondition[] {
  const conditions: TemplateCondition[] = []
  const add = (claims: Record<string, BooleanClaim | UnsignedClaims>, path: string) => {
    for (const [name, claim] of Object.entries(claims)) {
      const claimPath = /^[A-Za-z_$][\w$]*$/.test(name)
        ? `${path}.${name}`
        : `${path}[${JSON.stringify(name)}]`
      if (claim.type === 'object') {
        add(claim.properties, claimPath)
        continue
      }
      const label = claim.description === '' ? name : claim.description
      conditions.push(
        { description: `Visitors with: ${label}`, condition: claimPath },
        { description: `Visitors without: ${label}`, condition: `!${claimPath}` },
      )
    }
  }
  add(schema?.properties ?? {}, 'visitor.claims')
  return conditions
}
