import { type TObject, type TSchema, Type } from 'typebox'

export const DEFAULT_LIST_LIMIT = 50
export const MAX_LIST_LIMIT = 1000

export const listQuery = Type.Object({
  page: Type.Optional(
    Type.String({
      description: 'Where to go on: `next.page` or `previous.page` of another page of this list.',
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: MAX_LIST_LIMIT,
      default: DEFAULT_LIST_LIMIT,
      description: 'How many items to return at most.',
    }),
  ),
})

const neighbour = Type.Optional(Type.Object({ page: Type.String() }))

/** The envelope of every list. */
export const listSchema = (item: TSchema, more?: TObject) =>
  Type.Object({
    next: neighbour,
    previous: neighbour,
    count: Type.Integer(),
    ...more?.properties,
    items: Type.Array(item),
  })
