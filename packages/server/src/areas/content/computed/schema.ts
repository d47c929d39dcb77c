import { type Static, Type } from 'typebox'
import { RevisionFile } from '../files/schema.ts'
import { ComputedDocumentSource, ComputedRevisionSource } from '../computed-sources/schema.ts'
import { RevisionPage, RevisionReusableContent } from '../revisions/schema.ts'

const seed = Type.String({
  maxLength: 256,
  description: 'The ids of pages are derived from it: the same seed gives the same ids.',
})

export const ComputeDocument = Type.Object({ source: ComputedDocumentSource, seed })
export type ComputeDocument = Static<typeof ComputeDocument>

export const ComputeRevision = Type.Object({ source: ComputedRevisionSource, seed })
export type ComputeRevision = Static<typeof ComputeRevision>

export const ComputedRevision = Type.Object({
  pages: Type.Array(RevisionPage),
  files: Type.Array(RevisionFile),
  reusableContents: Type.Array(RevisionReusableContent),
})
export type ComputedRevision = Static<typeof ComputedRevision>
