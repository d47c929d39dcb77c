// Written by `npm run generate:operations` from the route table of the server. Do not edit.
import { defineOperation } from '../operation.ts'
import type {
  OpenAPISpec,
  OpenAPISpecChanges,
  OpenAPISpecContent,
  OpenAPISpecRawContent,
  OpenAPISpecVersion,
  OpenAPISpecVisibility,
} from './types.ts'

/** Create an OpenAPI spec. */
export const createOpenAPISpec = /* @__PURE__ */ defineOperation<
  { organizationId: string; body: { slug: string; source: { url?: string; text?: string } } },
  OpenAPISpec
>('createOpenAPISpec', 'POST', '/orgs/{organizationId}/openapi')

/** Create an OpenAPI spec, or process it again. */
export const createOrUpdateOpenAPISpecBySlug = /* @__PURE__ */ defineOperation<
  { organizationId: string; specSlug: string; body: { source: { url?: string; text?: string } } },
  OpenAPISpec
>('createOrUpdateOpenAPISpecBySlug', 'PUT', '/orgs/{organizationId}/openapi/{specSlug}')

/** Delete an OpenAPI spec. */
export const deleteOpenAPISpecBySlug = /* @__PURE__ */ defineOperation<
  { organizationId: string; specSlug: string },
  undefined
>('deleteOpenAPISpecBySlug', 'DELETE', '/orgs/{organizationId}/openapi/{specSlug}')

/** Get the latest version of an OpenAPI spec. */
export const getLatestOpenAPISpecVersion = /* @__PURE__ */ defineOperation<
  { organizationId: string; specSlug: string },
  OpenAPISpecVersion
>('getLatestOpenAPISpecVersion', 'GET', '/orgs/{organizationId}/openapi/{specSlug}/versions/latest')

/** Get the content of the latest version. */
export const getLatestOpenAPISpecVersionContent = /* @__PURE__ */ defineOperation<
  { organizationId: string; specSlug: string },
  OpenAPISpecContent
>(
  'getLatestOpenAPISpecVersionContent',
  'GET',
  '/orgs/{organizationId}/openapi/{specSlug}/versions/latest/content',
)

/** Get the text of the latest version. */
export const getLatestOpenAPISpecVersionContentRaw = /* @__PURE__ */ defineOperation<
  { organizationId: string; specSlug: string },
  OpenAPISpecRawContent
>(
  'getLatestOpenAPISpecVersionContentRaw',
  'GET',
  '/orgs/{organizationId}/openapi/{specSlug}/versions/latest/content/raw',
)

/** Get an OpenAPI spec. */
export const getOpenAPISpecBySlug = /* @__PURE__ */ defineOperation<
  { organizationId: string; specSlug: string },
  OpenAPISpec
>('getOpenAPISpecBySlug', 'GET', '/orgs/{organizationId}/openapi/{specSlug}')

/** Get a version of an OpenAPI spec. */
export const getOpenAPISpecVersionById = /* @__PURE__ */ defineOperation<
  { organizationId: string; specSlug: string; versionId: string },
  OpenAPISpecVersion
>('getOpenAPISpecVersionById', 'GET', '/orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}')

/** Compare a version with an earlier one. */
export const getOpenAPISpecVersionChanges = /* @__PURE__ */ defineOperation<
  { organizationId: string; specSlug: string; versionId: string; query?: { since?: string | undefined } },
  OpenAPISpecChanges
>(
  'getOpenAPISpecVersionChanges',
  'GET',
  '/orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}/changes',
)

/** Get the content of a version. */
export const getOpenAPISpecVersionContentById = /* @__PURE__ */ defineOperation<
  { organizationId: string; specSlug: string; versionId: string },
  OpenAPISpecContent
>(
  'getOpenAPISpecVersionContentById',
  'GET',
  '/orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}/content',
)

/** List the versions of an OpenAPI spec. */
export const listOpenAPISpecVersions = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    specSlug: string
    query?: { page?: string | undefined; limit?: number | undefined }
  },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<OpenAPISpecVersion> }
>('listOpenAPISpecVersions', 'GET', '/orgs/{organizationId}/openapi/{specSlug}/versions')

/** List the OpenAPI specs of an organization. */
export const listOpenAPISpecs = /* @__PURE__ */ defineOperation<
  { organizationId: string; query?: { page?: string | undefined; limit?: number | undefined } },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<OpenAPISpec> }
>('listOpenAPISpecs', 'GET', '/orgs/{organizationId}/openapi')

/** Change the visibility of an OpenAPI spec. */
export const updateOpenAPISpecBySlug = /* @__PURE__ */ defineOperation<
  { organizationId: string; specSlug: string; body: { visibility: OpenAPISpecVisibility } },
  OpenAPISpec
>('updateOpenAPISpecBySlug', 'PATCH', '/orgs/{organizationId}/openapi/{specSlug}')
