import { sql, type Timestamp } from '../../../database/database.ts'
import type { DescriptionProblem } from '../documents/validate-description.ts'
import type { SpecErrorCode, OpenAPISpec } from './schema.ts'

export interface OpenAPISpecRow {
  id: string
  organizationId: string
  slug: string
  visibility: 'private' | 'public'
  sourceUrl: string | null
  processingState: OpenAPISpec['processingState']
  lastVersionId: string | null
  lastProcessedAt: Timestamp | null
  lastErrorCode: SpecErrorCode | null
  lastErrors: DescriptionProblem[]
  lastErrorCount: number
  createdAt: Timestamp
  updatedAt: Timestamp
}

/** The latest version of the spec `s`. */
export const latestVersionId = sql`(select v.id from openapi_versions v where v.spec_id = s.id order by v.id desc limit 1)`

/** How the spec `s` reads. */
export const specColumns = sql`
  s.id, s.organization_id as "organizationId", s.slug, s.visibility, s.source_url as "sourceUrl",
  s.processing_state as "processingState", ${latestVersionId} as "lastVersionId",
  s.last_processed_at as "lastProcessedAt", s.last_error_code as "lastErrorCode", s.last_errors as "lastErrors",
  s.last_error_count as "lastErrorCount", s.created_at as "createdAt", s.updated_at as "updatedAt"`
