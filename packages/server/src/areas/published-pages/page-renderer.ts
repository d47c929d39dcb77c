import { type ContentRef, type Document, listHeadings, mapReferences, walkBlocks } from '@verso/markdown'
import type { PageWithPath } from '@verso/revisions'
import {
  type Assets,
  defaultCustomization,
  type Highlighter,
  type NavLink,
  type PageLayout,
  type PageView,
  renderPage,
  RenderBudget,
  type RenderedPage,
  type SiteView,
  collectSnippets,
  type Theme,
  createTheme,
} from '@verso/site'
import { createHash } from 'node:crypto'
import type { Claims } from '../../audience/claims.ts'
import { isPlainObject } from '../../audience/claims.ts'
import { summarizeConditions } from '../../audience/conditions.ts'
import { type RevisionStore, type DocumentReader, type DocumentSource } from '../content/index.ts'
import type { Queryable } from '../../database/database.ts'
import type { SitePaths } from './site-paths.ts'
import { localizeTitle } from './localized-titles.ts'
import { ClaimRecorder } from './claim-dependencies.ts'
import { buildEditLink } from './edit-link.ts'
import type { CacheBudget, MemoryCache } from '../../common/memory-cache.ts'
import { listMetaLinkTargets, listTagLabels, resolveMetaLinks } from './page-metadata.ts'
import { writePageFeed, writePageMarkdown } from './page-texts.ts'
import type { NamedUsers } from '../organizations/index.ts'
import {
  type SiteReferences,
  type RenderContext,
  type SiteReferenceResolver,
  getRootHash,
} from './site-references.ts'
import type { SiteLocation, PublishedSite } from './published-site.ts'
import { type PageEntry, type PageIndexCache, getNavigationTitle, getShownTitle } from './page-index.ts'
import type { SpecStates } from '../openapi/index.ts'
import { type DependsOnVisitor, VisitorCache } from './visitor-cache.ts'
import {
  collectLinkTargets,
  collectCustomizationRefs,
  buildSiteView,
  buildNavigationTree,
} from './site-view.ts'

/** The memory that what all pages of a site have in common takes, roughly: it names every page. */
const SITE_VIEW_BYTES = 20_000

/** The states of what a text shows and does not contain. When one differs, the text is out of date. */
export interface TextDependencies extends DependsOnVisitor {
  namedUsers: NamedUsers
  specStates: SpecStates
  /** The states of OpenAPI descriptions at URLs. */
  sourceStates: SpecStates
}

export interface PageWithDependencies extends RenderedPage, TextDependencies {}

/** A text made from a page, such as its Markdown. */
export interface TextWithDependencies extends TextDependencies {
  text: string
}

interface SiteViewWithDependencies extends DependsOnVisitor {
  view: SiteView
}

export interface SiteStyle {
  name: string
  css: string
  theme: Theme
}

/** Renders one page for one visitor. */
export interface PageRenderer {
  /** `isCacheable` is false for a page that is not complete yet, which must not be cached. */
  renderPage(
    context: RenderContext,
    entry: PageEntry,
  ): Promise<{ value: PageWithDependencies; isCacheable: boolean }>
  /** Markdown in which every link is an absolute URL. */
  renderMarkdown(context: RenderContext, entry: PageEntry): Promise<TextWithDependencies>
  /** The updates of a page as a feed; empty for a page without updates. */
  renderFeed(context: RenderContext, entry: PageEntry, language: string): Promise<TextWithDependencies>
}

interface LocalPageRendererDependencies {
  database: Queryable
  revisionStore: RevisionStore
  reader: DocumentReader
  indexes: PageIndexCache
  references: SiteReferenceResolver
  highlighter: Highlighter
  assets: Assets
  caches: CacheBudget
  /** Whether to throw an `ExpensivePageError` for a page that would keep other requests waiting. */
  isCheapOnly?: boolean
}

/** Renders pages in this thread. */
export class LocalPageRenderer implements PageRenderer {
  readonly #deps: LocalPageRendererDependencies
  readonly #styles: MemoryCache<SiteStyle>
  readonly #siteViews: VisitorCache<SiteViewWithDependencies>

