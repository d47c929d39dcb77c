import {
  applyChanges,
  type Change,
  type Hash,
  type JsonObject,
  type PageFields,
  type PageTree,
  RevisionView,
  type Written,
} from '@verso/revisions'
import { slugifyPageTitle } from '../../../common/slug.ts'
import { type Queryable, sql, type Transaction } from '../../../database/database.ts'
import {
  deriveStableId,
  type GeneratedPage,
  type PageGenerationOptions,
  type GeneratedPageProps,
  generatePages,
  type SpecDescriptions,
} from '../../openapi/index.ts'
import type { ObjectStore } from './object-store.ts'

/** What pages are computed from: the description of an API. */
export interface ComputedSource {
  spec: string
  options: PageGenerationOptions
}

/** A source as a page holds it. */
export const writeComputedSource = ({ spec, options }: ComputedSource): JsonObject => ({
  type: 'builtin:openapi',
  dependencies: { spec: { ref: { kind: 'openapi', spec } } },
  props: { ...options },
})

/** What a page is computed from; nothing for sources that Verso does not know. */
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
  descriptions: SpecDescriptions
}

/**
 * Puts what is computed in the place of the pages that say what to compute. A revision has both: its root, which is
 * written, compared, merged and exported, and what is shown, which is read, searched, linked to and published. So what
 * is computed is content like any other, known by its hash, and of a revision neither ever changes.
 */
export class ComputedContent {
  readonly #deps: ComputedContentDependencies

  constructor(deps: ComputedContentDependencies) {
    this.#deps = deps
  }

  /** What is shown of a content that is about to be a space's. Most spaces have nothing computed, and pay nothing. */
  async resolveRoot(tx: Transaction, spaceId: string, { root, objects }: Written): Promise<Hash> {
    const space = await tx.row<{ organizationId: string; computed: boolean }>(sql`
      select s.organization_id as "organizationId",
        exists (select from computed_from c where c.space_id = s.id) as computed
      from spaces s where s.id = ${spaceId}`)
    if (!space || (!space.computed && !mentionsComputed(objects))) return root
    const pages = computedPages(await new RevisionView(this.#deps.objects.createReader(tx), root).tree())
    if (pages.length === 0) return root
    const specs = new Set(pages.flatMap(({ page }) => readComputedSource(page.fields)?.spec ?? []))
    await tx.execute(sql`
      insert into computed_from (space_id, spec)
      select ${spaceId}, spec from unnest(${[...specs]}::text[]) as given (spec) on conflict do nothing`)
    const changes = await this.#changes(tx, space.organizationId, pages)
    const written = await applyChanges(this.#deps.objects.createReader(tx), root, changes)
    await this.#deps.objects.save(tx, written.objects)
    return written.root
  }

  /** The pages that a source makes, as changes of a content without them. */
  async buildPageChanges(
    on: Queryable,
    organizationId: string,
    source: ComputedSource,
    place: { seed: string; parent: string | null; at: number; fields?: Partial<PageFields> },
  ): Promise<Change[] | undefined> {
    const texts = await this.#deps.descriptions.loadTexts(on, organizationId, source.spec)
    if (!texts) return undefined
    const made = generatePages(texts, source.spec, source.options)
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
        computed: documentSource(source.spec, props),
        computedSeed: place.seed,
      }
      const document = page.markdown === '' ? null : { markdown: page.markdown }
      return [
        { type: 'insert-page', id, parent, at, fields, document },
        ...page.pages.flatMap((below, index) => insert(below, id, index)),
      ]
    }
    return made.flatMap((page, index) => insert(page, place.parent, place.at + index))
  }

  async #changes(tx: Transaction, organizationId: string, pages: readonly ComputedPage[]): Promise<Change[]> {
    const changes: Change[] = []
    /** By how much what comes later among the same siblings has moved. */
    const moved = new Map<string | null, number>()
    for (const { page, at } of pages) {
      const { parent, fields, id } = page
      const shift = moved.get(parent) ?? 0
      const source = readComputedSource(fields)
      const made =
        source &&
        (await this.buildPageChanges(tx, organizationId, source, {
          seed: fields.computedSeed ?? id,
          parent,
          at: at + shift,
          fields: inherited(fields),
        }))
      changes.push({ type: 'delete-page', id }, ...(made ?? []))
      const siblings =
        made?.filter((change) => change.type === 'insert-page' && change.parent === parent) ?? []
      moved.set(parent, shift + siblings.length - 1)
    }
    return changes
  }
}

/** What the contract calls the source of a document. */
const documentSource = (spec: string, props: GeneratedPageProps): JsonObject => ({
  type: 'builtin:openapi',
  dependencies: { spec: { ref: { kind: 'openapi', spec } } },
  props: { ...props },
})

/** Who may see a page, and whether it is found, holds for what it makes. */
function inherited({ condition, hidden, noIndex, noRobotsIndex }: PageFields): Partial<PageFields> {
  return {
    ...(condition !== undefined && { condition }),
    ...(hidden !== undefined && { hidden }),
    ...(noIndex !== undefined && { noIndex }),
    ...(noRobotsIndex !== undefined && { noRobotsIndex }),
  }
}

interface ComputedPage {
  page: PageTree
  /** Where it stands among its siblings. */
  at: number
}

const computedPages = (pages: readonly PageTree[]): ComputedPage[] =>
  pages.flatMap((page, at) => [
    ...(page.fields.type === 'computed' ? [{ page, at }] : []),
    ...computedPages(page.pages),
  ])

/** Objects are canonical JSON: a record of a computed page says so in exactly these bytes. */
const mentionsComputed = (objects: ReadonlyMap<Hash, Uint8Array>): boolean =>
  objects
    .values()
    .some((bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(mark))
const mark = '"type":"computed"'
