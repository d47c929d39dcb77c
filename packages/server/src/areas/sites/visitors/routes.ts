import { created, deletion, list, object, type Route, createRouteBuilder } from '../../../http/route.ts'
import {
  AdaptiveSchema,
  CreateShareLink,
  Preview,
  PreviewQuery,
  PublishingAuth,
  ShareLink,
  TemplateConditions,
  UpdateAdaptiveSchema,
  UpdatePublishingAuth,
  UpdateShareLink,
} from './schema.ts'
import type { VisitorService } from './service.ts'

const route = createRouteBuilder('Site visitors')

export const visitorRoutes = (visitors: VisitorService): Route[] => [
  route.get(
    '/orgs/:organizationId/sites/:siteId/share-links',
    {
      operationId: 'listSiteShareLinks',
      summary: 'List the share links of a site',
      permission: 'site.admin',
      response: list(ShareLink),
    },
    ({ subject, paging }) => visitors.listLinks(subject, paging),
  ),
  route.post(
    '/orgs/:organizationId/sites/:siteId/share-links',
    {
      operationId: 'createSiteShareLink',
      summary: 'Create a share link',
      description: 'While the visibility of the site is `share-link`, whoever has its address sees the site.',
      permission: 'site.admin',
      body: CreateShareLink,
      response: created(ShareLink),
    },
    ({ subject, body }) => visitors.createLink(subject, body),
  ),
  route.patch(
    '/orgs/:organizationId/sites/:siteId/share-links/:shareLinkId',
    {
      operationId: 'updateSiteShareLinkById',
      summary: 'Update a share link',
      description: 'With `active: false` it opens nothing, at once.',
      permission: 'site.admin',
      body: UpdateShareLink,
      response: object(ShareLink),
    },
    ({ subject, params, body }) => visitors.updateLink(subject, params.shareLinkId, body),
  ),
  route.delete(
    '/orgs/:organizationId/sites/:siteId/share-links/:shareLinkId',
    {
      operationId: 'deleteSiteShareLinkById',
      summary: 'Delete a share link',
      permission: 'site.admin',
      response: deletion,
    },
    ({ subject, params }) => visitors.deleteLink(subject, params.shareLinkId),
  ),
  route.get(
    '/orgs/:organizationId/sites/:siteId/publishing/auth',
    {
      operationId: 'getSitePublishingAuthById',
      summary: 'Get the key that visitors’ JWTs are signed with',
      permission: 'site.admin',
      response: object(PublishingAuth),
    },
    ({ subject }) => visitors.getAuth(subject),
  ),
  route.patch(
    '/orgs/:organizationId/sites/:siteId/publishing/auth',
    {
      operationId: 'updateSitePublishingAuthById',
      summary: 'Update where visitors without a valid JWT are sent',
      description: '`fallbackURL: null` unsets it.',
      permission: 'site.admin',
      body: UpdatePublishingAuth,
      response: object(PublishingAuth),
    },
    ({ subject, body }) => visitors.updateAuth(subject, body),
  ),
  route.post(
    '/orgs/:organizationId/sites/:siteId/publishing/auth/regenerate',
    {
      operationId: 'regenerateSitePublishingAuthById',
      summary: 'Replace the key that visitors’ JWTs are signed with',
      description: 'JWTs that were signed with the old key are refused at once.',
      permission: 'site.admin',
      response: object(PublishingAuth),
    },
    ({ subject }) => visitors.regenerateKey(subject),
  ),
  route.get(
    '/orgs/:organizationId/sites/:siteId/publishing/preview',
    {
      operationId: 'getSitePublishingPreviewById',
      summary: 'Get an address that previews a site',
      description: 'It holds for an hour, and only while you may see the site.',
      permission: 'site.view',
      query: PreviewQuery,
      response: object(Preview),
    },
    ({ caller, subject, query }) => visitors.createPreview(caller, subject, query),
  ),
  route.get(
    '/orgs/:organizationId/sites/:siteId/adaptive-schema',
    {
      operationId: 'getSiteAdaptiveSchema',
      summary: 'Get the schema of visitors’ claims',
      permission: 'site.view',
      response: object(AdaptiveSchema),
    },
    ({ subject }) => visitors.getAdaptiveSchema(subject),
  ),
  route.put(
    '/orgs/:organizationId/sites/:siteId/adaptive-schema',
    {
      operationId: 'updateSiteAdaptiveSchema',
      summary: 'Set the schema of visitors’ claims',
      description: 'Conditions that are saved from now on may name only claims that it has.',
      permission: 'site.admin',
      body: UpdateAdaptiveSchema,
      response: object(AdaptiveSchema),
    },
    ({ subject, body }) => visitors.updateAdaptiveSchema(subject, body),
  ),
  route.get(
    '/orgs/:organizationId/sites/:siteId/adaptive-schema/template-conditions',
    {
      operationId: 'listSiteAdaptiveTemplateConditions',
      summary: 'List conditions that the schema of visitors’ claims suggests',
      permission: 'site.view',
      response: object(TemplateConditions),
    },
    ({ subject }) => visitors.listTemplateConditions(subject),
  ),
]
