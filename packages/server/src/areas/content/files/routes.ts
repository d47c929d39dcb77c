import { created, type Route, createRouteBuilder } from '../../../http/route.ts'
import { CreateUpload, StorageUploadURL } from './schema.ts'
import type { UploadService } from './uploads.ts'

const route = createRouteBuilder('Files')

export const uploadRoutes = (uploads: UploadService): Route[] => [
  route.post(
    '/orgs/:organizationId/storage/upload',
    {
      operationId: 'generateStorageUploadURL',
      summary: 'Get an address to send a file to',
      description:
        'Send the bytes there with PUT, as they are; the answer has the `downloadURL`. The key names the file in ' +
        '`insert_files` and wherever else a key is asked for.',
      permission: 'organization.upload',
      body: CreateUpload,
      response: created(StorageUploadURL),
    },
    ({ subject, body }) => uploads.create(subject, body),
  ),
]
