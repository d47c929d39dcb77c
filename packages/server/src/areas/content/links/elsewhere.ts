import type { ContentRef } from '@verso/markdown'
import type { File, Page, ReusableContent } from '@verso/revisions'
import { findAccess } from '../../../access/access.ts'
import type { Caller } from '../../../access/admission.ts'
import type { Subjects } from '../../../access/subjects.ts'
import type { Content } from '../store/content.ts'
import type { Database } from '../../../database/database.ts'
import type { SpecRow } from '../../openapi/index.ts'
import type { UserRow } from '../../identity/index.ts'
import type { Outlines } from './outlines.ts'
import type { OutlineRepository } from './repository.ts'

/** What a reference out of a space leads to. */
export type Outside =
  | { kind: 'space'; space: Subjects['space'] }
  | { kind: 'collection'; collection: Subjects['collection'] }
  | { kind: 'user'; user: UserRow }
  | { kind: 'openapi'; spec: SpecRow }
  | { kind: 'page'; space: Subjects['space']; page: Page; anchor?: string; broken: boolean }
  | { kind: 'file'; space: Subjects['space']; file: File }
  | { kind: 'reusable-content'; space: Subjects['space']; content: ReusableContent }

export interface OutsideParts {
  database: Database
  content: Content
  outlines: Outlines
  repository: OutlineRepository
}

/**
 * Finds what references lead to outside of the space they are in, as far as the caller may see it: what is not there
 * and what is hidden are told alike. A few questions, however many references there are.
 */
export async function findOutside(
  { database, content, outlines, repository }: OutsideParts,
  caller: Caller,
  organizationId: string,
  refs: readonly ContentRef[],
): Promise<(ref: ContentRef) => Outside | undefined> {
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
  const spaces = byId(
    ids.spaces.size === 0
      ? []
      : inOrganization(
          organizationId,
          await findAccess<'space'>(database, caller, 'space.view', [...ids.spaces]),
        ),
  )
  const collections = byId(
    ids.collections.size === 0
      ? []
      : inOrganization(
          organizationId,
          await findAccess<'collection'>(database, caller, 'collection.view', [...ids.collections]),
        ),
  )
  const users = byId(
    ids.users.size === 0 ? [] : await repository.members(database, organizationId, [...ids.users]),
  )
  const specs = new Map(
    (ids.specs.size === 0
      ? []
      : await repository.specs(database, organizationId, caller.userId, [...ids.specs])
    ).map((spec) => [spec.slug, spec]),
  )
  const found = new Map<string, Outside>()
  for (const [id, space] of spaces) {
    const inside = refs.filter((ref) => ref.kind !== 'space' && 'space' in ref && ref.space === id)
    for (const [key, outside] of await findInSpace({ database, content, outlines }, space, inside))
      found.set(key, outside)
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
        return found.get(JSON.stringify(ref))
    }
  }
}

/** What the caller may see in other organizations has nothing to do with this one. */
const inOrganization = <Row extends { organizationId: string }>(id: string, rows: Row[]): Row[] =>
  rows.filter((row) => row.organizationId === id)

const byId = <Row extends { id: string }>(rows: Row[]): Map<string, Row> =>
  new Map(rows.map((row) => [row.id, row]))

/** In what another space shows. */
async function findInSpace(
  { database, content, outlines }: Pick<OutsideParts, 'database' | 'content' | 'outlines'>,
  space: Subjects['space'],
  refs: readonly ContentRef[],
): Promise<Map<string, Outside>> {
  const found = new Map<string, Outside>()
  if (refs.length === 0) return found
  const revision = await content.find(database, space.id, space.revisionId)
  if (!revision) return found
  const view = content.view(database, revision.shown)
  const named = refs.flatMap((ref) => (ref.kind === 'page' || ref.kind === 'anchor' ? (ref.page ?? []) : []))
  const pages = await view.pages(named)
  const texts = await outlines.load(
    database,
    refs.flatMap((ref) => (ref.kind === 'anchor' && pages.get(ref.page ?? '')?.document) || []),
  )
  for (const ref of refs) {
    const key = JSON.stringify(ref)
    if (ref.kind === 'page' || ref.kind === 'anchor') {
      const page = pages.get(ref.page ?? '')
      if (!page) continue
      const anchor = ref.kind === 'anchor' ? ref.anchor : undefined
      const anchors = (page.document === null ? undefined : texts.get(page.document)?.anchors) ?? []
      const broken = anchor !== undefined && !anchors.includes(anchor)
      found.set(key, { kind: 'page', space, page, broken, ...(anchor !== undefined && { anchor }) })
    } else if (ref.kind === 'file') {
      const file = await view.file(ref.file)
      if (file) found.set(key, { kind: 'file', space, file })
    } else if (ref.kind === 'reusable-content') {
      const reusable = await view.reusableContent(ref.reusableContent)
      if (reusable) found.set(key, { kind: 'reusable-content', space, content: reusable })
    }
  }
  return found
}
