import {
  applyChanges,
  type Change,
  type Hash,
  type JsonObject,
  type PageFields,
  type PageTree,
  RevisionView,
  type WrittenRevision,
} from '@verso/revisions'
import { slugifyPageTitle } from '../../../common/slug.ts'
import type { Queryable, Transaction } from '../../../database/database.ts'
import {
  deriveStableId,
  type GeneratedPage,
  type PageGenerationOptions,
  type GeneratedPageProps,
  generatePages,
  type SpecAccess,
  type SpecDescriptions,
  type SpecScope,
} from '../../openapi/index.ts'
import type { ComputedSourceRepository, ComputedState } from './computed-source-repository.ts'
import type { ObjectStore } from './object-store.ts'

/** The OpenAPI spec that pages are computed from, and how. */
export interface ComputedSource {
  spec: string
  options: PageGenerationOptions
}

/** Writes a source as the `computed` field of a page. */
export const writeComputedSource = ({ spec, options }: ComputedSource): JsonObject => ({
  type: 'builtin:openapi',
  dependencies: { spec: { ref: { kind: 'openapi', spec } } },
  props: { ...options },
})

/** Reads the source of a page from its `computed` field; undefined for types of sources that Verso does not know. */
export function readComputedSource({ computed }: PageFields): ComputedSource | undefined {
  if (computed?.['type'] !== 'builtin:openapi') return undefined
  const { dependencies, props } = computed as {
    dependencies?: { spec?: { ref?: { spec?: unknown } } }
    props?: { models?: unknown; grouping?: unknown; downloadLink?: unknown }
  }
  const spec = dependencies?.spec?.ref?.spec
  if (typeof spec !== 'string') return undefined
  return {
    spec,
    options: {
      models: props?.models === true,
      ...(props?.grouping === 'by-operation' && { grouping: 'by-operation' }),
      ...(props?.downloadLink === true && { downloadLink: true }),
    },
  }
}

interface ComputedContentDependencies {
  objects: ObjectStore
  sources: ComputedSourceRepository
  descriptions: SpecDescriptions
  access: SpecAccess
}

/**
 * Replaces computed pages by the pages that are generated from their sources. A revision has both: its root, with the
 * computed pages as they were written, is compared, merged and exported; its resolved root, with the generated pages, is
 * read, searched, linked to and published. Generated pages are stored as ordinary content with a hash, so that neither
 * root of a revision ever changes.
 */
export class ComputedContent {
  readonly #deps: ComputedContentDependencies

  constructor(deps: ComputedContentDependencies) {
    this.#deps = deps
  }

  /** Reads what `resolveRoot` needs to know of a space. */
  findState(tx: Transaction, spaceId: string): Promise<ComputedState | undefined> {
    return this.#deps.sources.findState(tx, spaceId)
  }

