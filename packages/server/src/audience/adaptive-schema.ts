import type { Type } from '@verso/expressions'
import { Invalid } from '../common/errors.ts'
import { isPlainObject, type PlainObject } from './claims.ts'

/** What is known of a site's visitors: claims that are true or false, and under `unsigned` what nobody vouches for. */
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

const draft = 'http://json-schema.org/draft-07/schema#'
const unsignedDescription = 'Unsigned claims of the site visitor.'
const maxClaims = 200
const longestName = 100
const longestDescription = 500

/**
 * The schema, if it is one: the contract's shape and nothing else. Everything it may hold is named here, so `$ref`,
 * nesting and whatever else a validator would have to follow is refused with the path it stands at.
 */
export function requireAdaptiveSchema(given: unknown): AdaptiveJsonSchema {
  const root = 'body.jsonSchema'
  const { $schema, properties } = requireObject(given, root, [
    '$schema',
    'type',
    'properties',
    'additionalProperties',
  ])
  if ($schema !== undefined && $schema !== draft) throw new Invalid(`${root}.$schema must be "${draft}".`)
  requireClosed(given, root)
  return {
    ...($schema !== undefined && { $schema: draft }),
    type: 'object',
    properties: requireClaims(properties, `${root}.properties`, (claim, path, name) =>
      name === 'unsigned' ? requireUnsigned(claim, path) : requireBoolean(claim, path),
    ),
    additionalProperties: false,
  }
}

function requireUnsigned(given: unknown, path: string): UnsignedClaims {
  const { description = unsignedDescription, properties } = requireObject(given, path, [
    'type',
    'description',
    'properties',
    'additionalProperties',
  ])
  if (description !== unsignedDescription) {
    throw new Invalid(`${path}.description must be "${unsignedDescription}".`)
  }
  requireClosed(given, path)
  return {
    type: 'object',
    description: unsignedDescription,
    properties: requireClaims(properties, `${path}.properties`, requireBoolean),
    additionalProperties: false,
  }
}

function requireBoolean(given: unknown, path: string): BooleanClaim {
  const { type, description = '' } = requireObject(given, path, ['type', 'description'])
  if (type !== 'boolean') throw new Invalid(`${path}.type must be "boolean".`)
  if (typeof description !== 'string' || description.length > longestDescription) {
    throw new Invalid(`${path}.description must be a text of at most ${longestDescription} characters.`)
  }
  return { type, description }
}

function requireClaims<Claim>(
  given: unknown,
  path: string,
  require: (claim: unknown, path: string, name: string) => Claim,
): Record<string, Claim> {
  if (!isPlainObject(given)) throw new Invalid(`${path} must be an object.`)
  const names = Object.keys(given)
  if (names.length > maxClaims) throw new Invalid(`${path} has more than ${maxClaims} claims.`)
  return Object.fromEntries(
    names.map((name) => {
      const place = placeOf(path, name)
      if (name === '' || name.length > longestName || name === '__proto__') {
        throw new Invalid(`${place} is no name of a claim: it has 1 to ${longestName} characters.`)
      }
      return [name, require(given[name], place, name)]
    }),
  )
}

function requireObject(given: unknown, path: string, known: string[]): PlainObject {
  if (!isPlainObject(given)) throw new Invalid(`${path} must be an object.`)
  const unknown = Object.keys(given).find((key) => !known.includes(key))
  if (unknown !== undefined) throw new Invalid(`${placeOf(path, unknown)} is not possible here.`)
  return given
}

function requireClosed(given: unknown, path: string): void {
  const { type, additionalProperties } = given as PlainObject
  if (type !== 'object') throw new Invalid(`${path}.type must be "object".`)
  if (additionalProperties !== false) throw new Invalid(`${path}.additionalProperties must be false.`)
}

const placeOf = (path: string, name: string): string =>
  /^[\w$]+$/.test(name) ? `${path}.${name}` : `${path}[${JSON.stringify(name.slice(0, longestName))}]`

/** The type of `visitor.claims`. There are always unsigned claims, if only none. */
export function claimsType(schema: AdaptiveJsonSchema | undefined): Type {
  if (!schema) return { type: 'unknown' }
  const properties: Record<string, Type> = { unsigned: { type: 'object', properties: {} } }
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

/** For each claim, the two things one can ask of it. */
export function templateConditions(schema: AdaptiveJsonSchema | undefined): TemplateCondition[] {
  const conditions: TemplateCondition[] = []
  const add = (claims: Record<string, BooleanClaim | UnsignedClaims>, path: string) => {
    for (const [name, claim] of Object.entries(claims)) {
      const place = /^[A-Za-z_$][\w$]*$/.test(name) ? `${path}.${name}` : `${path}[${JSON.stringify(name)}]`
      if (claim.type === 'object') {
        add(claim.properties, place)
        continue
      }
      const what = claim.description === '' ? name : claim.description
      conditions.push(
        { description: `Visitors with: ${what}`, condition: place },
        { description: `Visitors without: ${what}`, condition: `!${place}` },
      )
    }
  }
  add(schema?.properties ?? {}, 'visitor.claims')
  return conditions
}
