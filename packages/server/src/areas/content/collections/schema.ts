import { type Static, Type } from 'typebox'
import { DefaultLevel, Id, Url } from '../../../http/schemas.ts'

const CollectionTitle = Type.String({ maxLength: 50 })
const CollectionDescription = Type.String({ maxLength: 100 })

export const Collection = Type.Object(
  {
    object: Type.Literal('collection'),
    id: Type.String(),
    title: CollectionTitle,
    description: Type.Optional(CollectionDescription),
    organization: Type.String(),
    parent: Type.Optional(Type.String()),
    defaultLevel: DefaultLevel,
    urls: Type.Object({ location: Url, app: Url }),
    permissions: Type.Object({
      view: Type.Boolean(),
      admin: Type.Boolean(),
      viewInviteLinks: Type.Boolean(),
      create: Type.Boolean(),
    }),
  },
  { 'x-name': 'Collection' },
)
export type Collection = Static<typeof Collection>

export const CreateCollection = Type.Object({
  title: Type.Optional(CollectionTitle),
  parent: Type.Optional(Id),
})
export type CreateCollection = Static<typeof CreateCollection>

export const UpdateCollection = Type.Object({
  title: Type.Optional(CollectionTitle),
  description: Type.Optional(CollectionDescription),
  defaultLevel: Type.Optional(DefaultLevel),
})
export type UpdateCollection = Static<typeof UpdateCollection>
