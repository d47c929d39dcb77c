import type { MemberRole } from '../../../access/roles.ts'
import { hasPermission } from '../../../access/permissions.ts'
import type { Urls } from '../../../common/urls.ts'
import type { OpenAPISpecRow } from './columns.ts'
import type { SpecVersionRow } from './repository.ts'
import type { DescriptionChange, DescriptionChanges } from '../documents/compare-descriptions.ts'
import {
  MAX_LISTED_CHANGES,
  type OpenAPISpec,
  type OpenAPISpecChanges,
  type OpenAPISpecVersion,
} from './schema.ts'

/** The path at which a public spec can be read without a token. */
export const makePublishedSpecPath = (id: string): string => `/~openapi/${id}`

const makeSpecPath = ({ organizationId, slug }: OpenAPISpecRow): string =>
  `/orgs/${organizationId}/openapi/${slug}`

const makePublishedSpecUrl = (urls: Urls, spec: OpenAPISpecRow): string | undefined =>
  spec.visibility === 'public' ? urls.at(makePublishedSpecPath(spec.id)) : undefined

export function presentSpec(urls: Urls, spec: OpenAPISpecRow, role: MemberRole): OpenAPISpec {
  const published = makePublishedSpecUrl(urls, spec)
  return {
    object: 'openapi-spec',
    id: spec.id,
    createdAt: spec.createdAt,
    updatedAt: spec.updatedAt,
    slug: spec.slug,
    ...(spec.sourceUrl !== null && { sourceURL: spec.sourceUrl }),
    processingState: spec.processingState,
    visibility: spec.visibility,
    ...(spec.lastVersionId !== null && { lastVersion: spec.lastVersionId }),
    ...(spec.lastProcessedAt !== null && { lastProcessedAt: spec.lastProcessedAt }),
    ...(spec.lastErrorCode !== null && { lastProcessErrorCode: spec.lastErrorCode }),
    lastProcessedErrors: spec.lastErrors,
    lastProcessedErrorCount: spec.lastErrorCount,
    permissions: {
      view: hasPermission('organization.viewOpenAPISpecs', role),
      edit: hasPermission('organization.createOpenAPISpec', role),
    },
    urls: { ...urls.object(makeSpecPath(spec)), ...(published !== undefined && { published }) },
  }
}

export function presentSpecVersion(
  urls: Urls,
  spec: OpenAPISpecRow,
  version: SpecVersionRow,
): OpenAPISpecVersion {
  const location = urls.location(`${makeSpecPath(spec)}/versions/${version.id}`)
  return {
    object: 'openapi-spec-version',
    id: version.id,
    createdAt: version.createdAt,
    url: `${location}/content`,
    urls: { location },
  }
}

/** The URLs of the content of a version. Visitors do not get the URL of the source, because it may be a secret. */
export function presentContentUrls(
  urls: Urls,
  spec: OpenAPISpecRow,
  version: SpecVersionRow,
  { forVisitor }: { forVisitor: boolean },
): { url: string; urls: { source: string; public: string | null } } {
  const published = makePublishedSpecUrl(urls, spec)
  const url = published ?? presentSpecVersion(urls, spec, version).url
  const source = forVisitor ? url : (spec.sourceUrl ?? url)
  return { url, urls: { source, public: published ?? null } }
}

export const presentSpecChanges = (
  version: string,
  since: string | null,
  { operations, models }: DescriptionChanges,
): OpenAPISpecChanges => ({
  object: 'openapi-spec-changes',
  version,
  since,
  counts: { operations: countChanges(operations), models: countChanges(models) },
  operations: operations.slice(0, MAX_LISTED_CHANGES),
  models: models.slice(0, MAX_LISTED_CHANGES),
})

function countChanges(
  items: readonly { change: DescriptionChange }[],
): OpenAPISpecChanges['counts']['operations'] {
  const counts = { added: 0, removed: 0, changed: 0 }
  for (const { change } of items) counts[change] += 1
  return counts
}
