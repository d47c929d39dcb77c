import { type Static, Type } from 'typebox'
import { Url, WebUrl } from '../../../http/schemas.ts'

export const User = Type.Object(
  {
    object: Type.Literal('user'),
    id: Type.String(),
    displayName: Type.String(),
    email: Type.Optional(Type.String()),
    photoURL: Type.Optional(Type.String()),
    urls: Type.Object({ location: Url }),
  },
  { 'x-name': 'User' },
)
export type User = Static<typeof User>

export const UpdateUser = Type.Object(
  {
    displayName: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
    photoURL: Type.Optional(WebUrl),
  },
  { minProperties: 1 },
)
export type UpdateUser = Static<typeof UpdateUser>
