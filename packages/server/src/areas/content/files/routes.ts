import { created, type Route, createRouteBuilder } from '../../../http/route.ts'
import { CreateUpload, StorageUploadURL } from './schema.ts'
import type { UploadService } from './upload-service.ts'

const route = createRouteBuilder('Files')

export const uploadRoutes = (uploads: UploadService): Route[] => [
  route.post(
    '/orgs/:organizationId/storage/upload',
    {
      operationId: 'generateStorageUploadURL',
      summary: 'Get a URL to upload a file to',
      description:
        'Send the bytes to the URL with PUT; the response has the `downloadURL`. Use the key to name the file in ' +
        '`insert_files` and in other requests that take a key.',
      permission: 'organization.upload',
      body: CreateUpload,
      response: created(StorageUploadURL),
    },
    ({ subject, body }) => uploads.create(subject, body),
  ),
]
