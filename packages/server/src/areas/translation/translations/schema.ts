import { type Static, Type } from 'typebox'
import { Id, JSONDocument, Timestamp, TranslationLanguage, Url } from '../../../http/schemas.ts'

const Source = Type.Object(
  {
    space: Type.String({ ...Id, description: 'The space that is translated.' }),
    language: TranslationLanguage,
  },
  { 'x-name': 'TranslationSource' },
)

const TranslationProblem = Type.Object({
  page: Type.Optional(Type.String({ description: 'The page it is about, in both spaces.' })),
  text: Type.Optional(
    Type.String({ description: 'What stayed as it is in the source; tags stand for markup.' }),
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
        '`completed` when its last run has ended; `error` then says whether that failed, and `problems` what it left.',
      'x-name': 'TranslationStatus',
    }),
    source: Source,
    language: TranslationLanguage,
    instructions: JSONDocument,
    result: Type.Optional(
      Type.Object({
        space: Type.String({ description: 'The space that has the translation.' }),
        revision: Type.String({ description: 'What that space showed after the last run.' }),
        language: TranslationLanguage,
      }),
    ),
    error: Type.Optional(Type.String({ description: 'Why the last run failed, or is tried again.' })),
    problems: Type.Array(TranslationProblem, {
      description: 'What the last run could not translate, and changes of people that it took the place of.',
    }),
    stats: Type.Object({
      runs: Type.Integer(),
      totalWords: Type.Integer({ description: 'Given to the translator in all runs.' }),
      totalPages: Type.Integer(),
      totalDuration: Type.Integer({ description: 'In seconds.' }),
      latestRunDuration: Type.Integer({ description: 'In seconds.' }),
      latestPages: Type.Integer(),
      latestWords: Type.Integer(),
    }),
    permissions: Type.Object({ view: Type.Boolean(), edit: Type.Boolean() }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    urls: Type.Object({ location: Url }),
  },
  { 'x-name': 'Translation' },
)
export type Translation = Static<typeof Translation>

export const CreateTranslation = Type.Object({
  source: Source,
  language: TranslationLanguage,
  instructions: Type.Optional(JSONDocument),
})
export type CreateTranslation = Static<typeof CreateTranslation>

export const UpdateTranslation = Type.Object({ instructions: JSONDocument })
export type UpdateTranslation = Static<typeof UpdateTranslation>
