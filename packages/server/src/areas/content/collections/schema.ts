import { type Static, Type } from 'typebox'
import { DefaultLevelSchema, IdSchema, UrlSchema } from '../../../http/schemas.ts'

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
    defaultLevel: DefaultLevelSchema,
    urls: Type.Object({ location: UrlSchema, app: UrlSchema }),
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
  parent: Type.Optional(IdSchema),
})
export type CreateCollection = Static<typeof CreateCollection>

export const UpdateCollection = Type.Object({
  title: Type.Optional(CollectionTitle),
  description: Type.Optional(CollectionDescription),
  defaultLevel: Type.Optional(DefaultLevelSchema),
})
export type UpdateCollection = Static<typeof UpdateCollection>
