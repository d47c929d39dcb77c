import { type Static, Type } from 'typebox'
import { Timestamp, Url } from '../../../http/schemas.ts'

export const Session = Type.Object(
  {
    object: Type.Literal('session'),
    id: Type.String(),
    name: Type.String({ description: 'What the browser says it is.' }),
    organization: Type.String(),
    current: Type.Boolean({ description: 'The one that asks.' }),
    createdAt: Timestamp,
    lastUsedAt: Type.Optional(Timestamp),
    expiresAt: Timestamp,
    urls: Type.Object({ location: Url }),
  },
  { 'x-name': 'Session' },
)
export type Session = Static<typeof Session>
