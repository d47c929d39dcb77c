import { type Static, Type } from 'typebox'
import { UrlSchema } from '../../http/schemas.ts'

const AppUrl = Type.Object({ app: UrlSchema })

const Score = Type.Number({ minimum: 0, description: 'How well it matches; higher is better.' })

export const SearchSection = Type.Object(
  {
    id: Type.String(),
    title: Type.String({
      description: 'The heading of the section; empty for the text before the first heading.',
    }),
    path: Type.String({ description: 'The path of the page, with the anchor of the heading.' }),
    score: Score,
    body: Type.String({ description: 'The text around the first match.' }),
    urls: AppUrl,
  },
  { 'x-name': 'SearchSectionResult' },
)

export const SearchPage = Type.Object(
  {
    id: Type.String(),
    title: Type.String(),
    description: Type.String({ description: 'Empty for a page without one.' }),
    path: Type.String(),
    score: Score,
    rank: Type.Integer({ minimum: 1, description: 'Its position among all results.' }),
    ancestors: Type.Array(Type.Object({ title: Type.String() }), {
      description: 'The pages and groups that it is in, from the top.',
    }),
    sections: Type.Array(SearchSection, { description: 'The sections that match best, the best first.' }),
    urls: AppUrl,
  },
  { 'x-name': 'SearchPageResult' },
)
export type SearchPage = Static<typeof SearchPage>

export const SearchSpace = Type.Object(
  {
    type: Type.Literal('space'),
    id: Type.String(),
    title: Type.String(),
    score: Score,
    pages: Type.Array(SearchPage),
  },
  { 'x-name': 'SearchSpaceResult' },
)
export type SearchSpace = Static<typeof SearchSpace>

/** What a list of results says about itself while not everything is indexed. */
export const SearchState = Type.Object({
  complete: Type.Optional(
    Type.Boolean({
      description:
        'False while pages that came in shortly before are not indexed yet: a later search may find more. Left out otherwise.',
    }),
  ),
  progress: Type.Optional(
    Type.Object(
      {
        indexed: Type.Integer({ description: 'How many of these pages are found already.' }),
        total: Type.Integer(),
      },
      {
        description: 'How far the pages are indexed that came in together; left out when that is not known.',
      },
    ),
  ),
})
export type SearchState = Static<typeof SearchState>

export const MAX_QUERY_LENGTH = 512

export const SearchQuery = Type.Object({
  query: Type.String({
    maxLength: MAX_QUERY_LENGTH,
    description:
      'The words to find. The last one may be the beginning of a word. Words in quotes must follow each other.',
  }),
})
export type SearchQuery = Static<typeof SearchQuery>
