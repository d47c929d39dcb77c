import { type ContentRef, createAnchor } from '@verso/markdown'
import type { FileEntry, Page, ReusableContent } from '@verso/revisions'
import { findAccess } from '../../../access/require-access.ts'
import type { Caller } from '../../../access/admission.ts'
import type { Subjects } from '../../../access/subjects.ts'
import type { RevisionStore } from '../store/revision-store.ts'
import type { Database } from '../../../database/database.ts'
import type { OpenAPISpecRow } from '../../openapi/index.ts'
import type { UserRow } from '../../identity/index.ts'
import type { DocumentLinkStore } from '../references/document-links.ts'
import type { DocumentLinkRepository } from '../references/repository.ts'
import { type SpaceDetails, spaceDetails, type SpaceWithDetails } from '../spaces/columns.ts'

/** What a reference leads to when it leaves the content of its space. */
export type ExternalTarget =
  | { kind: 'space'; space: SpaceWithDetails }
  | { kind: 'collection'; collection: Subjects['collection'] }
  | { kind: 'user'; user: UserRow }
  | { kind: 'openapi'; spec: OpenAPISpecRow }
  | { kind: 'page'; space: SpaceWithDetails; page: Page; anchor?: string; isBroken: boolean }
  | { kind: 'file'; space: SpaceWithDetails; file: FileEntry }
  | { kind: 'reusable-content'; space: SpaceWithDetails; content: ReusableContent }

export interface ExternalTargetDependencies {
  database: Database
  revisionStore: RevisionStore
  documentLinks: DocumentLinkStore
  documentLinkRepository: DocumentLinkRepository
}

/**
 * Finds what references out of a space lead to, as far as the caller may see it. A target that the caller may not see
 * is undefined like one that does not exist, so that nobody learns of it. The number of statements does not grow with
 * the number of references, only with the number of spaces that they lead to.
 */
export async function findExternalTargets(
  deps: ExternalTargetDependencies,
  caller: Caller,
  organizationId: string,
  refs: readonly ContentRef[],
): Promise<(ref: ContentRef) => ExternalTarget | undefined> {
  const { database, documentLinkRepository } = deps
  const ids = {
    spaces: new Set<string>(),
    collections: new Set<string>(),
    users: new Set<string>(),
    specs: new Set<string>(),
  }
  for (const ref of refs) {
    if ('space' in ref && ref.space !== undefined) ids.spaces.add(ref.space)
    if (ref.kind === 'collection') ids.collections.add(ref.collection)
    if (ref.kind === 'user') ids.users.add(ref.user)
    if (ref.kind === 'openapi') ids.specs.add(ref.spec)
  }
  const spaces = indexById(
    ids.spaces.size === 0
      ? []
      : filterByOrganization(
          organizationId,
          await findAccess<'space', SpaceDetails>(
            database,
            caller,
            'space.view',
            [...ids.spaces],
            spaceDetails,
          ),
        ),
  )
  const collections = indexById(
    ids.collections.size === 0
      ? []
      : filterByOrganization(
          organizationId,
          await findAccess<'collection'>(database, caller, 'collection.view', [...ids.collections]),
        ),
  )
  const users = indexById(
    ids.users.size === 0
      ? []
      : await documentLinkRepository.findMembers(database, organizationId, [...ids.users]),
  )
  const specs = new Map(
    (ids.specs.size === 0
      ? []
      : await documentLinkRepository.findSpecs(database, organizationId, caller.userId, [...ids.specs])
    ).map((spec) => [spec.slug, spec]),
  )
  const targetsInSpaces = new Map<string, ExternalTarget>()
  for (const [id, space] of spaces) {
    const refsIntoSpace = refs.filter((ref) => ref.kind !== 'space' && 'space' in ref && ref.space === id)
    for (const [key, target] of await findTargetsInSpace(deps, space, refsIntoSpace)) {
      targetsInSpaces.set(key, target)
    }
  }
  return (ref) => {
    switch (ref.kind) {
      case 'space': {
        const space = spaces.get(ref.space)
        return space && { kind: 'space', space }
      }
      case 'collection': {
        const collection = collections.get(ref.collection)
        return collection && { kind: 'collection', collection }
      }
      case 'user': {
        const user = users.get(ref.user)
        return user && { kind: 'user', user }
      }
      case 'openapi': {
        const spec = specs.get(ref.spec)
        return spec && { kind: 'openapi', spec }
      }
      default:
        return targetsInSpaces.get(JSON.stringify(ref))
    }
  }
}

/** A reference never leads into another organization, even where the caller may see content there. */
const filterByOrganization = <Row extends { organizationId: string }>(id: string, rows: Row[]): Row[] =>
  rows.filter((row) => row.organizationId === id)

const indexById = <Row extends { id: string }>(rows: Row[]): Map<string, Row> =>
  new Map(rows.map((row) => [row.id, row]))

/** Finds pages, files and reusable contents in the current content of another space, keyed by the reference as JSON. */
async function findTargetsInSpace(
  { database, revisionStore, documentLinks }: ExternalTargetDependencies,
  space: SpaceWithDetails,
  refs: readonly ContentRef[],
): Promise<Map<string, ExternalTarget>> {
  const targets = new Map<string, ExternalTarget>()
  if (refs.length === 0) return targets
  const revision = await revisionStore.find(database, space.id, space.revisionId)
  if (!revision) return targets
  const view = revisionStore.createView(database, revision.resolvedRoot)
  const pageIds = refs.flatMap((ref) =>
    ref.kind === 'page' || ref.kind === 'anchor' ? (ref.page ?? []) : [],
  )
  const pages = await view.getPages(pageIds)
  const linksByDocument = await documentLinks.load(
    database,
    refs.flatMap((ref) => (ref.kind === 'anchor' && pages.get(ref.page ?? '')?.document) || []),
  )
  for (const ref of refs) {
    const key = JSON.stringify(ref)
    if (ref.kind === 'page' || ref.kind === 'anchor') {
      const page = pages.get(ref.page ?? '')
      if (!page) continue
      const anchor = ref.kind === 'anchor' ? ref.anchor : undefined
      const anchors = (page.document === null ? undefined : linksByDocument.get(page.document)?.anchors) ?? []
      const isBroken =
        anchor !== undefined && !anchors.includes(anchor) && anchor !== createAnchor(page.fields.title)
      targets.set(key, { kind: 'page', space, page, isBroken, ...(anchor !== undefined && { anchor }) })
    } else if (ref.kind === 'file') {
      const file = await view.findFile(ref.file)
      if (file) targets.set(key, { kind: 'file', space, file })
    } else if (ref.kind === 'reusable-content') {
      const reusable = await view.findReusableContent(ref.reusableContent)
      if (reusable) targets.set(key, { kind: 'reusable-content', space, content: reusable })
    }
  }
  return targets
}
