import { type ContentRef, type Document, headings, mapReferences, walkBlocks } from '@verso/markdown'
import type { PageWithPath } from '@verso/revisions'
import {
  type Assets,
  defaultCustomization,
  type Highlighter,
  type NavLink,
  type PageLayout,
  type PageView,
  renderPage,
  type RenderedPage,
  type SiteView,
  snippetsOf,
  type Theme,
  themeOf,
} from '@verso/site'
import { createHash } from 'node:crypto'
import type { Claims } from '../../audience/claims.ts'
import { isPlainObject } from '../../audience/claims.ts'
import { type Content, type DocumentReader, evaluationOf, type Source } from '../content/index.ts'
import type { Queryable } from '../../database/database.ts'
import type { SitePaths } from './address.ts'
import { editLink } from './edit-link.ts'
import { Kept } from './kept.ts'
import { feedOf, markdownOf } from './page-texts.ts'
import type { People } from './people.ts'
import { type Found, type Reading, type ReferenceFinder, rootOf } from './references.ts'
import type { Place, PublishedSite } from './site.ts'
import { type ShownPage, type SpaceIndexes, titleOf } from './space-index.ts'
import type { SpecStates } from './specs.ts'
import { linkTargets, refsIn, siteView, treeOf } from './views.ts'

/** How long a page waits for its code to be coloured, in milliseconds; what comes later is there the next time. */
const patience = 400

/** A page, and whom and what it names. */
export interface MadePage extends RenderedPage {
  people: People
  specs: SpecStates
  /** Of descriptions at addresses. */
  sources: SpecStates
}

export interface SiteStyle {
  name: string
  css: string
  theme: Theme
}

/** What is made of one page for one visitor. */
export interface PageMaking {
  /** Without all its colours it is good enough for now, and not to be kept. */
  page(reading: Reading, shown: ShownPage): Promise<{ value: MadePage; keep: boolean }>
  /** Markdown that can be read anywhere: its links are whole addresses. */
  markdown(reading: Reading, shown: ShownPage): Promise<string>
  /** The updates of a page as a feed; nothing where it has none. */
  feed(reading: Reading, shown: ShownPage, language: string): Promise<string | undefined>
}

interface PageMakerDependencies {
  database: Queryable
  content: Content
  reader: DocumentReader
  indexes: SpaceIndexes
  finder: ReferenceFinder
  highlighter: Highlighter
  assets: Assets
}

/** Makes what is sent of pages, from their documents. */
export class PageMaker implements PageMaking {
  readonly #deps: PageMakerDependencies
  readonly #styles = new Kept<SiteStyle>(500)
  readonly #frames = new Kept<SiteView>(2000)

  constructor(deps: PageMakerDependencies) {
    this.#deps = deps
  }

