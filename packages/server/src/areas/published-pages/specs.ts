import { type Document, type MediaRef, type OpenAPIRef, walkBlocks } from '@verso/markdown'
import { type OpenAPIDocument, openapiSnippets } from '@verso/site'
import type { Queryable } from '../../database/database.ts'
import type { SpecDescriptions, Wanted } from '../openapi/index.ts'
/** What a page shows of specs, by their slugs. */
export type WantedSpecs = ReadonlyMap<string, Wanted>

/** The states that specs were in when a page was made: a version, and whether it is for everyone. */
export type SpecStates = ReadonlyMap<string, string>

/** What a document shows of specs. */
export function specsIn(document: Document): WantedSpecs {
  const wanted = new Map<string, Wanted>()
  const of = (spec: string): Wanted => {
    let parts = wanted.get(spec)
    if (!parts) wanted.set(spec, (parts = nothingYet()))
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

const nothingYet = (): Wanted => ({ paths: new Set(), webhooks: new Set(), schemas: new Set() })

/** A file or an address that a document shows something of, and what. */
export interface WantedSource {
  ref: MediaRef
  wanted: Wanted
}

/** What a document shows of descriptions in files and at addresses, by references. */
export function sourcesIn(document: Document): Map<string, WantedSource> {
  const found = new Map<string, WantedSource>()
  for (const { block } of walkBlocks(document)) {
    if (block.type !== 'swagger') continue
    const { ref, path } = block.data
    const key = JSON.stringify(ref)
    let source = found.get(key)
    if (!source) found.set(key, (source = { ref, wanted: nothingYet() }))
    source.wanted.paths.add(path)
  }
  return found
}

/** The samples and examples of what a document shows of descriptions, to colour before it is rendered. */
export const specSnippets = (
  document: Document,
  openapi: (ref: OpenAPIRef | MediaRef) => OpenAPIDocument | undefined,
) =>
  [...walkBlocks(document)].flatMap(({ block }) => {
    if (block.type !== 'openapi-operation' && block.type !== 'swagger') return []
    const { ref, path, method } = block.data
    const spec = openapi(ref)
    return spec ? openapiSnippets(spec, path, method) : []
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
