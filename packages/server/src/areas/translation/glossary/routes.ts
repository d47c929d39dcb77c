import { list, nothing, object, type Route, routesOf } from '../../../http/route.ts'
import { GlossaryEntry, UpdateGlossary } from './schema.ts'
import type { GlossaryService } from './service.ts'

const route = routesOf('Translations')

export const glossaryRoutes = (glossary: GlossaryService): Route[] => [
  route.get(
    '/orgs/:organizationId/translations-glossary',
    {
      operationId: 'listGlossaryEntries',
      summary: 'List the glossary of an organization',
      permission: 'glossary.view',
      answer: list(GlossaryEntry),
    },
    ({ subject, paging }) => glossary.list(subject, paging),
  ),
  route.put(
    '/orgs/:organizationId/translations-glossary',
    {
      operationId: 'updateGlossaryEntries',
      summary: 'Change the glossary of an organization',
      description:
        'All of the operations or none. An update takes the place of the whole entry. The glossary holds from the next run of a translation on, with translators that take one.',
      permission: 'glossary.edit',
      body: UpdateGlossary,
      answer: nothing,
    },
    ({ subject, body }) => glossary.update(subject, body),
  ),
  route.get(
    '/orgs/:organizationId/translations-glossary/:glossaryEntryId',
    {
      operationId: 'getGlossaryEntry',
      summary: 'Get an entry of the glossary',
      permission: 'glossary.view',
      answer: object(GlossaryEntry),
    },
    ({ subject, params }) => glossary.get(subject, params.glossaryEntryId),
  ),
]
