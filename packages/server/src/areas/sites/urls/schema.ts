import { type Static, Type } from 'typebox'
import { ChangeRequest, Collection, RevisionPage, Space } from '../../content/index.ts'
export const ContentQuery = Type.Object({
  url: Type.String({ maxLength: 8192, description: 'An address in the console, or of a published site.' }),
})
export type ContentQuery = Static<typeof ContentQuery>

export const ContentLookup = Type.Union(
  [
    Type.Object({ collection: Collection }, { additionalProperties: false }),
    Type.Object({
      space: Space,
      changeRequest: Type.Optional(ChangeRequest),
      page: Type.Optional(RevisionPage),
    }),
  ],
  { 'x-name': 'ContentLookup' },
)
export type ContentLookup = Static<typeof ContentLookup>

export const Subdomain = Type.Object(
  {
    object: Type.Literal('subdomain'),
    subdomain: Type.String(),
    target: Type.Object({ type: Type.Literal('organization'), organization: Type.String() }),
    isActive: Type.Boolean({ description: 'Whether a published site is there.' }),
  },
  { 'x-name': 'Subdomain' },
)
export type Subdomain = Static<typeof Subdomain>
