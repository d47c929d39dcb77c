import { createdWithoutBody, object, type Route, createRouteBuilder } from '../../../http/route.ts'
import { ApplySpaceTemplate, TemplateList } from './schema.ts'
import type { TemplateService } from './service.ts'

const route = createRouteBuilder('Content')

export const templateRoutes = (templates: TemplateService): Route[] => [
  route.get(
    '/templates',
    {
      operationId: 'listTemplates',
      summary: 'List the templates that spaces can start with',
      permission: 'self',
      response: object(TemplateList),
    },
    () => templates.list(),
  ),
  route.post(
    '/spaces/:spaceId/content/template',
    {
      operationId: 'applyTemplateToSpace',
      summary: 'Add the pages of a template to a space',
      description:
        'The pages are added behind the existing ones. `contentRefs` are the references that the template needs, by the ' +
        'names in the list of templates: 400 when one is missing, 404 for an unknown template, 409 when the space ' +
        'is locked or has merge rules.',
      permission: 'space.edit',
      body: ApplySpaceTemplate,
      response: createdWithoutBody,
    },
    ({ caller, subject, body }) => templates.apply(caller, subject, body),
  ),
]
