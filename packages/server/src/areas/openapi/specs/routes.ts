import { Type } from 'typebox'
import type { VisitorSpecAccess } from './visitor-access.ts'
import {
  created,
  createdOrUpdated,
  deletion,
  list,
  object,
  type Route,
  createRouteBuilder,
} from '../../../http/route.ts'
import {
  CreateOpenAPISpec,
  MAX_DESCRIPTION_BYTES,
  OpenAPISpec,
  OpenAPISpecChanges,
  OpenAPISpecContent,
  OpenAPISpecRawContent,
  OpenAPISpecVersion,
  PutOpenAPISpec,
  UpdateOpenAPISpec,
} from './schema.ts'
import type { OpenAPISpecService } from './service.ts'

const route = createRouteBuilder('OpenAPI specs')

/** In JSON, a text gets longer, because quotation marks and line ends become two characters. */
const MAX_BODY_BYTES = 2 * MAX_DESCRIPTION_BYTES

export const openapiSpecRoutes = (specs: OpenAPISpecService, visitorAccess: VisitorSpecAccess): Route[] => [
  route.get(
    '/orgs/:organizationId/openapi',
    {
      operationId: 'listOpenAPISpecs',
      summary: 'List the OpenAPI specs of an organization',
      permission: 'organization.viewOpenAPISpecs',
      response: list(OpenAPISpec),
    },
    ({ subject, paging }) => specs.list(subject, paging),
  ),
  route.post(
    '/orgs/:organizationId/openapi',
    {
      operationId: 'createOpenAPISpec',
      summary: 'Create an OpenAPI spec',
      description:
        'A job processes it (see the jobs of the organization). 409 if there is a spec with this slug.',
      permission: 'organization.createOpenAPISpec',
      body: CreateOpenAPISpec,
      bodyLimit: MAX_BODY_BYTES,
      response: created(OpenAPISpec),
    },
    ({ caller, subject, body }) => specs.create(caller, subject, body),
  ),
  route.get(
    '/orgs/:organizationId/openapi/:specSlug',
    {
      operationId: 'getOpenAPISpecBySlug',
      summary: 'Get an OpenAPI spec',
      permission: 'organization.viewOpenAPISpecs',
      response: object(OpenAPISpec),
    },
    ({ subject, params }) => specs.get(subject, params.specSlug),
  ),
  route.put(
    '/orgs/:organizationId/openapi/:specSlug',
    {
      operationId: 'createOrUpdateOpenAPISpecBySlug',
      summary: 'Create an OpenAPI spec, or process it again',
      description: 'Cancels the processing in progress: only the last request counts.',
      permission: 'organization.createOpenAPISpec',
      body: PutOpenAPISpec,
      bodyLimit: MAX_BODY_BYTES,
      response: createdOrUpdated(OpenAPISpec),
    },
    ({ caller, subject, params, body }) => specs.put(caller, subject, params.specSlug, body),
  ),
  route.patch(
    '/orgs/:organizationId/openapi/:specSlug',
    {
      operationId: 'updateOpenAPISpecBySlug',
      summary: 'Change the visibility of an OpenAPI spec',
      permission: 'organization.createOpenAPISpec',
      body: UpdateOpenAPISpec,
      response: object(OpenAPISpec),
    },
    ({ subject, params, body }) => specs.update(subject, params.specSlug, body),
  ),
  route.delete(
    '/orgs/:organizationId/openapi/:specSlug',
    {
      operationId: 'deleteOpenAPISpecBySlug',
      summary: 'Delete an OpenAPI spec',
      description: 'Deletes all its versions, too.',
      permission: 'organization.createOpenAPISpec',
      response: deletion,
    },
    ({ subject, params }) => specs.delete(subject, params.specSlug),
  ),
  route.get(
    '/orgs/:organizationId/openapi/:specSlug/versions',
    {
      operationId: 'listOpenAPISpecVersions',
      summary: 'List the versions of an OpenAPI spec',
      description:
        'The latest version comes first. A new version is created whenever the description changed; versions never change.',
      permission: 'organization.viewOpenAPISpecs',
      response: list(OpenAPISpecVersion),
    },
    ({ subject, params, paging }) => specs.listVersions(subject, params.specSlug, paging),
  ),
  route.get(
    '/orgs/:organizationId/openapi/:specSlug/versions/latest',
    {
      operationId: 'getLatestOpenAPISpecVersion',
      summary: 'Get the latest version of an OpenAPI spec',
      permission: 'organization.viewOpenAPISpecs',
      response: object(OpenAPISpecVersion),
    },
    ({ subject, params }) => specs.getVersion(subject, params.specSlug),
  ),
  route.get(
    '/orgs/:organizationId/openapi/:specSlug/versions/latest/content',
    {
      operationId: 'getLatestOpenAPISpecVersionContent',
      summary: 'Get the content of the latest version',
      description: 'Visitors of a site can read it, too, if a page of the site shows a part of the spec.',
      permission: 'organization.viewOpenAPISpecs',
      response: object(OpenAPISpecContent),
      visitorAccess: true,
    },
    async ({ subject, params: { specSlug }, visitor }) => {
      if (visitor) await visitorAccess.requireSpec(visitor, specSlug)
      return specs.getContent(subject, specSlug, { forVisitor: visitor !== undefined })
    },
  ),
  route.get(
    '/orgs/:organizationId/openapi/:specSlug/versions/latest/content/raw',
    {
      operationId: 'getLatestOpenAPISpecVersionContentRaw',
      summary: 'Get the text of the latest version',
      permission: 'organization.viewOpenAPISpecs',
      response: object(OpenAPISpecRawContent),
    },
    ({ subject, params }) => specs.getRawContent(subject, params.specSlug),
  ),
  route.get(
    '/orgs/:organizationId/openapi/:specSlug/versions/:versionId',
    {
      operationId: 'getOpenAPISpecVersionById',
      summary: 'Get a version of an OpenAPI spec',
      permission: 'organization.viewOpenAPISpecs',
      response: object(OpenAPISpecVersion),
    },
    ({ subject, params }) => specs.getVersion(subject, params.specSlug, params.versionId),
  ),
  route.get(
    '/orgs/:organizationId/openapi/:specSlug/versions/:versionId/content',
    {
      operationId: 'getOpenAPISpecVersionContentById',
      summary: 'Get the content of a version',
      permission: 'organization.viewOpenAPISpecs',
      response: object(OpenAPISpecContent),
    },
    ({ subject, params }) => specs.getContent(subject, params.specSlug, { id: params.versionId }),
  ),
  route.get(
    '/orgs/:organizationId/openapi/:specSlug/versions/:versionId/changes',
    {
      operationId: 'getOpenAPISpecVersionChanges',
      summary: 'Compare a version with an earlier one',
      description:
        'Which operations and models were added, removed or changed. An operation has changed when anything has that it says or refers to.',
      permission: 'organization.viewOpenAPISpecs',
      query: Type.Object({
        since: Type.Optional(Type.String({ description: 'The earlier version; by default the one before.' })),
      }),
      response: object(OpenAPISpecChanges),
    },
    ({ subject, params, query }) =>
      specs.getChanges(subject, params.specSlug, { id: params.versionId, since: query.since }),
  ),
]
