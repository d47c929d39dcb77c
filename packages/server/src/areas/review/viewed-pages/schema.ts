import { type Static, Type } from 'typebox'

export const ViewedPages = Type.Object(
  {
    object: Type.Literal('viewed-pages'),
    pages: Type.Array(Type.String(), { description: 'The ids of the pages.' }),
  },
  { 'x-name': 'ViewedPages' },
)
export type ViewedPages = Static<typeof ViewedPages>

export const MarkPageAsViewed = Type.Object({
  revision: Type.Optional(
    Type.String({
      maxLength: 64,
      description: 'The revision that you looked at; the head of the change request when it is left out.',
    }),
  ),
})
export type MarkPageAsViewed = Static<typeof MarkPageAsViewed>
