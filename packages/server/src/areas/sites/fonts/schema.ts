import { type Static, Type } from 'typebox'
import { IdSchema } from '../../../http/schemas.ts'
import { FontFamily, FontWeight } from '../customization/schema.ts'

const MAX_FACES = 20

const StorageKey = Type.String({
  minLength: 1,
  maxLength: 512,
  description: 'The key of an upload of the kind `customization_font`: a WOFF2 or WOFF file.',
})

export const CreateFont = Type.Object({
  fontFamily: FontFamily,
  fontFaces: Type.Array(Type.Object({ weight: FontWeight, storageKey: StorageKey }), {
    minItems: 1,
    maxItems: MAX_FACES,
    description: 'One file for each weight. The regular one, 400, is needed.',
  }),
})
export type CreateFont = Static<typeof CreateFont>

export const UpdateFont = Type.Object({
  fontFamily: Type.Optional(FontFamily),
  fontFaces: Type.Optional(
    Type.Array(Type.Object({ weight: FontWeight, storageKey: Type.Union([StorageKey, Type.Null()]) }), {
      maxItems: MAX_FACES,
      description: 'The weights that change. Null as the key removes a weight.',
    }),
  ),
})
export type UpdateFont = Static<typeof UpdateFont>

export const FontDefinition = Type.Object(
  {
    id: IdSchema,
    custom: Type.Boolean(),
    fontFamily: Type.String(),
    fontFaces: Type.Array(
      Type.Object({
        weight: Type.Integer(),
        sources: Type.Array(
          Type.Object({ url: Type.String(), format: Type.Enum(['woff2', 'woff'], { type: 'string' }) }),
        ),
      }),
    ),
    permissions: Type.Object({ edit: Type.Boolean() }),
  },
  { 'x-name': 'CustomizationFontDefinition' },
)
export type FontDefinition = Static<typeof FontDefinition>
