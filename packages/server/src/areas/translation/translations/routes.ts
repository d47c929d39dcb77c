import {
  created,
  deletion,
  list,
  noContent,
  object,
  type Route,
  createRouteBuilder,
} from '../../../http/route.ts'
import { CreateTranslation, Translation, UpdateTranslation } from './schema.ts'
import type { TranslationService } from './service.ts'

const route = createRouteBuilder('Translations')

export const translationRoutes = (translations: TranslationService): Route[] => [
  route.get(
    '/orgs/:organizationId/translations',
    {
      operationId: 'listTranslations',
      summary: 'List the translations of an organization',
      permission: 'translation.view',
      response: list(Translation),
    },
    ({ caller, subject, paging }) => translations.list(caller, subject, paging),
  ),
  route.post(
    '/orgs/:organizationId/translations',
    {
      operationId: 'createTranslation',
      summary: 'Translate a space',
      description:
        'Starts the first run, which creates a space right after the source. The translation runs again whenever the content of the source changes.',
      permission: 'translation.edit',
      body: CreateTranslation,
      response: created(Translation),
    },
    ({ caller, subject, body }) => translations.create(caller, subject, body),
  ),
  route.get(
    '/orgs/:organizationId/translations/:translationId',
    {
      operationId: 'getTranslation',
      summary: 'Get a translation',
      permission: 'translation.view',
      response: object(Translation),
    },
    ({ caller, subject, params }) => translations.get(caller, subject, params.translationId),
  ),
  route.put(
    '/orgs/:organizationId/translations/:translationId',
    {
      operationId: 'updateTranslation',
      summary: 'Change the instructions of a translation',
      description: 'The next run uses them.',
      permission: 'translation.edit',
      body: UpdateTranslation,
      response: object(Translation),
    },
    ({ caller, subject, params, body }) => translations.update(caller, subject, params.translationId, body),
  ),
  route.delete(
    '/orgs/:organizationId/translations/:translationId',
    {
      operationId: 'deleteTranslation',
      summary: 'Delete a translation',
      description: 'Cancels a run in progress. The translated space stays.',
      permission: 'translation.edit',
      response: deletion,
    },
    ({ caller, subject, params }) => translations.delete(caller, subject, params.translationId),
  ),
  route.post(
    '/orgs/:organizationId/translations/:translationId/run',
    {
      operationId: 'runTranslation',
      summary: 'Run a translation',
      description:
        'Starts a job (see the jobs of the organization). Only what changed since the last run is translated.',
      permission: 'translation.edit',
      response: noContent,
    },
    ({ caller, subject, params }) => translations.run(caller, subject, params.translationId),
  ),
]
