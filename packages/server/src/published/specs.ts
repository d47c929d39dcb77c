import { type Document, walkBlocks } from '@verso/markdown'
import { type OpenAPIDocument, openapiSnippets } from '@verso/site'
import type { Queryable } from '../database/database.ts'
import type { Wanted } from '../openapi/dereference.ts'
import type { SpecDescriptions } from '../resources/openapi-specs/descriptions.ts'

/** What a page shows of specs, by their slugs. */
export type WantedSpecs = ReadonlyMap<string, Wanted>

/** The states that specs were in when a page was made: a version, and whether it is for everyone. */
export type SpecStates = ReadonlyMap<string, string>

/** What a document shows of specs. */
export function specsIn(document: Document): WantedSpecs {
  const wanted = new Map<string, Wanted>()
  const of = (spec: string): Wanted => {
    let parts = wanted.get(spec)
    if (!parts) wanted.set(spec, (parts = { paths: new Set(), webhooks: new Set(), schemas: new Set() }))
    return parts
  }
  for (const { block } of walkBlocks(document)) {
    if (block.type === 'openapi-operation') of(block.data.ref.spec).paths.add(block.data.path)
    if (block.type === 'openapi-webhook') of(block.data.ref.spec).webhooks.add(block.data.name)
    if (block.type === 'openapi-schemas') {
      for (const name of block.data.schemas) of(block.data.ref.spec).schemas.add(name)
    }
  }
  return wanted
}

/** The samples and examples of what a document shows of specs, to colour before it is rendered. */
export const specSnippets = (document: Document, specs: ReadonlyMap<string, OpenAPIDocument>) =>
  [...walkBlocks(document)].flatMap(({ block }) => {
    if (block.type !== 'openapi-operation') return []
    const spec = specs.get(block.data.ref.spec)
    return spec ? openapiSnippets(spec, block.data.path, block.data.method) : []
  })

/** What specs say now, as far as a page shows it. */
export async function readSpecs(
  on: Queryable,
  descriptions: SpecDescriptions,
  organizationId: string,
  wanted: WantedSpecs,
): Promise<Map<string, OpenAPIDocument>> {
  const found = new Map<string, OpenAPIDocument>()
  for (const [spec, parts] of wanted) {
    const document = await descriptions.parts(on, organizationId, spec, parts)
    if (document) found.set(spec, document)
  }
  return found
}

export const sameStates = (one: SpecStates, other: SpecStates): boolean =>
  one.size === other.size && [...one].every(([spec, state]) => other.get(spec) === state)
