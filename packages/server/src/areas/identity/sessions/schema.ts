import { type Static, Type } from 'typebox'
import { TimestampSchema, UrlSchema } from '../../../http/schemas.ts'

export const Session = Type.Object(
  {
    object: Type.Literal('session'),
    id: Type.String(),
    name: Type.String({ description: 'What the browser says it is.' }),
    organization: Type.String(),
    current: Type.Boolean({ description: 'The one that asks.' }),
    createdAt: TimestampSchema,
    lastUsedAt: Type.Optional(TimestampSchema),
    expiresAt: TimestampSchema,
    urls: Type.Object({ location: UrlSchema }),
  },
  { 'x-name': 'Session' },
)
export type Session = Static<typeof Session>
