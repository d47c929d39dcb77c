import { type Static, Type } from 'typebox'
import {
  IdSchema,
  JsonDocumentSchema,
  TimestampSchema,
  TranslationLanguageSchema,
  UrlSchema,
} from '../../../http/schemas.ts'

const Source = Type.Object(
  {
    space: Type.String({ ...IdSchema, description: 'The space that is translated.' }),
    language: TranslationLanguageSchema,
  },
  { 'x-name': 'TranslationSource' },
)

const TranslationProblem = Type.Object({
  page: Type.Optional(Type.String({ description: 'The id of the page, in both spaces.' })),
  text: Type.Optional(
    Type.String({ description: 'The text that was not translated; tags stand for markup.' }),
  ),
  message: Type.String(),
})
export type TranslationProblem = Static<typeof TranslationProblem>

export const Translation = Type.Object(
  {
    object: Type.Literal('translation'),
    id: Type.String(),
    status: Type.Enum(['pending', 'running', 'completed'], {
      type: 'string',
      description:
        '`completed` when the last run has ended. `error` then says why it failed, and `problems` what it did not translate.',
      'x-name': 'TranslationStatus',
    }),
    source: Source,
    language: TranslationLanguageSchema,
    instructions: JsonDocumentSchema,
    result: Type.Optional(
      Type.Object({
        space: Type.String({ description: 'The space that has the translation.' }),
        revision: Type.String({ description: 'The revision of that space after the last run.' }),
        language: TranslationLanguageSchema,
      }),
    ),
    error: Type.Optional(Type.String({ description: 'Why the last run failed, or is retried.' })),
    run: Type.Optional(
      Type.Object(
        {
          job: Type.String({ description: 'The id of its job, by which it can be canceled or run at once.' }),
          progress: Type.Object({
            done: Type.Integer({ description: 'The pages that are translated.' }),
            total: Type.Optional(Type.Integer({ description: 'Absent until it is known.' })),
          }),
        },
        { description: 'The run that waits or is under way.' },
      ),
    ),
    problems: Type.Array(TranslationProblem, {
      description: 'What the last run could not translate, and which changes of people it replaced.',
    }),
    stats: Type.Object({
      runs: Type.Integer(),
      totalWords: Type.Integer({ description: 'The words sent to the translator in all runs.' }),
      totalPages: Type.Integer(),
      totalDuration: Type.Integer({ description: 'In seconds.' }),
      latestRunDuration: Type.Integer({ description: 'In seconds.' }),
      latestPages: Type.Integer(),
      latestWords: Type.Integer(),
    }),
    permissions: Type.Object({ view: Type.Boolean(), edit: Type.Boolean() }),
    createdAt: TimestampSchema,
    updatedAt: TimestampSchema,
    urls: Type.Object({ location: UrlSchema }),
  },
  { 'x-name': 'Translation' },
)
export type Translation = Static<typeof Translation>

export const CreateTranslation = Type.Object({
  source: Source,
  language: TranslationLanguageSchema,
  instructions: Type.Optional(JsonDocumentSchema),
})
export type CreateTranslation = Static<typeof CreateTranslation>

export const UpdateTranslation = Type.Object({ instructions: JsonDocumentSchema })
export type UpdateTranslation = Static<typeof UpdateTranslation>
