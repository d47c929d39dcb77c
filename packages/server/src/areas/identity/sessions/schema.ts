import { type Static, Type } from 'typebox'
import { TimestampSchema, UrlSchema } from '../../../http/schemas.ts'

export const Session = Type.Object(
  {
    object: Type.Literal('session'),
    id: Type.String(),
    name: Type.String({ description: 'What the browser says it is.' }),
    device: Type.Optional(
      Type.Object(
        { browser: Type.Optional(Type.String()), system: Type.Optional(Type.String()) },
        { description: 'What the browser calls itself, in words: such as `Firefox` on `Linux`.' },
      ),
    ),
    organization: Type.Optional(
      Type.String({
        description: 'The only organization it is good in, where its identity provider began it.',
      }),
    ),
    current: Type.Boolean({ description: 'The one that asks.' }),
    createdAt: TimestampSchema,
    signedInAt: Type.String({
      ...TimestampSchema,
      description: 'When the person last showed who they are in it.',
    }),
    lastAddress: Type.Optional(Type.String({ description: 'The address that it was last used from.' })),
    lastUsedAt: Type.Optional(TimestampSchema),
    expiresAt: TimestampSchema,
    urls: Type.Object({ location: UrlSchema }),
  },
  { 'x-name': 'Session' },
)
export type Session = Static<typeof Session>
