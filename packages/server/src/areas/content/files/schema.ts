import { type Static, Type } from 'typebox'
import { UrlSchema } from '../../../http/schemas.ts'

export const RevisionFile = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    contentType: Type.String(),
    downloadURL: Type.String({
      description:
        'Everyone who has this URL can read the file without a token, until it expires after an hour or more.',
    }),
    size: Type.Integer({ description: 'The size in bytes.' }),
    dimensions: Type.Optional(
      Type.Object(
        { width: Type.Integer(), height: Type.Integer() },
        { description: 'Only for PNG, JPEG, GIF, WebP and SVG.' },
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
    type: Type.String({
      maxLength: 256,
      description: 'The media type. It is used if the bytes and the name tell none.',
    }),
    size: Type.Integer({ minimum: 0, description: 'The exact number of bytes that will be sent.' }),
  }),
  kind: Type.Enum([...uploadKinds], { type: 'string', 'x-name': 'StorageUploadKind' }),
})
export type CreateUpload = Static<typeof CreateUpload>

export const StorageUploadURL = Type.Object(
  {
    object: Type.Literal('storage-signed-url'),
    url: Type.String({
      ...UrlSchema,
      description: 'Send the bytes here with PUT, within an hour and without a token.',
    }),
    key: Type.String({ description: 'The key that names the uploaded file in other requests.' }),
  },
  { 'x-name': 'StorageUploadURL' },
)
export type StorageUploadURL = Static<typeof StorageUploadURL>

/** The response of the URL that the bytes were sent to. */
export type UploadedFile = RevisionFile & { key: string }
