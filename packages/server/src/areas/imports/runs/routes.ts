import { createRouteBuilder, created, list, object, type Route } from '../../../http/route.ts'
import { ImportRun, ListImportRuns, StartImportRun } from './schema.ts'
import type { ImportRunService } from './service.ts'

const route = createRouteBuilder('Content')

export const importRunRoutes = (runs: ImportRunService): Route[] => [
  route.get(
    '/org/:organizationId/imports',
    {
      operationId: 'listImportRuns',
      summary: 'List the imports of an organization',
      description:
        'Imports into spaces that you have access to, the latest first. Those that have ended are kept for 30 days.',
      permission: 'organization.view',
      query: ListImportRuns,
      response: list(ImportRun),
    },
    ({ caller, subject, query, paging }) => runs.list(caller, subject, query, paging),
  ),
  route.post(
    '/org/:organizationId/imports',
    {
      operationId: 'startImportRun',
      summary: 'Start an import',
      description:
        'Imports pages with their headings, lists, tables, code, pictures and the links between them, after the existing ' +
        'pages, as a job with progress. Imports of an organization run one after another. 409 when the space is locked or ' +
        'has merge rules, unless the target is a change request; 503 when too many wait.',
      permission: 'import.start',
      body: StartImportRun,
      response: created(ImportRun),
    },
    ({ caller, subject, body }) => runs.start(caller, subject, body),
  ),
  route.get(
    '/org/:organizationId/imports/:importRunId',
    {
      operationId: 'getImportRun',
      summary: 'Get an import',
      description: 'With every page that was imported, and what was not and why, once it has ended.',
      permission: 'organization.view',
      response: object(ImportRun),
    },
    ({ caller, subject, params }) => runs.get(caller, subject, params.importRunId),
  ),
  route.post(
    '/org/:organizationId/imports/:importRunId/cancel',
    {
      operationId: 'cancelImportRun',
      summary: 'Cancel an import',
      description: 'Nothing of it is kept. 409 when it has ended.',
      permission: 'job.change',
      response: object(ImportRun),
    },
    ({ caller, subject, params }) => runs.cancel(caller, subject, params.importRunId),
  ),
]
