import { list, noContent, object, type Route, createRouteBuilder } from '../../../http/route.ts'
import { GlossaryEntry, UpdateGlossary } from './schema.ts'
import type { GlossaryService } from './service.ts'

const route = createRouteBuilder('Translations')

export const glossaryRoutes = (glossary: GlossaryService): Route[] => [
  route.get(
    '/orgs/:organizationId/translations-glossary',
    {
      operationId: 'listGlossaryEntries',
      summary: 'List the glossary of an organization',
      permission: 'glossary.view',
      response: list(GlossaryEntry),
    },
    ({ subject, paging }) => glossary.list(subject, paging),
  ),
  route.put(
    '/orgs/:organizationId/translations-glossary',
    {
      operationId: 'updateGlossaryEntries',
      summary: 'Change the glossary of an organization',
      description:
        'Applies all operations or none. An update replaces the whole entry. The next run of a translation uses the glossary, if the translator supports one.',
      permission: 'glossary.edit',
      body: UpdateGlossary,
      response: noContent,
    },
    ({ subject, body }) => glossary.update(subject, body),
  ),
  route.get(
    '/orgs/:organizationId/translations-glossary/:glossaryEntryId',
    {
      operationId: 'getGlossaryEntry',
      summary: 'Get an entry of the glossary',
      permission: 'glossary.view',
      response: object(GlossaryEntry),
    },
    ({ subject, params }) => glossary.get(subject, params.glossaryEntryId),
  ),
]
