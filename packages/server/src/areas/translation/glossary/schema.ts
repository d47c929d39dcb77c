import { type Static, Type } from 'typebox'
import { IdSchema, TimestampSchema, UrlSchema } from '../../../http/schemas.ts'

/** The term in each language. */
const Translations = Type.Record(
  Type.String({ pattern: '^[a-z]{2,3}(-[a-z]{2,8})?$' }),
  Type.String({ minLength: 1, maxLength: 255, pattern: String.raw`^[^\n\r]*$` }),
  { additionalProperties: false, 'x-name': 'GlossaryTranslations' },
)

export const GlossaryEntry = Type.Object(
  {
    object: Type.Literal('glossary-entry'),
    id: Type.String(),
    translations: Type.Unsafe<Record<string, string>>({
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'The term in each language.',
    }),
    createdAt: TimestampSchema,
    updatedAt: TimestampSchema,
    urls: Type.Object({ location: UrlSchema }),
  },
  { 'x-name': 'GlossaryEntry' },
)
export type GlossaryEntry = Static<typeof GlossaryEntry>

const Operation = Type.Union(
  [
    Type.Object({ type: Type.Literal('insert'), translations: Translations }),
    Type.Object({ type: Type.Literal('update'), id: IdSchema, translations: Translations }),
    Type.Object({ type: Type.Literal('delete'), id: IdSchema }),
  ],
  { 'x-name': 'GlossaryBatchOperation' },
)
export type GlossaryOperation = Static<typeof Operation>

export const UpdateGlossary = Type.Object({ operations: Type.Array(Operation, { maxItems: 1000 }) })
export type UpdateGlossary = Static<typeof UpdateGlossary>
