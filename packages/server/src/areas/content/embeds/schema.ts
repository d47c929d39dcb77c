import { type Static, Type } from 'typebox'

export const EmbedQuery = Type.Object({ url: Type.String({ minLength: 1, maxLength: 2048 }) })

export const Embed = Type.Object(
  {
    type: Type.Union([Type.Literal('link'), Type.Literal('rich')], {
      description: '`rich` for a page with a player.',
    }),
    title: Type.String(),
    site: Type.String({ description: 'The site name that the page gives, or its host.' }),
    description: Type.Optional(Type.String()),
    icon: Type.Optional(Type.String()),
    html: Type.Optional(Type.String({ description: 'The frame of the player. Only `rich` embeds have it.' })),
  },
  { 'x-name': 'Embed' },
)
export type Embed = Static<typeof Embed>
