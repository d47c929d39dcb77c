import { type Static, Type } from 'typebox'
import { TimestampSchema } from '../../../http/schemas.ts'

export const MissedPaths = Type.Object(
  {
    object: Type.Literal('site-missed-paths'),
    paths: Type.Array(
      Type.Object({
        path: Type.String(),
        count: Type.Integer({ description: 'How often it was asked for.' }),
        lastSeenAt: TimestampSchema,
      }),
      { description: 'The most frequent first.' },
    ),
  },
  { 'x-name': 'SiteMissedPaths' },
)
export type MissedPaths = Static<typeof MissedPaths>
