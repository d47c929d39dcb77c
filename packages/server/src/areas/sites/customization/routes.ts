import { deletion, object, type Route, createRouteBuilder } from '../../../http/route.ts'
import { Customization, CustomizationInput, CustomizationOverrides, UnmaskedQuery } from './schema.ts'
import type { CustomizationService } from './service.ts'

const route = createRouteBuilder('Site customization')
const site = '/orgs/:organizationId/sites/:siteId'
const siteSpace = `${site}/site-spaces/:siteSpaceId` as const

export const customizationRoutes = (customizations: CustomizationService): Route[] => [
  route.get(
    `${site}/customization`,
    {
      operationId: 'getSiteCustomizationById',
      summary: 'Get how a site looks',
      description: 'Every setting is there: what was set, or its default.',
      permission: 'site.view',
      query: UnmaskedQuery,
      response: object(Customization),
    },
    ({ subject }) => customizations.get(subject),
  ),
  route.put(
    `${site}/customization`,
    {
      operationId: 'updateSiteCustomizationById',
      summary: 'Set how a site looks',
      description: 'What is left out has its default.',
      permission: 'site.admin',
      body: CustomizationInput,
      response: object(Customization),
    },
    ({ subject, body }) => customizations.replace(subject, body),
  ),
  route.patch(
    `${site}/customization`,
    {
      operationId: 'changeSiteCustomization',
      summary: 'Change some settings of how a site looks',
      description: 'Only what is given is changed; null takes a setting back to its default.',
      permission: 'site.admin',
      body: CustomizationOverrides,
      response: object(Customization),
    },
    ({ subject, body }) => customizations.change(subject, body),
  ),
  route.get(
    `${siteSpace}/customization`,
    {
      operationId: 'getSiteSpaceCustomizationById',
      summary: 'Get how a site space looks',
      description: 'What was set for it, over what the site has.',
      permission: 'site.view',
      query: UnmaskedQuery,
      response: object(Customization),
    },
    ({ subject, params }) => customizations.getForSiteSpace(subject, params.siteSpaceId),
  ),
  route.patch(
    `${siteSpace}/customization`,
    {
      operationId: 'overrideSiteSpaceCustomizationById',
      summary: 'Set how a site space looks where it differs from its site',
      description: 'Only what is given is changed; null takes a setting back.',
      permission: 'site.admin',
      body: CustomizationOverrides,
      response: object(Customization),
    },
    ({ subject, params, body }) => customizations.override(subject, params.siteSpaceId, body),
  ),
  route.delete(
    `${siteSpace}/customization`,
    {
      operationId: 'deleteSiteSpaceCustomizationById',
      summary: 'Let a site space look as its site does',
      permission: 'site.admin',
      response: deletion,
    },
    ({ subject, params }) => customizations.reset(subject, params.siteSpaceId),
  ),
]
