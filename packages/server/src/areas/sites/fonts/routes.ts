import { created, createRouteBuilder, deletion, list, object, type Route } from '../../../http/route.ts'
import { CreateFont, FontDefinition, UpdateFont } from './schema.ts'
import type { FontService } from './service.ts'

const route = createRouteBuilder('Fonts')

export const fontRoutes = (fonts: FontService): Route[] => [
  route.get(
    '/orgs/:organizationId/fonts',
    {
      operationId: 'listCustomFonts',
      summary: 'List the fonts that an organization uploaded for its sites',
      permission: 'organization.view',
      response: list(FontDefinition),
    },
    ({ subject, paging }) => fonts.list(subject, paging),
  ),
  route.put(
    '/orgs/:organizationId/fonts',
    {
      operationId: 'createCustomFont',
      summary: 'Create a font from uploaded files',
      description:
        'Upload a WOFF2 or WOFF file of at most 2 MB for each weight first (`generateStorageUploadURL`). 412 for other files, ' +
        'without the weight 400, for a weight with two files, and when the organization has 100 fonts. A site uses the font ' +
        'when its customization has the definition as `styling.font` or `styling.monospaceFont`.',
      permission: 'organization.upload',
      body: CreateFont,
      response: created(FontDefinition),
    },
    ({ subject, body }) => fonts.create(subject, body),
  ),
  route.get(
    '/orgs/:organizationId/fonts/:fontId',
    {
      operationId: 'getCustomFont',
      summary: 'Get a font',
      permission: 'organization.view',
      response: object(FontDefinition),
    },
    ({ subject, params }) => fonts.get(subject, params.fontId),
  ),
  route.post(
    '/orgs/:organizationId/fonts/:fontId',
    {
      operationId: 'updateCustomFont',
      summary: 'Update a font',
      description: 'Sites that use the font keep what they have until they get the new definition.',
      permission: 'organization.upload',
      body: UpdateFont,
      response: created(FontDefinition),
    },
    ({ subject, params, body }) => fonts.update(subject, params.fontId, body),
  ),
  route.delete(
    '/orgs/:organizationId/fonts/:fontId',
    {
      operationId: 'deleteCustomFont',
      summary: 'Delete a font',
      description: 'Sites that use the font keep it.',
      permission: 'organization.upload',
      response: deletion,
    },
    ({ subject, params }) => fonts.delete(subject, params.fontId),
  ),
]