  async reading(site: PublishedSite, place: Place, paths: SitePaths, claims: Claims): Promise<Reading> {
    const view = this.#deps.content.view(this.#deps.database, rootOf(place))
    return { site, place, paths, claims, view, index: await this.#deps.indexes.of(view, claims) }
  }

  /** The style sheet of a place: ours, and the site's theme behind it. */
  style(site: PublishedSite, place: Place | undefined, fonts: string): SiteStyle | Promise<SiteStyle> {
    return this.#styles.get(`${site.fingerprint} ${place?.siteSpace.id ?? ''} ${fonts}`, async () => {
      const theme = await themeOf(site.customization(place), defaultCustomization, fonts)
      const css = `${this.#deps.assets.style.text}${theme.css}`
      const hash = createHash('sha256').update(css).digest('hex').slice(0, 16)
      return { value: { name: `style-${hash}.css`, css, theme } }
    })
  }

  /** What is around every page of a place, for one visitor. */
  frame(reading: Reading): SiteView | Promise<SiteView> {
    return this.#frames.get(keyOf(reading, ''), async () => ({ value: await this.#frame(reading) }))
  }

  async #frame(reading: Reading): Promise<SiteView> {
    const { site, place, paths } = reading
    const customization = site.customization(place)
    const [style, references] = await Promise.all([
      this.style(site, place, paths.at('~verso/fonts/')),
      this.#deps.finder.resolve(this.#deps.database, reading, refsIn(customization)),
    ])
    return siteView(reading, {
      customization,
      theme: style.theme,
      style: style.name,
      script: this.#deps.assets.script,
      link: (ref) => references.link(ref),
      origin: new URL(paths.canonical).origin,
    })
  }

  /** The document of a page, for a visitor: expanded, decided, resolved. */
  async document(reading: Reading, shown: ShownPage): Promise<Document> {
    const { view, claims } = reading
    const source = await this.source(reading, shown)
    if (!source) return { object: 'document', data: {}, nodes: [] }
    const variables = Object.fromEntries(await view.variables())
    const pageVariables = shown.page.fields.variables ?? {}
    const evaluation = evaluationOf({ variables, pageVariables, claims }, { knownOnly: false })
    return this.#deps.reader.read(view, source, { expanded: true, evaluation })
  }

  /** The text of a page. */
  source({ view }: Reading, shown: ShownPage): Promise<Source | undefined> {
    const page: PageWithPath = { ...shown.page, path: shown.page.path, ancestors: [] }
    return this.#deps.reader.sourceOfPage(view, page)
  }

  /** What a document refers to, for this visitor. */
  references(reading: Reading, document: Document, shown: ShownPage): Promise<Found> {
    return this.#deps.finder.find(this.#deps.database, reading, document, shown)
  }

  async markdown(reading: Reading, shown: ShownPage): Promise<string> {
    const document = await this.document(reading, shown)
    const references = await this.references(reading, document, shown)
    const origin = new URL(reading.paths.canonical).origin
    const absolute = mapReferences(document, (ref) => {
      const href =
        (ref.kind === 'file' ? references.file(ref)?.href : references.link(ref)?.href) ?? undefined
      if (href === undefined || href.startsWith('#')) return ref
      return { kind: 'url', url: href.startsWith('/') ? `${origin}${href}` : href }
    })
    return markdownOf(shown, absolute)
  }

  async feed(reading: Reading, shown: ShownPage, language: string): Promise<string | undefined> {
    const document = await this.document(reading, shown)
    return feedOf(shown, document, { address: reading.paths.canonicalOf(reading.place, shown), language })
  }

  async page(reading: Reading, shown: ShownPage): Promise<{ value: MadePage; keep: boolean }> {
    const { index, paths, place } = reading
    const { fields } = shown.page
    const [site, document] = await Promise.all([this.frame(reading), this.document(reading, shown)])
    const cover = coverOf(fields.cover)
    const targets = [
      ...linkTargets(index.top),
      ...(cover ? [cover.ref, ...(cover.refDark ? [cover.refDark] : [])] : []),
    ]
    const [references, around] = await Promise.all([
      this.#deps.finder.find(this.#deps.database, reading, document, shown, { described: true }),
      this.#deps.finder.resolve(this.#deps.database, reading, targets),
    ])
    const snippets = [...snippetsOf(document), ...references.snippets]
    const complete = await this.#deps.highlighter.prepare(snippets, patience)
    const at = index.order.indexOf(shown)
    const neighbour = (page: ShownPage | undefined): NavLink | undefined =>
      page && { title: titleOf(page.page), href: paths.page(place, page) }
    const light = cover && around.file(cover.ref)
    const view: PageView = {
      site,
      title: fields.title,
      description: fields.description,
      icon: fields.icon,
      emoji: fields.emoji,
      cover: light && {
        light: light.href,
        dark: cover?.refDark && around.file(cover.refDark)?.href,
        yPos: cover?.yPos ?? 0,
      },
      layout: layoutOf(fields.layout),
      document,
      references,
      headings: headings(document),
      breadcrumbs: breadcrumbsOf(reading, shown),
      tree: treeOf(index.top, reading, shown, (ref) => around.link(ref)),
      previous: at < 0 ? undefined : neighbour(index.order[at - 1]),
      next: at < 0 ? undefined : neighbour(index.order[at + 1]),
      canonical: paths.canonicalOf(place, shown),
      markdown: paths.markdown(place, shown),
      pdf: site.customization.pdf?.enabled === true ? paths.pdf(place, shown) : undefined,
      edit: editLink(place.siteSpace.git, shown),
      feed: hasUpdates(document) ? `${paths.page(place, shown).replace(/\/$/, '')}/rss.xml` : undefined,
      updatedAt: fields.updatedAt === undefined ? undefined : new Date(fields.updatedAt),
      noIndex: fields.noIndex === true || fields.noRobotsIndex === true || fields.hidden === true,
    }
    const value = {
      ...renderPage(view, this.#deps.highlighter),
      people: references.people,
      specs: references.specs,
      sources: references.sources,
    }
    return { value, keep: complete && references.complete }
  }
}

/** What a page is made from: the site's facts, the place, the page, the way there, and who reads. */
export const keyOf = ({ site, place, paths, claims }: Reading, pageId: string): string =>
  `${site.fingerprint} ${place.siteSpace.id} ${pageId} ${paths.inside} ${JSON.stringify(claims)}`

const hasUpdates = (document: Document): boolean =>
  walkBlocks(document).some(({ block }) => block.type === 'updates')

export function breadcrumbsOf({ paths, place }: Reading, shown: ShownPage): NavLink[] {
  const way: NavLink[] = []
  for (let page = shown.parent; page; page = page.parent) {
    const { type, icon, emoji } = page.page.fields
    way.unshift({
      title: titleOf(page.page),
      href: type === 'document' ? paths.page(place, page) : '',
      icon,
      emoji,
    })
  }
  return way
}

const defaultLayout: PageLayout = {
  cover: true,
  coverSize: 'hero',
  title: true,
  description: true,
  tableOfContents: true,
  outline: true,
  pagination: true,
  metadata: true,
  width: 'default',
}

function layoutOf(given: object | undefined): PageLayout {
  if (!isPlainObject(given)) return defaultLayout
  const flag = (name: keyof PageLayout): boolean => given[name] !== false
  return {
    cover: flag('cover'),
    coverSize: given['coverSize'] === 'full' ? 'full' : 'hero',
    title: flag('title'),
    description: flag('description'),
    tableOfContents: flag('tableOfContents'),
    outline: flag('outline'),
    pagination: flag('pagination'),
    metadata: flag('metadata'),
    width: given['width'] === 'wide' ? 'wide' : 'default',
  }
}

type Picture = Extract<ContentRef, { kind: 'file' | 'url' }>

function coverOf(
  given: object | undefined,
): { ref: Picture; refDark: Picture | undefined; yPos: number } | undefined {
  if (!isPlainObject(given)) return undefined
  const ref = pictureOf(given['ref'])
  return ref && { ref, refDark: pictureOf(given['refDark']), yPos: Number(given['yPos']) || 0 }
}

function pictureOf(given: unknown): Picture | undefined {
  if (!isPlainObject(given)) return undefined
  const { kind, file, url } = given
  if (kind === 'file' && typeof file === 'string') return { kind, file }
  return kind === 'url' && typeof url === 'string' ? { kind, url } : undefined
}
