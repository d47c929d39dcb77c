import { type Static, Type } from 'typebox'

export const EmbedQuery = Type.Object({ url: Type.String({ minLength: 1, maxLength: 2048 }) })

export const Embed = Type.Object(
  {
    type: Type.Literal('link'),
    title: Type.String(),
    site: Type.String({ description: 'The site name that the page gives, or its host.' }),
    description: Type.Optional(Type.String()),
    icon: Type.Optional(Type.String()),
  },
  { 'x-name': 'Embed' },
)
export type Embed = Static<typeof Embed>
