import { type Static, Type } from 'typebox'

const FoundPages = Type.Object({
  count: Type.Integer(),
  pages: Type.Array(Type.Object({ id: Type.String(), title: Type.String() }), {
    description: 'The first of them.',
  }),
})

export const SiteChecklist = Type.Object(
  {
    object: Type.Literal('site-checklist'),
    spaces: Type.Array(
      Type.Object({
        id: Type.String(),
        title: Type.String(),
        pages: Type.Integer({ description: 'How many pages with a text readers get.' }),
        brokenLinks: Type.Integer({ description: 'How many targets of its links are not there.' }),
        withoutTitle: FoundPages,
        withoutDescription: FoundPages,
      }),
    ),
    unchecked: Type.Integer({
      description:
        'How many spaces of the site were not looked at: you may not see them, or there are too many.',
    }),
  },
  { 'x-name': 'SiteChecklist' },
)
export type SiteChecklist = Static<typeof SiteChecklist>