  /**
   * Stores and returns the resolved root of content that a space is about to have. Without computed pages it is the root.
   * The specs that the content newly names may be shown by the space from now on, if its author sees them.
   *
   * @param by with `computedState`, where the caller has read it in this transaction.
   */
  async resolveRoot(
    tx: Transaction,
    spaceId: string,
    { root, objects }: WrittenRevision,
    by: { userId: string | null; now: Date; computedState?: ComputedState | undefined },
  ): Promise<Hash> {
    await this.#deps.access.showInSpace(tx, spaceId, findNamedSpecs(objects), by)
    const space = by.computedState ?? (await this.findState(tx, spaceId))
    // Most spaces have no computed pages: they are recognised without reading their pages.
    if (!space || (!space.computed && !mentionsComputedPage(objects))) return root
    const pages = findComputedPages(
      await new RevisionView(this.#deps.objects.createReader(tx), root).getPageTree(),
    )
    if (pages.length === 0) return root
    const specs = new Set(pages.flatMap(({ page }) => readComputedSource(page.fields)?.spec ?? []))
    await this.#deps.sources.insertSpecs(tx, spaceId, [...specs])
    const changes = await this.#replacePages(tx, { organizationId: space.organizationId, spaceId }, pages)
    const written = await applyChanges(this.#deps.objects.createReader(tx), root, changes)
    await this.#deps.objects.save(tx, written.objects)
    return written.root
  }

  /**
   * The changes that insert the pages of a source, in content without them. Undefined when there is no version of the spec
   * in the scope.
   */
  async buildPageChanges(
    on: Queryable,
    scope: SpecScope,
    source: ComputedSource,
    place: { seed: string; parent: string | null; at: number; fields?: Partial<PageFields> },
  ): Promise<Change[] | undefined> {
    const texts = await this.#deps.descriptions.loadTexts(on, scope, source.spec)
    if (!texts) return undefined
    const generatedPages = generatePages(texts, source.spec, source.options)
    const insert = (page: GeneratedPage, parent: string | null, at: number): Change[] => {
      const id = deriveStableId(place.seed, page.key)
      const { title, description, icon, emoji, props } = page
      const fields: PageFields = {
        ...place.fields,
        type: 'document',
        title,
        slug: slugifyPageTitle(title),
        ...(description !== undefined && { description }),
        ...(icon !== undefined && { icon }),
        ...(emoji !== undefined && icon === undefined && { emoji }),
        computed: writeDocumentSource(source.spec, props),
        computedSeed: place.seed,
      }
      const document = page.markdown === '' ? null : { markdown: page.markdown }
      return [
        { type: 'insert-page', id, parent, at, fields, document },
        ...page.pages.flatMap((child, index) => insert(child, id, index)),
      ]
    }
    return generatedPages.flatMap((page, index) => insert(page, place.parent, place.at + index))
  }

  async #replacePages(tx: Transaction, scope: SpecScope, pages: readonly ComputedPage[]): Promise<Change[]> {
    const changes: Change[] = []
    /** By parent, how far the positions of later siblings have shifted. */
    const shifts = new Map<string | null, number>()
    for (const { page, at } of pages) {
      const { parent, fields, id } = page
      const shift = shifts.get(parent) ?? 0
      const source = readComputedSource(fields)
      const insertions =
        source &&
        (await this.buildPageChanges(tx, scope, source, {
          seed: fields.computedSeed ?? id,
          parent,
          at: at + shift,
          fields: pickInheritedFields(fields),
        }))
      changes.push({ type: 'delete-page', id }, ...(insertions ?? []))
      const siblings =
        insertions?.filter((change) => change.type === 'insert-page' && change.parent === parent) ?? []
      shifts.set(parent, shift + siblings.length - 1)
    }
    return changes
  }
}

/** The source of one generated page, which the API calls the source of a document. */
const writeDocumentSource = (spec: string, props: GeneratedPageProps): JsonObject => ({
  type: 'builtin:openapi',
  dependencies: { spec: { ref: { kind: 'openapi', spec } } },
  props: { ...props },
})

/** The fields of a computed page that decide who sees it, and whether search finds it, hold for its generated pages. */
function pickInheritedFields({ condition, hidden, noIndex, noRobotsIndex }: PageFields): Partial<PageFields> {
  return {
    ...(condition !== undefined && { condition }),
    ...(hidden !== undefined && { hidden }),
    ...(noIndex !== undefined && { noIndex }),
    ...(noRobotsIndex !== undefined && { noRobotsIndex }),
  }
}

interface ComputedPage {
  page: PageTree
  /** Its position among its siblings. */
  at: number
}

const findComputedPages = (pages: readonly PageTree[]): ComputedPage[] =>
  pages.flatMap((page, at) => [
    ...(page.fields.type === 'computed' ? [{ page, at }] : []),
    ...findComputedPages(page.pages),
  ])

const computedPageMarker = '"type":"computed"'

/** Objects are canonical JSON, so the record of a computed page contains exactly these bytes. */
const mentionsComputedPage = (objects: ReadonlyMap<Hash, Uint8Array>): boolean =>
  objects
    .values()
    .some((bytes) =>
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(computedPageMarker),
    )

/** How the source of a computed page, a block and a link name a spec, in JSON or in Markdown. */
const specNamePattern = /(?:\bspec\\*["']?\s*[=:]\s*\\*["']?|\/openapi\/)([a-z0-9][\w.-]*)/gi

/**
 * Finds the specs that written objects name. It may find words that are no specs, which does no harm: what is found is
 * only allowed to be shown, and by somebody who sees every spec.
 */
function* findNamedSpecs(objects: ReadonlyMap<Hash, Uint8Array>): Generator<string> {
  for (const bytes of objects.values()) {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    if (!buffer.includes('openapi')) continue
    for (const [, name = ''] of buffer.toString('utf8').matchAll(specNamePattern)) yield name
  }
}
