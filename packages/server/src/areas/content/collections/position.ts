import { type Static, Type } from 'typebox'
import { IdSchema, nullable } from '../../../http/schemas.ts'

const Pointer = Type.Union([
  Type.Object({ type: Type.Literal('space'), space: IdSchema }),
  Type.Object({ type: Type.Literal('collection'), collection: IdSchema }),
])

/** The position of content among its siblings. Spaces and collections of one parent share one order. */
export const ContentPosition = Type.Object(
  { before: Type.Optional(Pointer), after: Type.Optional(Pointer) },
  { 'x-name': 'ContentPosition' },
)
export type ContentPosition = Static<typeof ContentPosition>
export type ContentPointer = Static<typeof Pointer>

export const MoveContent = Type.Object(
  { parent: Type.Optional(nullable(IdSchema)), position: Type.Optional(ContentPosition) },
  { minProperties: 1 },
)
export type MoveContent = Static<typeof MoveContent>

export const TransferContent = Type.Object({ organization: IdSchema })
