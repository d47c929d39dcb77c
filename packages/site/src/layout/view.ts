import type { Document, HeadingInfo } from '@verso/markdown'
import type { PageReferences, ResolvedFile } from '../render/context.ts'
import type { Customization } from '../theme/customization.ts'
import type { Theme } from '../theme/theme.ts'

/** A link to a page of the site. */
export interface NavLink {
  title: string
  href: string
  icon?: string | undefined
  emoji?: string | undefined
  description?: string | undefined
}

/** A page, a group or a link in the tree of the sidebar. */
export interface TreeNode {
  kind: 'page' | 'group' | 'link'
  title: string
  href?: string | undefined
  icon?: string | undefined
  emoji?: string | undefined
  /** The method of an operation, in lower case, if this is a link to one. */
  method?: string | undefined
  /** Whether this is the page being shown. */
  isActive: boolean
  /** Whether the page being shown is this one or below it. */
  isOpen: boolean
  children: TreeNode[]
}

export interface SectionLink extends NavLink {
  isActive: boolean
}

export interface SectionGroup {
  title: string
  icon?: string | undefined
  isActive: boolean
  sections: SectionLink[]
}

export interface HeaderLink {
  title: string
  style: 'link' | 'button-primary' | 'button-secondary'
  href: string | undefined
  links: { title: string; href: string }[]
}

/** A script, and the hash source of its text: the policy of a page allows no other scripts. */
export interface SiteScript {
  href: string
  hash: string
}

/** The URLs that a page loads or links to. */
export interface SiteUrls {
  /** The home page of the site. */
  home: string
  /** The style sheet, which includes the theme of the site. */
  style: string
  script: SiteScript
  /** Loaded by pages with operations that readers can test. */
  apiTester: SiteScript
  /** Loaded by pages with embeds that have a player. */
  embedPlayer: SiteScript
  /** Loaded by pages with diagrams that the browser draws. */
  diagrams: SiteScript
  /** Loaded by pages of which parts come on demand. */
  pageParts: SiteScript
  /** Loaded by all pages of a site that other websites may show in a frame. */
  embeddedSite: SiteScript | undefined
  fonts: string
  search: string
  /** The list of pages for language models. Undefined if the site is not open to them. */
  llms: string | undefined
  /** The MCP server of the site. Undefined if the site has none. */
  mcp: string | undefined
}

/** What all pages of a site have in common for one visitor. */
export interface SiteView {
  title: string
  customization: Customization
  theme: Theme
  urls: SiteUrls
  logo: { light: string; dark: string } | undefined
  header: HeaderLink[]
  footer: { groups: { title: string; links: { title: string; href: string }[] }[] }
  announcement:
    | { message: string; style: string; link: { title: string; href: string } | undefined }
    | undefined
  /** The tabs below the header. They are shown if there are two or more. */
  sections: (SectionLink | SectionGroup)[]
  /** The variants of what is shown, such as languages or versions. */
  variants: SectionLink[]
  /** Whether search engines can list the site. */
  isIndexed: boolean
  /** The language of the content, if it is known. */
  language: string | undefined
  /** The origin for absolute URLs, as in `https://docs.example.com`. */
  origin: string
}

export interface PageLayout {
  cover: boolean
  coverSize: 'hero' | 'full' | 'background'
  coverMask: 'none' | 'radial'
  title: boolean
  description: boolean
  tableOfContents: boolean
  outline: boolean
  pagination: boolean
  metadata: boolean
  tags: boolean
  actions: boolean
  /** Whether headings have links to themselves. */
  anchors: boolean
  width: 'default' | 'wide'
}

/** One page for one visitor, ready to be rendered. */
export interface PageView {
  site: SiteView
  title: string
  description: string | undefined
  icon?: string | undefined
  emoji?: string | undefined
  cover: { light: ResolvedFile; dark: ResolvedFile | undefined; yPos: number } | undefined
  layout: PageLayout
  document: Document
  references: PageReferences
  headings: HeadingInfo[]
  breadcrumbs: NavLink[]
  tree: TreeNode[]
  previous: NavLink | undefined
  next: NavLink | undefined
  /** The absolute URL of the page. */
  canonical: string
  /** Where the page is in another form, such as in another language. */
  alternates: string[]
  tags: string[]
  /** The URL of the page as Markdown. */
  markdown: string
  /** The URL of the page as PDF, if it can be downloaded. */
  pdf: string | undefined
  edit: { href: string; provider: string } | undefined
  /** The URL of the page's feed, if it has updates. */
  feed: string | undefined
  updatedAt: Date | undefined
  noIndex: boolean
}
