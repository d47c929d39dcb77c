import { createHashSource } from '../content/page-styles.ts'
import { listHeadings, parseMarkdown, extractTitle } from '@verso/markdown'
import type { Highlighter } from '../content/highlight.ts'
import type { RenderedPage } from '../layout/document.ts'
import { renderPage } from '../layout/page.ts'
import type { PageView, SiteView } from '../layout/view.ts'
import { type PageReferences, urlOnlyReferences } from '../render/context.ts'
import { type Customization, defaultCustomization } from '../theme/customization.ts'
import { createTheme } from '../theme/theme.ts'

/** Creates a site with only a title. */
export async function createSiteView(
  changes: Partial<SiteView> = {},
  customization: Customization = defaultCustomization,
): Promise<SiteView> {
  return {
    title: 'Handbook',
    customization,
    theme: await createTheme(customization, defaultCustomization, '/~verso/fonts/'),
    urls: {
      home: '/acme/handbook',
      style: '/~verso/style.css',
      script: { href: '/~verso/script.js', hash: createHashSource('script') },
      apiTester: { href: '/~verso/api-tester.js', hash: createHashSource('tester') },
      embedPlayer: { href: '/~verso/embed-player.js', hash: createHashSource('player') },
      diagrams: { href: '/~verso/diagrams.js', hash: createHashSource('diagrams') },
      embeddedSite: undefined,
      pageParts: { href: '/~verso/page-parts.js', hash: createHashSource('parts') },
      fonts: '/~verso/fonts/',
      search: '/acme/handbook/~verso/search',
      llms: '/acme/handbook/llms.txt',
      mcp: '/acme/handbook/~verso/mcp',
    },
    logo: undefined,
    header: [],
    footer: { groups: [] },
    announcement: undefined,
    sections: [],
    variants: [],
    isIndexed: true,
    language: undefined,
    origin: 'https://docs.example.com',
    ...changes,
  }
}

export function createPageView(site: SiteView, markdown: string, changes: Partial<PageView> = {}): PageView {
  const { frontMatter, document: fullDocument } = parseMarkdown(markdown)
  const { title, document } = extractTitle(fullDocument)
  return {
    site,
    title: title ?? 'A page',
    description: typeof frontMatter?.['description'] === 'string' ? frontMatter?.['description'] : undefined,
    cover: undefined,
    layout: {
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
    },
    document,
    references: urlOnlyReferences,
    headings: listHeadings(document),
    breadcrumbs: [],
    tree: [],
    previous: undefined,
    next: undefined,
    canonical: 'https://docs.example.com/acme/handbook/a-page',
    alternates: [],
    tags: [],
    markdown: '/acme/handbook/a-page.md',
    pdf: undefined,
    edit: undefined,
    feed: undefined,
    updatedAt: undefined,
    noIndex: false,
    ...changes,
  }
}

/** Renders Markdown as a whole page. */
export async function renderMarkdownPage(
  highlighter: Highlighter,
  markdown: string,
  changes: Partial<PageView> = {},
  site?: SiteView,
): Promise<RenderedPage> {
  return renderPage(createPageView(site ?? (await createSiteView()), markdown, changes), highlighter)
}

/** Resolves every reference, to a target named after it. */
export const resolvingReferences: PageReferences = {
  ...urlOnlyReferences,
  resolveLink: (ref) =>
    ref.kind === 'url'
      ? { href: ref.url, title: ref.url }
      : { href: `/to/${ref.kind}`, title: `A ${ref.kind}` },
  resolveFile: (ref) =>
    ref.kind === 'url'
      ? { href: ref.url, name: ref.url }
      : {
          href: `/files/${encodeURIComponent(ref.file)}`,
          name: ref.file,
          size: 12_345,
          width: 640,
          height: 480,
        },
  resolveUser: (id) => ({ displayName: `Person ${id}` }),
  resolveTag: (ref) => ({ label: `Tag ${ref.tag}` }),
  evaluateCondition: () => true,
  evaluateExpression: (expression) => `value of ${expression}`,
}
