import { type TObject, type TSchema, Type } from 'typebox'

export const defaultLimit = 50
export const highestLimit = 1000

export const listQuery = Type.Object({
  page: Type.Optional(
    Type.String({
      description: 'Where to go on: `next.page` or `previous.page` of another page of this list.',
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: highestLimit,
      default: defaultLimit,
      description: 'How many items to return at most.',
    }),
  ),
})

const neighbour = Type.Optional(Type.Object({ page: Type.String() }))

/** The envelope of every list. */
export const listOf = (item: TSchema, more?: TObject) =>
  Type.Object({
    next: neighbour,
    previous: neighbour,
    count: Type.Integer(),
    ...more?.properties,
    items: Type.Array(item),
  })
