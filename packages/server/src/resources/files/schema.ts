import { type Static, Type } from 'typebox'

export const RevisionFile = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    contentType: Type.String(),
    downloadURL: Type.String({ description: 'Whoever has this address can read the file, without a token.' }),
    size: Type.Integer({ description: 'In bytes.' }),
    dimensions: Type.Optional(
      Type.Object(
        { width: Type.Integer(), height: Type.Integer() },
        { description: 'Of a PNG, JPEG, GIF, WebP or SVG.' },
      ),
    ),
    git: Type.Optional(Type.Object({ oid: Type.String(), path: Type.String() })),
  },
  { 'x-name': 'RevisionFile' },
)
export type RevisionFile = Static<typeof RevisionFile>
