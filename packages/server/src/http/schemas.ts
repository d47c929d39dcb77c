import type { Document } from '@verso/markdown'
import { type Static, type TSchema, Type } from 'typebox'
import { type DefaultLevel as DefaultLevelType, type MemberRole, roles } from '../access/roles.ts'
import { languages } from '../common/languages.ts'

/**
 * Pieces that the schemas of several resources share. A schema with an `x-name` becomes a component of that name
 * in the OpenAPI document.
 */
const strongestFirst = roles.toReversed()

export const TimestampSchema = Type.String({
  format: 'date-time',
  description: 'ISO 8601, UTC, with milliseconds.',
})

export const UrlSchema = Type.String({ format: 'uri', maxLength: 2048 })

/** A URL that is shown to other people. It must be http or https, because a browser runs URLs such as `javascript:`. */
export const WebUrlSchema = Type.String({
  format: 'uri',
  maxLength: 2048,
  pattern: '^[hH][tT][tT][pP][sS]?://',
})

/** A text as a tree of blocks. The content area checks the blocks of a document that a client sends. */
export const JsonDocumentSchema = Type.Unsafe<Document>({
  type: 'object',
  required: ['object', 'nodes'],
  additionalProperties: true,
  'x-name': 'JSONDocument',
  description: 'A text as a tree of blocks.',
})

export const IdSchema = Type.String({ maxLength: 64 })

export const TranslationLanguageSchema = Type.Enum(languages, {
  type: 'string',
  'x-name': 'TranslationLanguage',
})

export const RoleSchema = Type.Enum(strongestFirst, {
  type: 'string',
  'x-name': 'MemberRole',
})

export const RoleOrGuestSchema = Type.Unsafe<MemberRole>({
  type: ['string', 'null'],
  enum: [...strongestFirst, null],
  'x-name': 'MemberRoleOrGuest',
  description: 'A role; null for a guest, who sees only what was granted to them.',
})

export const DefaultLevelSchema = Type.Unsafe<DefaultLevelType>({
  type: ['string', 'null'],
  enum: [...strongestFirst, null, 'inherit'],
  'x-name': 'DefaultLevel',
  description: 'What everyone without a grant has: a role, null for no access, or `inherit` to ask above.',
})

export const TeamRoleSchema = Type.Enum(['owner', 'member'], { type: 'string', 'x-name': 'TeamMemberRole' })

/** Null or the schema, in the form that serializes fastest. */
export const nullable = <Schema extends TSchema>(schema: Schema) =>
  Type.Unsafe<Static<Schema> | null>({ ...schema, type: [...[schemaType(schema)].flat(), 'null'] })

const schemaType = (schema: TSchema): string | string[] => ('type' in schema ? (schema.type as string) : [])

export const orderSchema = Type.Optional(
  Type.Enum(['asc', 'desc'], { type: 'string', default: 'desc', description: 'The order to list in.' }),
)
