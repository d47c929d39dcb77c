import { type Static, Type } from 'typebox'
import { IdSchema, TimestampSchema, UrlSchema } from '../../../http/schemas.ts'

export const PreviewLink = Type.Object(
  {
    object: Type.Literal('preview-link'),
    id: Type.String(),
    site: Type.Object({ id: Type.String(), title: Type.String() }),
    createdBy: Type.String({ description: 'The id of the user whose rights it rests on.' }),
    createdAt: TimestampSchema,
    expiresAt: TimestampSchema,
    url: UrlSchema,
  },
  { 'x-name': 'PreviewLink' },
)
export type PreviewLink = Static<typeof PreviewLink>

export const MAX_PREVIEW_DAYS = 30

export const CreatePreviewLink = Type.Object({
  site: Type.String({ ...IdSchema, description: 'The site to show it in. It has to show the space.' }),
  days: Type.Optional(
    Type.Integer({ minimum: 1, maximum: MAX_PREVIEW_DAYS, description: 'For how long; 7, unless given.' }),
  ),
})
export type CreatePreviewLink = Static<typeof CreatePreviewLink>