  constructor(deps: LocalPageRendererDependencies) {
    this.#deps = deps
    this.#styles = deps.caches.create('site-styles', ({ css }) => css.length * 2)
    this.#siteViews = new VisitorCache(deps.caches, 'site-frames', () => SITE_VIEW_BYTES)
  }

  async createContext(
    site: PublishedSite,
    location: SiteLocation,
    paths: SitePaths,
    claims: Claims,
  ): Promise<RenderContext> {
    const view = this.#deps.revisionStore.createView(this.#deps.database, getRootHash(location))
    return { site, location, paths, claims, view, index: await this.#deps.indexes.getIndex(view, claims) }
  }

  /** The style sheet of a location: that of all sites, followed by the theme of this one. */
  getStyle(
    site: PublishedSite,
    location: SiteLocation | undefined,
    fonts: string,
  ): SiteStyle | Promise<SiteStyle> {
    return this.#styles.getOrCreate(
      `${site.fingerprint} ${location?.siteSpace.id ?? ''} ${fonts}`,
      async () => {
        const theme = await createTheme(site.getCustomization(location), defaultCustomization, fonts)
        const css = `${this.#deps.assets.style.text}${theme.css}`
        const hash = createHash('sha256').update(css).digest('hex').slice(0, 16)
        return { value: { name: `style-${hash}.css`, css, theme } }
      },
    )
  }

