import { created, type Route, createRouteBuilder } from '../../http/route.ts'
import { ImportContent, ImportContentResult } from './schema.ts'
import type { ImportService } from './service.ts'

const route = createRouteBuilder('Content')

const description =
  'Imports pages with their headings, lists, tables, code, pictures and the links between them, after the existing ' +
  'pages. What was found and could not be imported is counted, and listed in `failures`. 400 with the reason, and no ' +
  'revision, if there is nothing to import at the URL or Verso may not fetch it.'

export const importRoutes = (imports: ImportService): Route[] => [
  route.post(
    '/spaces/:spaceId/content/import',
    {
      operationId: 'importContent',
      summary: 'Import content into a space',
      description: `${description} 409 when the space is locked or has merge rules.`,
      permission: 'space.edit',
      body: ImportContent,
      response: created(ImportContentResult),
    },
    ({ caller, subject, body }) => imports.importIntoSpace(caller, subject, body),
  ),
  route.post(
    '/spaces/:spaceId/change-requests/:changeRequestId/content/import',
    {
      operationId: 'importContentInChangeRequest',
      summary: 'Import content into a change request',
      description: `${description} 409 when the change request is merged or archived.`,
      permission: 'space.edit',
      body: ImportContent,
      response: created(ImportContentResult),
    },
    ({ caller, subject, params, body }) =>
      imports.importIntoChangeRequest(caller, subject, params.changeRequestId, body),
  ),
]
