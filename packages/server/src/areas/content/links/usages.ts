import type { ContentRef } from '@verso/markdown'
import type { Hash } from '@verso/revisions'
import type { Queryable } from '../../../database/database.ts'
import type { Outline, Outlines } from './outlines.ts'
import { documentOf, type Owner, type Target, type Targets } from './targets.ts'

export type Relation = 'reference' | 'dependsOn'
export type Status = 'ok' | 'broken' | 'in-app'

/** Where a reference stands. */
export interface Place {
  owner: 'page' | 'reusable-content'
  id: string
  /** The key of its block; undefined for a cover and the target of a link page. */
  block: string | undefined
}

/** One thing that is referred to, and all the places where it is. */
export interface Usage {
  /** The same for the same thing in any content of the space. */
  key: string
  relation: Relation
  target: Target
  /** Undefined where that depends on who asks. */
  status: Status | undefined
  places: Place[]
}

interface Found {
  ref: ContentRef
  target: Target
  place: Place
}

/** What some owners refer to, in the order of the first place each. */
export async function usagesOf(
  on: Queryable,
  outlines: Outlines,
  targets: Targets,
  owners: readonly Owner[],
  isApp: (url: string) => boolean,
): Promise<Usage[]> {
  const texts = await outlines.load(on, documentsOf(owners))
  const found = owners.flatMap((owner) =>
    referencesOf(owner, texts).map((each) => locate(targets, owner, each)),
  )
  const anchors = new Anchors(targets, await outlines.load(on, anchored(targets, found)))
  await anchors.include(on, outlines)
  const usages = new Map<string, Usage>()
  for (const { ref, target, place } of found) {
    const relation = ref.kind === 'reusable-content' || ref.kind === 'openapi' ? 'dependsOn' : 'reference'
    const key = keyOf(target)
    const known = usages.get(`${relation} ${key}`)
    if (known) {
      if (!isSame(known.places.at(-1), place)) known.places.push(place)
      continue
    }
    const status = statusOf(target, anchors, isApp)
    usages.set(`${relation} ${key}`, { key, relation, target, status, places: [place] })
  }
  return [...usages.values()]
}

// Places come in their order, so a second one in the same block follows the first.
const isSame = (one: Place | undefined, other: Place): boolean =>
  one?.id === other.id && one.block === other.block && one.owner === other.owner

function locate(
  targets: Targets,
  owner: Owner,
  { ref, block }: { ref: ContentRef; block: string | undefined },
): Found {
  const id = owner.kind === 'page' ? owner.page.id : owner.content.id
  return { ref, target: targets.find(owner, ref), place: { owner: owner.kind, id, block } }
}

function* documentsOf(owners: Iterable<Owner>): Generator<Hash> {
  for (const owner of owners) {
    const document = documentOf(owner)
    if (document !== null) yield document
  }
}

/** The references in a text, and those that a page has beside it. */
function referencesOf(
  owner: Owner,
  texts: ReadonlyMap<Hash, Outline>,
): { ref: ContentRef; block: string | undefined }[] {
  const document = documentOf(owner)
  const inText = (document === null ? undefined : texts.get(document))?.refs ?? []
  const found = inText.map(([ref, block]) => ({ ref, block: block as string | undefined }))
  if (owner.kind === 'page') {
    const { cover, target } = owner.page.fields
    for (const value of [cover?.['ref'], cover?.['refDark'], target]) {
      if (isRef(value)) found.push({ ref: value, block: undefined })
    }
  }
  return found
}

/** Fields of a page are whatever was stored; a reference among them has one of the kinds. */
const isRef = (value: unknown): value is ContentRef =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  required.some(([kind, field]) => value.kind === kind && typeof Reflect.get(value, field) === 'string')

const required = [
  ['file', 'file'],
  ['url', 'url'],
  ['page', 'page'],
  ['anchor', 'anchor'],
  ['user', 'user'],
  ['collection', 'collection'],
  ['space', 'space'],
  ['reusable-content', 'reusableContent'],
  ['openapi', 'spec'],
] as const

/** The texts of pages whose anchors are asked for. */
function* anchored(targets: Targets, found: readonly Found[]): Generator<Hash> {
  for (const { target } of found) {
    if (target.kind !== 'page' || target.anchor === undefined) continue
    const document = targets.pages.get(target.page)?.document
    if (document != null) yield document
  }
}

/** The anchors of pages, with those of the texts that they include. */
class Anchors {
  readonly #targets: Targets
  readonly #outlines: ReadonlyMap<Hash, Outline>
  #included: ReadonlyMap<Hash, Outline> = new Map()

  constructor(targets: Targets, outlines: ReadonlyMap<Hash, Outline>) {
    this.#targets = targets
    this.#outlines = outlines
  }

  async include(on: Queryable, outlines: Outlines): Promise<void> {
    const hashes = [...this.#outlines.values()].flatMap((outline) => this.#includedBy(undefined, outline))
    this.#included = await outlines.load(on, hashes)
  }

  has(pageId: string, anchor: string): boolean {
    const page = this.#targets.pages.get(pageId)
    const own = page?.document == null ? undefined : this.#outlines.get(page.document)
    if (!own) return false
    const wanted = new Set([anchor, decoded(anchor)])
    const isThere = ({ anchors }: Outline) => anchors.some((each) => wanted.has(each))
    return (
      isThere(own) ||
      this.#includedBy(pageId, own).some((hash) => {
        const included = this.#included.get(hash)
        return included !== undefined && isThere(included)
      })
    )
  }

  #includedBy(pageId: string | undefined, { refs }: Outline): Hash[] {
    const page = pageId === undefined ? undefined : this.#targets.pages.get(pageId)
    return refs.flatMap(([ref]) => {
      if (ref.kind !== 'reusable-content') return []
      const contents = this.#targets.reusableContents
      const target = page && this.#targets.find({ kind: 'page', page }, ref)
      // Without a page, whatever may be meant is brought in.
      const ids =
        target?.kind === 'reusable-content' ? [target.reusableContent] : page ? [] : [...contents.keys()]
      return ids.flatMap((id) => contents.get(id)?.document ?? [])
    })
  }
}

function decoded(anchor: string): string {
  try {
    return decodeURIComponent(anchor)
  } catch {
    return anchor
  }
}

function statusOf(target: Target, anchors: Anchors, isApp: (url: string) => boolean): Status | undefined {
  switch (target.kind) {
    case 'page':
      return target.anchor === undefined || anchors.has(target.page, target.anchor) ? 'ok' : 'broken'
    case 'url':
      return isApp(target.url) ? 'in-app' : 'ok'
    case 'nowhere':
      return 'broken'
    case 'elsewhere':
      return undefined
    default:
      return 'ok'
  }
}

function keyOf(target: Target): string {
  switch (target.kind) {
    case 'page':
      return `page ${target.page}${target.anchor === undefined ? '' : `#${target.anchor}`}`
    case 'file':
      return `file ${target.file}`
    case 'reusable-content':
      return `reusable-content ${target.reusableContent}`
    case 'url':
      return `url ${target.url}`
    case 'nowhere':
      return `nowhere ${target.address}`
    case 'elsewhere':
      return JSON.stringify(target.ref)
  }
}
