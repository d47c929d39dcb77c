import { type Static, Type } from 'typebox'
import { IdSchema } from '../../../http/schemas.ts'

/** A text of one line. Control characters are in no text that people read. */
const lineOfText = String.raw`^[^\u0000-\u001f\u007f]*$`

const query = {
  text: Type.String({
    minLength: 1,
    maxLength: 200,
    pattern: lineOfText,
    description: 'The words to find, literally: it is no pattern.',
  }),
  matchCase: Type.Optional(Type.Boolean({ default: false })),
  wholeWords: Type.Optional(
    Type.Boolean({ default: false, description: 'Finds "cat", and not the "cat" of "catalogue".' }),
  ),
}

export const FindText = Type.Object({
  ...query,
  revision: Type.Optional(
    Type.String({ ...IdSchema, description: 'The `revision` of the first response, to go on in it.' }),
  ),
  from: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'The `next` of the response before.' }),
  ),
})
export type FindText = Static<typeof FindText>

const PageVersion = Type.String({
  maxLength: 64,
  description: 'Differs when the title, the description or the text of the page differs.',
})

const TextPlace = Type.Object(
  {
    place: Type.String({ description: 'Names the place in this version of the page, for this query.' }),
    kind: Type.Enum(['title', 'description', 'heading', 'text', 'code', 'label'], { type: 'string' }),
    before: Type.String({ description: 'The words before it.' }),
    text: Type.String({ description: 'What was found, as it is written there.' }),
    after: Type.String({ description: 'The words after it.' }),
  },
  { 'x-name': 'TextPlace' },
)
export type TextPlace = Static<typeof TextPlace>

const PageTextMatches = Type.Object(
  {
    page: Type.String(),
    title: Type.String(),
    version: PageVersion,
    places: Type.Array(TextPlace),
    hasMore: Type.Boolean({ description: 'Whether the page has more places than are listed.' }),
  },
  { 'x-name': 'PageTextMatches' },
)
export type PageTextMatches = Static<typeof PageTextMatches>

export const TextMatchList = Type.Object(
  {
    revision: Type.String({ description: 'The revision of the change request that is searched.' }),
    pages: Type.Array(PageTextMatches, { description: 'The pages with matches, in their order.' }),
    unreadablePages: Type.Array(Type.String(), {
      description: 'Pages whose text takes too long to read. They were not searched.',
    }),
    searchedPages: Type.Integer({ description: 'How many pages are searched by now.' }),
    totalPages: Type.Integer(),
    next: Type.Optional(Type.Integer({ description: 'Where to go on; absent when all pages are searched.' })),
  },
  { 'x-name': 'TextMatchList' },
)
export type TextMatchList = Static<typeof TextMatchList>

export const MAX_REPLACED_PAGES = 50

export const ReplaceText = Type.Object({
  ...query,
  replacement: Type.String({ maxLength: 1000, pattern: lineOfText }),
  pages: Type.Array(
    Type.Object({
      page: IdSchema,
      version: PageVersion,
      places: Type.Array(
        Type.String({ pattern: String.raw`^(title|description|text)\.[0-9]{1,6}$`, maxLength: 20 }),
        {
          minItems: 1,
          maxItems: 500,
        },
      ),
    }),
    { minItems: 1, maxItems: MAX_REPLACED_PAGES },
  ),
})
export type ReplaceText = Static<typeof ReplaceText>

export const UndoTextReplacement = Type.Object({
  revision: Type.String({ ...IdSchema, description: 'The `previousRevision` of the replacement.' }),
  pages: Type.Array(Type.Object({ page: IdSchema, version: PageVersion }), {
    minItems: 1,
    maxItems: MAX_REPLACED_PAGES,
  }),
})
export type UndoTextReplacement = Static<typeof UndoTextReplacement>

const ReplacedPage = Type.Object(
  {
    page: Type.String(),
    result: Type.Enum(['replaced', 'unchanged', 'outdated', 'missing', 'refused'], {
      type: 'string',
      description:
        'What became of the page: `outdated` when somebody has written on it since, `missing` when it is gone, `refused` ' +
        'when its text cannot be written so. Nothing was changed on such pages.',
    }),
    version: Type.Optional(PageVersion),
    problem: Type.Optional(Type.String({ description: 'Why it was refused.' })),
  },
  { 'x-name': 'ReplacedPage' },
)
export type ReplacedPage = Static<typeof ReplacedPage>

export const TextReplacement = Type.Object(
  {
    previousRevision: Type.String({ description: 'The revision before. It is needed to undo this.' }),
    revision: Type.String(),
    pages: Type.Array(ReplacedPage),
  },
  { 'x-name': 'TextReplacement' },
)
export type TextReplacement = Static<typeof TextReplacement>
