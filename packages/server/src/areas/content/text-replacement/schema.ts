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
  description: 'Differs when the title, the description or the text differs.',
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

const matches = {
  title: Type.String(),
  version: PageVersion,
  places: Type.Array(TextPlace),
  hasMore: Type.Boolean({ description: 'Whether there are more places than are listed.' }),
}

const PageTextMatches = Type.Object({ page: Type.String(), ...matches }, { 'x-name': 'PageTextMatches' })
export type PageTextMatches = Static<typeof PageTextMatches>

const ReusableTextMatches = Type.Object(
  { reusableContent: Type.String(), ...matches },
  { 'x-name': 'ReusableTextMatches' },
)
export type ReusableTextMatches = Static<typeof ReusableTextMatches>

export const TextMatchList = Type.Object(
  {
    revision: Type.String({ description: 'The revision of the change request that is searched.' }),
    pages: Type.Array(PageTextMatches, { description: 'The pages with matches, in their order.' }),
    reusableContents: Type.Array(ReusableTextMatches, {
      description: 'The reusable contents with matches. They are searched after the pages.',
    }),
    unreadablePages: Type.Array(Type.String(), {
      description: 'Pages whose text takes too long to read. They were not searched.',
    }),
    unreadableReusableContents: Type.Array(Type.String(), {
      description: 'Reusable contents whose text takes too long to read. They were not searched.',
    }),
    searchedPages: Type.Integer({ description: 'How many pages are searched by now.' }),
    totalPages: Type.Integer(),
    next: Type.Optional(Type.Integer({ description: 'Where to go on; absent when everything is searched.' })),
  },
  { 'x-name': 'TextMatchList' },
)
export type TextMatchList = Static<typeof TextMatchList>

/** How many pages and reusable contents a request may write on. */
export const MAX_REPLACED_TEXTS = 50

const places = Type.Array(
  Type.String({ pattern: String.raw`^(title|description|text)\.[0-9]{1,6}$`, maxLength: 20 }),
  { minItems: 1, maxItems: 500 },
)

export const ReplaceText = Type.Object({
  ...query,
  replacement: Type.String({ maxLength: 1000, pattern: lineOfText }),
  pages: Type.Optional(
    Type.Array(Type.Object({ page: IdSchema, version: PageVersion, places }), {
      maxItems: MAX_REPLACED_TEXTS,
    }),
  ),
  reusableContents: Type.Optional(
    Type.Array(Type.Object({ reusableContent: IdSchema, version: PageVersion, places }), {
      maxItems: MAX_REPLACED_TEXTS,
    }),
  ),
})
export type ReplaceText = Static<typeof ReplaceText>

export const UndoTextReplacement = Type.Object({
  revision: Type.String({ ...IdSchema, description: 'The `previousRevision` of the replacement.' }),
  pages: Type.Optional(
    Type.Array(Type.Object({ page: IdSchema, version: PageVersion }), { maxItems: MAX_REPLACED_TEXTS }),
  ),
  reusableContents: Type.Optional(
    Type.Array(Type.Object({ reusableContent: IdSchema, version: PageVersion }), {
      maxItems: MAX_REPLACED_TEXTS,
    }),
  ),
})
export type UndoTextReplacement = Static<typeof UndoTextReplacement>

const outcome = {
  result: Type.Enum(['replaced', 'unchanged', 'outdated', 'missing', 'refused'], {
    type: 'string',
    description:
      'What became of it: `outdated` when somebody has written on it since, `missing` when it is gone, `refused` ' +
      'when its text cannot be written so. Nothing was changed then.',
  }),
  version: Type.Optional(PageVersion),
  problem: Type.Optional(Type.String({ description: 'Why it was refused.' })),
}

const ReplacedPage = Type.Object({ page: Type.String(), ...outcome }, { 'x-name': 'ReplacedPage' })
export type ReplacedPage = Static<typeof ReplacedPage>

const ReplacedReusableContent = Type.Object(
  { reusableContent: Type.String(), ...outcome },
  { 'x-name': 'ReplacedReusableContent' },
)
export type ReplacedReusableContent = Static<typeof ReplacedReusableContent>

export const TextReplacement = Type.Object(
  {
    previousRevision: Type.String({ description: 'The revision before. It is needed to undo this.' }),
    revision: Type.String(),
    pages: Type.Array(ReplacedPage),
    reusableContents: Type.Array(ReplacedReusableContent),
  },
  { 'x-name': 'TextReplacement' },
)
export type TextReplacement = Static<typeof TextReplacement>
