import { type Static, Type } from 'typebox'
import { UrlSchema, WebUrlSchema } from '../../../http/schemas.ts'

export const User = Type.Object(
  {
    object: Type.Literal('user'),
    id: Type.String(),
    displayName: Type.String(),
    email: Type.Optional(Type.String()),
    photoURL: Type.Optional(Type.String()),
    urls: Type.Object({ location: UrlSchema }),
  },
  { 'x-name': 'User' },
)
export type User = Static<typeof User>

export const UpdateUser = Type.Object(
  {
    displayName: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
    photoURL: Type.Optional(WebUrlSchema),
  },
  { minProperties: 1 },
)
export type UpdateUser = Static<typeof UpdateUser>