  /** What all pages of a location have in common for one visitor: header, footer, sections. */
  async getSiteView(context: RenderContext): Promise<SiteView> {
    const { view, claimDependencies } = await this.#siteViews.getOrCreate(
      buildPageCacheKey(context, ''),
      context.claims,
      async () => {
        const recorder = new ClaimRecorder()
        const created = await this.#createSiteView({ ...context, recorder })
        return { value: { view: created, claimDependencies: recorder.list() } }
      },
    )
    context.recorder?.addDependencies(claimDependencies)
    return view
  }

  async #createSiteView(context: RenderContext): Promise<SiteView> {
    const { site, location, paths } = context
    const customization = site.getCustomization(location)
    const [style, references] = await Promise.all([
      this.getStyle(site, location, paths.buildPath('~verso/fonts/')),
      this.#deps.references.resolveReferences(
        this.#deps.database,
        context,
        collectCustomizationRefs(customization),
      ),
    ])
    return buildSiteView(context, {
      customization,
      theme: style.theme,
      style: style.name,
      assets: this.#deps.assets,
      link: (ref) => references.resolveLink(ref),
      origin: new URL(paths.canonicalUrl).origin,
    })
  }

  /** The document of a page for a visitor: reusable content expanded, conditions and expressions evaluated. */
  async readDocument(context: RenderContext, entry: PageEntry): Promise<Document> {
    const { view, claims, recorder = new ClaimRecorder() } = context
    const source = await this.readSource(context, entry)
    if (!source) return { object: 'document', data: {}, nodes: [] }
    const variables = Object.fromEntries(await view.getVariables())
    const pageVariables = entry.page.fields.variables ?? {}
    const evaluation = recorder.createEvaluation(entry.page.id, { variables, pageVariables, claims })
    return this.#deps.reader.readDocument(view, source, { expanded: true, evaluation })
  }

  /** The Markdown source of a page. */
  readSource({ view }: RenderContext, entry: PageEntry): Promise<DocumentSource | undefined> {
    const page: PageWithPath = { ...entry.page, path: entry.page.path, ancestors: [] }
    return this.#deps.reader.loadPageSource(view, page)
  }

  /** The targets of a document's references, for this visitor. */
  resolveReferences(context: RenderContext, document: Document, entry: PageEntry): Promise<SiteReferences> {
    return this.#deps.references.resolveDocument(this.#deps.database, context, document, entry)
  }

  async renderMarkdown(visitContext: RenderContext, entry: PageEntry): Promise<TextWithDependencies> {
    const recorder = new ClaimRecorder()
    const context = { ...visitContext, recorder }
    const document = await this.readDocument(context, entry)
    const references = await this.resolveReferences(context, document, entry)
    const origin = new URL(context.paths.canonicalUrl).origin
    const absoluteDocument = mapReferences(document, (ref) => {
      const href =
        (ref.kind === 'file' ? references.resolveFile(ref)?.href : references.resolveLink(ref)?.href) ??
        undefined
      if (href === undefined || href.startsWith('#')) return ref
      return { kind: 'url', url: href.startsWith('/') ? `${origin}${href}` : href }
    })
    return {
      text: writePageMarkdown(entry, absoluteDocument),
      // Markdown names users by their ids.
      namedUsers: new Map(),
      specStates: references.specStates,
      sourceStates: references.sourceStates,
      claimDependencies: recorder.list(),
    }
  }

  async renderFeed(
    context: RenderContext,
    entry: PageEntry,
    language: string,
  ): Promise<TextWithDependencies> {
    const recorder = new ClaimRecorder()
    const document = await this.readDocument({ ...context, recorder }, entry)
    const text = writePageFeed(entry, document, {
      pageUrl: context.paths.buildCanonicalUrl(context.location, entry),
      language,
    })
    return { text: text ?? '', ...noStates, claimDependencies: recorder.list() }
  }

  async renderPage(
    visitContext: RenderContext,
    entry: PageEntry,
  ): Promise<{ value: PageWithDependencies; isCacheable: boolean }> {
    const recorder = new ClaimRecorder()
    const context = { ...visitContext, recorder }
    const { index, paths, location } = context
    const [[resolvedPage = entry.page], site, document] = await Promise.all([
      this.#deps.reader.resolvePageFields(context.view, [{ ...entry.page, pages: [] }]),
      this.getSiteView(context),
      this.readDocument(context, entry),
    ])
    const { fields } = resolvedPage

    const cover = readCover(fields.cover)
    const targets = [
      ...collectLinkTargets(index.roots),
      ...(cover ? [cover.ref, ...(cover.refDark ? [cover.refDark] : [])] : []),
      ...listMetaLinkTargets(fields['metaLinks']),
    ]
    const [references, navigationReferences] = await Promise.all([
      this.#deps.references.resolveDocument(this.#deps.database, context, document, entry, {
        withOpenAPI: true,
      }),
      this.#deps.references.resolveReferences(this.#deps.database, context, targets),
    ])
    const snippets = [...collectSnippets(document), ...references.snippets]
    // A page without all of its highlighting is not cached.
    const isHighlighted = await this.#deps.highlighter.prepareInTime(snippets)
    const position = index.documents.indexOf(entry)
    const createLink = (page: PageEntry | undefined): NavLink | undefined =>
      page && { title: getNavigationTitle(page.page), href: paths.buildPagePath(location, page) }
    const light = cover && navigationReferences.resolveFile(cover.ref)
    const view: PageView = {
      site,
      title: getShownTitle(entry.page),
      description: fields.description,
      icon: fields.icon,
      emoji: fields.emoji,
      cover: light && {
        light,
        dark: cover?.refDark && navigationReferences.resolveFile(cover.refDark),
        yPos: cover?.yPos ?? 0,
      },
      layout: readLayout(fields.layout),
      document,
      references,
      headings: listHeadings(document),
      breadcrumbs: [...buildSectionBreadcrumb(context), ...buildBreadcrumbs(context, entry)],
      tree: buildNavigationTree(index.roots, context, entry, (ref) => navigationReferences.resolveLink(ref)),
      previous: position < 0 ? undefined : createLink(index.documents[position - 1]),
      next: position < 0 ? undefined : createLink(index.documents[position + 1]),
      ...resolveMetaLinks(fields['metaLinks'], paths.buildCanonicalUrl(location, entry), (ref) =>
        navigationReferences.resolveLink(ref),
      ),
      tags: listTagLabels(fields['tags']),
      markdown: paths.buildMarkdownPath(location, entry),
      pdf: site.customization.pdf?.enabled === true ? paths.buildPdfPath(location, entry) : undefined,
      edit: buildEditLink(location.siteSpace.git, entry),
      feed: hasUpdates(document)
        ? `${paths.buildPagePath(location, entry).replace(/\/$/, '')}/rss.xml`
        : undefined,
      updatedAt: fields.updatedAt === undefined ? undefined : new Date(fields.updatedAt),
      noIndex: fields.noIndex === true || fields.noRobotsIndex === true || fields.hidden === true,
    }
    const value = {
      ...renderPage(
        view,
        this.#deps.highlighter,
        new RenderBudget({ isCheapOnly: this.#deps.isCheapOnly ?? false }),
      ),
      namedUsers: references.namedUsers,
      specStates: references.specStates,
      sourceStates: references.sourceStates,
      claimDependencies: recorder.list(),
    }
    return { value, isCacheable: isHighlighted && references.isComplete }
  }
}

