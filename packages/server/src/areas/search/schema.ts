import { type Static, Type } from 'typebox'
import { UrlSchema } from '../../http/schemas.ts'

const AppUrl = Type.Object({ app: UrlSchema })

export const SearchSection = Type.Object(
  {
    id: Type.String(),
    title: Type.String({
      description: 'The heading of the section; empty for the text before the first heading.',
    }),
    path: Type.String({ description: 'The path of the page, with the anchor of the heading.' }),
    body: Type.String({ description: 'The text around the first match.' }),
    urls: AppUrl,
  },
  { 'x-name': 'SearchSectionResult' },
)

export const SearchPage = Type.Object(
  {
    id: Type.String(),
    title: Type.String(),
    path: Type.String(),
    sections: Type.Array(SearchSection, { description: 'The sections that match best, the best first.' }),
    urls: AppUrl,
  },
  { 'x-name': 'SearchPageResult' },
)
export type SearchPage = Static<typeof SearchPage>

export const SearchSpace = Type.Object(
  { id: Type.String(), title: Type.String(), pages: Type.Array(SearchPage) },
  { 'x-name': 'SearchSpaceResult' },
)
export type SearchSpace = Static<typeof SearchSpace>

export const MAX_QUERY_LENGTH = 512

export const SearchQuery = Type.Object({
  query: Type.String({
    maxLength: MAX_QUERY_LENGTH,
    description:
      'The words to find. The last one may be the beginning of a word. Words in quotes must follow each other.',
  }),
})
export type SearchQuery = Static<typeof SearchQuery>
