import { type Static, Type } from 'typebox'
import { Url } from '../../../http/schemas.ts'

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

export const uploadKinds = ['customization_font', 'import_file', 'organization_file'] as const
export type UploadKind = (typeof uploadKinds)[number]

export const CreateUpload = Type.Object({
  file: Type.Object({
    name: Type.String({ minLength: 1, maxLength: 256 }),
    type: Type.String({ maxLength: 256, description: 'The media type; taken where the bytes show none.' }),
    size: Type.Integer({ minimum: 0, description: 'Exactly how many bytes will be sent.' }),
  }),
  kind: Type.Enum([...uploadKinds], { type: 'string', 'x-name': 'StorageUploadKind' }),
})
export type CreateUpload = Static<typeof CreateUpload>

export const StorageUploadURL = Type.Object(
  {
    object: Type.Literal('storage-signed-url'),
    url: Type.String({
      ...Url,
      description: 'Send the bytes here with PUT, within an hour and without a token.',
    }),
    key: Type.String({ description: 'What the file is named by from then on.' }),
  },
  { 'x-name': 'StorageUploadURL' },
)
export type StorageUploadURL = Static<typeof StorageUploadURL>

/** What the address answers that bytes were sent to. */
export type UploadedFile = RevisionFile & { key: string }
