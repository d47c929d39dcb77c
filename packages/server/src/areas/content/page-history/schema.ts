import { type Static, Type } from 'typebox'
import { User } from '../../identity/index.ts'
import { RevisionEntry } from '../revisions/schema.ts'
import { pageChangeKinds } from './page-changes.ts'

const ParentPage = Type.Object({ id: Type.String(), title: Type.String() }, { 'x-name': 'FormerParentPage' })

export const PageRevisionEntry = Type.Object(
  {
    ...RevisionEntry.properties,
    object: Type.Literal('page-revision-entry'),
    previousRevision: Type.Optional(
      Type.String({ description: 'The revision of the space before this one; the first has none.' }),
    ),
    changes: Type.Array(Type.Enum([...pageChangeKinds], { type: 'string' }), {
      description:
        'What changed: the page was created or deleted; its text, its title, its place in the table of contents, or ' +
        'other settings.',
    }),
    page: Type.Object({
      id: Type.String(),
      title: Type.String({ description: 'The title since then; of a deleted page, the last one.' }),
      previousTitle: Type.Optional(Type.String()),
      parent: Type.Optional(
        Type.Object(
          { before: Type.Optional(ParentPage), after: Type.Optional(ParentPage) },
          { description: 'Where the page moved to another parent. A side is missing for the top level.' },
        ),
      ),
      settings: Type.Optional(Type.Array(Type.String(), { description: 'The fields that changed.' })),
    }),
  },
  { 'x-name': 'PageRevisionEntry' },
)
export type PageRevisionEntry = Static<typeof PageRevisionEntry>

const BlamedRevision = Type.Object(
  {
    ...RevisionEntry.properties,
    writtenBy: Type.Optional(
      Type.Intersect([User], {
        description: 'The author of the change request that was merged; otherwise who made the revision.',
      }),
    ),
  },
  { 'x-name': 'BlamedRevision' },
)

const LineRange = Type.Object(
  {
    from: Type.Integer({ description: 'The first line, counted from 1.' }),
    to: Type.Integer({ description: 'The last line.' }),
    revision: Type.String({ description: 'The revision that last changed these lines.' }),
    markdown: Type.String({ description: 'The lines, joined by line breaks.' }),
  },
  { 'x-name': 'BlamedLineRange' },
)

export const PageBlame = Type.Object(
  {
    object: Type.Literal('page-blame'),
    page: Type.String(),
    ranges: Type.Array(LineRange, { description: 'All lines of the page, in order.' }),
    revisions: Type.Array(BlamedRevision, { description: 'The revisions of the ranges, newest first.' }),
  },
  { 'x-name': 'PageBlame' },
)
export type PageBlame = Static<typeof PageBlame>
