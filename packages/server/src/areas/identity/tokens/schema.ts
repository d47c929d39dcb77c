import { type Static, Type } from 'typebox'
import { TimestampSchema, UrlSchema } from '../../../http/schemas.ts'

const properties = {
  object: Type.Literal('token'),
  id: Type.String(),
  name: Type.String(),
  createdAt: TimestampSchema,
  lastUsedAt: Type.Optional(TimestampSchema),
  expiresAt: Type.Optional(TimestampSchema),
  urls: Type.Object({ location: UrlSchema }),
}

export const Token = Type.Object(properties, { 'x-name': 'Token' })
export type Token = Static<typeof Token>

export const NewToken = Type.Object(
  { ...properties, token: Type.String({ description: 'The secret. It is shown this once.' }) },
  { 'x-name': 'NewToken' },
)
export type NewToken = Static<typeof NewToken>

export const CreateToken = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 100 }),
  expiresAt: Type.Optional(TimestampSchema),
})
export type CreateToken = Static<typeof CreateToken>
