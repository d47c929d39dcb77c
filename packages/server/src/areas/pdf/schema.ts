import { type Static, Type } from 'typebox'
import { IdSchema } from '../../http/schemas.ts'

export const PdfQuery = Type.Object({
  page: Type.Optional({ ...IdSchema, description: 'Only this page and the pages below it.' }),
  only: Type.Optional(Type.Boolean({ description: 'With `page`: without the pages below it.' })),
})
export type PdfQuery = Static<typeof PdfQuery>

export const PdfLink = Type.Object({
  url: Type.String({
    format: 'uri',
    description:
      'Can be opened without a token for an hour. The first reader waits until the PDF is rendered.',
  }),
})
export type PdfLink = Static<typeof PdfLink>