/** What a text without specs, sources and users depends on besides its content. */
export const noStates = { namedUsers: new Map(), specStates: new Map(), sourceStates: new Map() }

/**
 * Everything that a page depends on, except for what its own text asks about the visitor: the data of the site, the
 * location, the page, the base path, and which parts of the site and pages of the space the visitor sees.
 */
export const buildPageCacheKey = (
  { site, location, paths, claims, index }: RenderContext,
  pageId: string,
): string =>
  [
    site.fingerprint,
    location.siteSpace.id,
    pageId,
    paths.visitorBasePath,
    summarizeConditions(site.conditions, claims),
    index.conditionSummary,
  ].join(' ')

const hasUpdates = (document: Document): boolean =>
  walkBlocks(document).some(({ block }) => block.type === 'updates')

export function buildBreadcrumbs({ paths, location }: RenderContext, entry: PageEntry): NavLink[] {
  const breadcrumbs: NavLink[] = []
  for (let page = entry.parent; page; page = page.parent) {
    const { type, icon, emoji } = page.page.fields
    breadcrumbs.unshift({
      title: getNavigationTitle(page.page),
      href: type === 'document' ? paths.buildPagePath(location, page) : '',
      icon,
      emoji,
    })
  }
  return breadcrumbs
}

/** The section that a page is in. It leads to the first page of the section. */
function buildSectionBreadcrumb({ paths, location }: RenderContext): NavLink[] {
  const { section } = location
  return section
    ? [
        {
          title: localizeTitle(section, location.siteSpace.language),
          href: paths.buildLocationPath(location),
        },
      ]
    : []
}

const defaultLayout: PageLayout = {
  cover: true,
  coverSize: 'hero',
  coverMask: 'none',
  title: true,
  description: true,
  tableOfContents: true,
  outline: true,
  pagination: true,
  metadata: true,
  tags: true,
  actions: true,
  anchors: true,
  width: 'default',
}

function readLayout(value: object | undefined): PageLayout {
  if (!isPlainObject(value)) return defaultLayout
  const flag = (name: keyof PageLayout): boolean => value[name] !== false
  return {
    cover: flag('cover'),
    coverSize:
      value['coverSize'] === 'full' || value['coverSize'] === 'background' ? value['coverSize'] : 'hero',
    coverMask: value['coverMask'] === 'radial' ? 'radial' : 'none',
    title: flag('title'),
    description: flag('description'),
    tableOfContents: flag('tableOfContents'),
    outline: flag('outline'),
    pagination: flag('pagination'),
    metadata: flag('metadata'),
    tags: flag('tags'),
    actions: flag('actions'),
    anchors: flag('anchors'),
    width: value['width'] === 'wide' ? 'wide' : 'default',
  }
}

type PictureRef = Extract<ContentRef, { kind: 'file' | 'url' }>

function readCover(
  value: object | undefined,
): { ref: PictureRef; refDark: PictureRef | undefined; yPos: number } | undefined {
  if (!isPlainObject(value)) return undefined
  const ref = readPicture(value['ref'])
  return ref && { ref, refDark: readPicture(value['refDark']), yPos: Number(value['yPos']) || 0 }
}

function readPicture(value: unknown): PictureRef | undefined {
  if (!isPlainObject(value)) return undefined
  const { kind, file, url } = value
  if (kind === 'file' && typeof file === 'string') return { kind, file }
  return kind === 'url' && typeof url === 'string' ? { kind, url } : undefined
}
