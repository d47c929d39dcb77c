import { type Static, Type } from 'typebox'
import { IdSchema, TimestampSchema, UrlSchema } from '../../../http/schemas.ts'
import { importSources } from '../sources/index.ts'
import { importSteps } from '../sources/source.ts'

const urlSchema = Type.String({
  minLength: 1,
  maxLength: 8192,
  format: 'uri',
  description: 'An http or https URL that Verso can reach without signing in.',
})

const Format = Type.Enum([...importSources], { type: 'string', 'x-name': 'ContentImportFormat' })

const MAX_FILES = 50

const Target = Type.Object(
  {
    space: Type.String({ ...IdSchema, description: 'The space to import into.' }),
    changeRequest: Type.Optional(
      Type.String({ ...IdSchema, description: 'The change request of the space to import into.' }),
    ),
  },
  { 'x-name': 'ContentImportTarget' },
)

export const StartImportRun = Type.Object(
  {
    source: Type.Union(
      [
        Type.Object({ type: Format, url: urlSchema }),
        Type.Object({
          type: Type.Literal('file'),
          files: Type.Array(urlSchema, {
            minItems: 1,
            maxItems: MAX_FILES,
            description: 'The `downloadURL` of each file that was uploaded with the kind `import_file`.',
          }),
          format: Type.Optional(Format),
        }),
      ],
      {
        description:
          'What is at a URL, or uploaded files. Without `format` the ending of the name of each file says what it is.',
        'x-name': 'StartContentImportSource',
      },
    ),
    target: Target,
    enhance: Type.Optional(Type.Boolean({ description: 'Accepted and without effect.' })),
  },
  { 'x-name': 'StartImportRun' },
)
export type StartImportRun = Static<typeof StartImportRun>

/** What was imported, as people are told: of uploaded files the names, and never an address that opens them. */
const ImportRunSource = Type.Union(
  [
    Type.Object({ type: Format, url: Type.String() }),
    Type.Object({
      type: Type.Literal('file'),
      files: Type.Array(Type.String(), { description: 'The names of the files.' }),
      format: Type.Optional(Format),
    }),
  ],
  { 'x-name': 'ContentImportSource' },
)
export type ImportRunSource = Static<typeof ImportRunSource>

const ImportFailure = Type.Object(
  { resource: Type.String(), reason: Type.String() },
  { 'x-name': 'ContentImportFailure' },
)

const ImportRunPage = Type.Object(
  {
    id: Type.String(),
    title: Type.String(),
    type: Type.Enum(['page', 'folder'], { type: 'string' }),
    status: Type.Enum(['complete'], { type: 'string' }),
    sourceURL: Type.Optional(Type.String({ description: 'The URL that it was read from.' })),
    path: Type.Optional(Type.String({ description: 'The path in an archive, or the name of the file.' })),
  },
  { 'x-name': 'ContentImportPage' },
)
export type ImportRunPage = Static<typeof ImportRunPage>

/** What an import did, as it is stored with its task. */
export interface ImportReport {
  importedResources: number
  totalResources: number
  failures: { resource: string; reason: string }[]
  pages: ImportRunPage[]
}

const Status = Type.Enum(['pending', 'in-progress', 'completed', 'failed', 'cancelled'], {
  type: 'string',
  'x-name': 'ContentImportStatus',
})

export const ImportRun = Type.Object(
  {
    object: Type.Literal('import-run'),
    id: Type.String({ description: 'Also the id of its job.' }),
    status: Status,
    reason: Type.Optional(Type.String({ description: 'Why it failed, or is tried again.' })),
    source: ImportRunSource,
    target: Target,
    progress: Type.Object({
      step: Type.Optional(
        Type.Enum([...importSteps], {
          type: 'string',
          description:
            'Pages are read, the files they use loaded, links between them resolved, and all of it saved at once.',
          'x-name': 'ContentImportStep',
        }),
      ),
      done: Type.Integer(),
      total: Type.Optional(Type.Integer({ description: 'As far as it is known.' })),
    }),
    importedResources: Type.Optional(
      Type.Integer({ description: 'How many pages and files were imported.' }),
    ),
    totalResources: Type.Optional(Type.Integer({ description: 'How many pages and files were found.' })),
    failures: Type.Optional(
      Type.Array(ImportFailure, {
        description: 'What was found and not imported, and why; at most 200 of them. Not in lists.',
      }),
    ),
    pages: Type.Optional(
      Type.Array(ImportRunPage, { description: 'The new pages, in their order. Not in lists.' }),
    ),
    createdBy: Type.Optional(Type.String({ description: 'The id of the user who started it.' })),
    createdAt: TimestampSchema,
    updatedAt: TimestampSchema,
    startedAt: Type.Optional(TimestampSchema),
    completedAt: Type.Optional(TimestampSchema),
    permissions: Type.Object({ cancel: Type.Boolean() }),
    urls: Type.Object({ location: UrlSchema }),
  },
  { 'x-name': 'ContentImportRun' },
)
export type ImportRun = Static<typeof ImportRun>

export const ListImportRuns = Type.Object({
  space: Type.Optional(IdSchema),
  changeRequest: Type.Optional(IdSchema),
  status: Type.Optional(
    Type.Enum(['active', 'pending', 'in-progress', 'completed', 'failed', 'cancelled'], {
      type: 'string',
      description: '`active` is both `pending` and `in-progress`.',
      'x-name': 'ContentImportStatusFilter',
    }),
  ),
})
export type ListImportRuns = Static<typeof ListImportRuns>
