import { type Static, Type } from 'typebox'
import { IdSchema, TimestampSchema, UrlSchema } from '../../../http/schemas.ts'

const scopePart = (description: string) =>
  Type.Object(
    {
      id: Type.String(),
      title: Type.Optional(Type.String({ description: 'Left out once you are no member there.' })),
    },
    { description },
  )

const properties = {
  object: Type.Literal('token'),
  id: Type.String(),
  name: Type.String(),
  createdAt: TimestampSchema,
  lastUsedAt: Type.Optional(TimestampSchema),
  expiresAt: Type.Optional(TimestampSchema),
  scope: Type.Object(
    {
      readOnly: Type.Boolean(),
      organization: Type.Optional(scopePart('The only organization that it is good in.')),
      space: Type.Optional(scopePart('The only space that it reaches.')),
      site: Type.Optional(scopePart('The only site that it reaches.')),
    },
    { description: 'What it is limited to, besides what its owner may do.' },
  ),
  urls: Type.Object({ location: UrlSchema }),
}

export const Token = Type.Object(properties, { 'x-name': 'Token' })
export type Token = Static<typeof Token>

export const NewToken = Type.Object(
  { ...properties, token: Type.String({ description: 'The secret. It is shown this once.' }) },
  { 'x-name': 'NewToken' },
)
export type NewToken = Static<typeof NewToken>

export const CreateToken = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100 }),
    expiresAt: Type.Optional(TimestampSchema),
    readOnly: Type.Optional(Type.Boolean({ description: 'Whether it only reads: requests with GET.' })),
    organization: Type.Optional(IdSchema),
    space: Type.Optional(IdSchema),
    site: Type.Optional(IdSchema),
  },
  {
    description: 'One of `organization`, `space` and `site` limits what the token reaches.',
  },
)
export type CreateToken = Static<typeof CreateToken>
