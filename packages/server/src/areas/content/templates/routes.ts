import { made, object, type Route, routesOf } from '../../../http/route.ts'
import { ApplySpaceTemplate, Templates } from './schema.ts'
import type { TemplateService } from './service.ts'

const route = routesOf('Content')

export const templateRoutes = (templates: TemplateService): Route[] => [
  route.get(
    '/templates',
    {
      operationId: 'listTemplates',
      summary: 'List the templates that spaces can begin with',
      permission: 'self',
      answer: object(Templates),
    },
    () => templates.list(),
  ),
  route.post(
    '/spaces/:spaceId/content/template',
    {
      operationId: 'applyTemplateToSpace',
      summary: 'Add the pages of a template to a space',
      description:
        'Behind what is there already. `contentRefs` are what the template links to, by the names that its entry in ' +
        'the list of templates has: 400 without one of them, 404 for an unknown template, 409 when the space is locked.',
      permission: 'space.edit',
      body: ApplySpaceTemplate,
      answer: made,
    },
    ({ caller, subject, body }) => templates.apply(caller, subject, body),
  ),
]
