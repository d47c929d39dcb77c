import { type Document, type MediaRef, type OpenAPIRef, walkBlocks } from '@verso/markdown'
import { type OpenAPIDocument, collectOpenAPISnippets } from '@verso/site'
import type { Queryable } from '../../../database/database.ts'
import type { PartSelection } from '../documents/dereference.ts'
import type { SpecScope } from './repository.ts'
import type { SpecDescriptions } from './spec-descriptions.ts'

/** The parts of OpenAPI specs that a page shows, by the slugs of the specs. */
export type SpecSelections = ReadonlyMap<string, PartSelection>

/** The states of specs or sources when a page was rendered. A different state means that the page is out of date. */
export type SpecStates = ReadonlyMap<string, string>

/** The parts of specs that a document shows. */
export function collectSpecs(document: Document): SpecSelections {
  const selections = new Map<string, PartSelection>()
  const select = (spec: string): PartSelection => {
    let selection = selections.get(spec)
    if (!selection) selections.set(spec, (selection = createSelection()))
    return selection
  }
  for (const { block } of walkBlocks(document)) {
    if (block.type === 'openapi-operation') select(block.data.ref.spec).paths.add(block.data.path)
    if (block.type === 'openapi-webhook') select(block.data.ref.spec).webhooks.add(block.data.name)
    if (block.type === 'openapi-schemas') {
      for (const name of block.data.schemas) select(block.data.ref.spec).schemas.add(name)
    }
  }
  return selections
}

const createSelection = (): PartSelection => ({ paths: new Set(), webhooks: new Set(), schemas: new Set() })

/** A file or URL with an OpenAPI description, and the parts of it that a document shows. */
export interface SourceSelection {
  ref: MediaRef
  selection: PartSelection
}

/** The descriptions in files and at URLs that a document shows parts of, by their references as JSON. */
export function collectSources(document: Document): Map<string, SourceSelection> {
  const sources = new Map<string, SourceSelection>()
  for (const { block } of walkBlocks(document)) {
    if (block.type !== 'swagger') continue
    const { ref, path } = block.data
    const key = JSON.stringify(ref)
    let source = sources.get(key)
    if (!source) sources.set(key, (source = { ref, selection: createSelection() }))
    source.selection.paths.add(path)
  }
  return sources
}

/** The code samples of the operations that a document shows, to be highlighted before it is rendered. */
export const collectSpecSnippets = (
  document: Document,
  openapi: (ref: OpenAPIRef | MediaRef) => OpenAPIDocument | undefined,
) =>
  [...walkBlocks(document)].flatMap(({ block }) => {
    if (block.type !== 'openapi-operation' && block.type !== 'swagger') return []
    const { ref, path, method } = block.data
    const spec = openapi(ref)
    return spec ? collectOpenAPISnippets(spec, path, method) : []
  })

/** The current content of specs, limited to the parts that a page shows. */
export async function loadSpecs(
  on: Queryable,
  descriptions: SpecDescriptions,
  scope: SpecScope,
  selections: SpecSelections,
): Promise<Map<string, OpenAPIDocument>> {
  const documents = new Map<string, OpenAPIDocument>()
  for (const [spec, parts] of selections) {
    const document = await descriptions.loadParts(on, scope, spec, parts)
    if (document) documents.set(spec, document)
  }
  return documents
}

export const areSameStates = (one: SpecStates, other: SpecStates): boolean =>
  one.size === other.size && [...one].every(([spec, state]) => other.get(spec) === state)
