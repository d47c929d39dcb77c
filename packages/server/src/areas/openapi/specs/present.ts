import type { MemberRole } from '../../../access/roles.ts'
import { allows } from '../../../access/permissions.ts'
import type { Urls } from '../../../common/urls.ts'
import type { SpecRow } from './columns.ts'
import type { VersionRow } from './repository.ts'
import type { OpenAPISpec, OpenAPISpecVersion } from './schema.ts'

/** Where a public spec is read without a token. */
export const publishedPath = (id: string): string => `/~openapi/${id}`

const pathOf = ({ organizationId, slug }: SpecRow): string => `/orgs/${organizationId}/openapi/${slug}`

const publishedAt = (urls: Urls, spec: SpecRow): string | undefined =>
  spec.visibility === 'public' ? urls.at(publishedPath(spec.id)) : undefined

export function presentSpec(urls: Urls, spec: SpecRow, role: MemberRole): OpenAPISpec {
  const published = publishedAt(urls, spec)
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
      view: allows('organization.viewOpenAPISpecs', role),
      edit: allows('organization.createOpenAPISpec', role),
    },
    urls: { ...urls.object(pathOf(spec)), ...(published !== undefined && { published }) },
  }
}

export function presentVersion(urls: Urls, spec: SpecRow, version: VersionRow): OpenAPISpecVersion {
  const location = urls.location(`${pathOf(spec)}/versions/${version.id}`)
  return {
    object: 'openapi-spec-version',
    id: version.id,
    createdAt: version.createdAt,
    url: `${location}/content`,
    urls: { location },
  }
}

/** Where the content of a version is. Of the source, only members are told: its address may be a secret. */
export function contentUrls(
  urls: Urls,
  spec: SpecRow,
  version: VersionRow,
  { forVisitor }: { forVisitor: boolean },
): { url: string; urls: { source: string; public: string | null } } {
  const published = publishedAt(urls, spec)
  const url = published ?? presentVersion(urls, spec, version).url
  const source = forVisitor ? url : (spec.sourceUrl ?? url)
  return { url, urls: { source, public: published ?? null } }
}
