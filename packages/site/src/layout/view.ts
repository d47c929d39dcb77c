import type { Document, HeadingInfo } from '@verso/markdown'
import type { References } from '../render/context.ts'
import type { Customization } from '../theme/customization.ts'
import type { Theme } from '../theme/theme.ts'

/** Where something is and what it is called. */
export interface NavLink {
  title: string
  href: string
  icon?: string | undefined
  emoji?: string | undefined
  description?: string | undefined
}

/** A page, a group or a link in the tree at the side. */
export interface TreeNode {
  kind: 'page' | 'group' | 'link'
  title: string
  href?: string | undefined
  icon?: string | undefined
  emoji?: string | undefined
  /** The page being shown. */
  active: boolean
  /** The page being shown is here or below. */
  open: boolean
  children: TreeNode[]
}

export interface SectionLink extends NavLink {
  active: boolean
}

export interface SectionGroup {
  title: string
  icon?: string | undefined
  active: boolean
  sections: SectionLink[]
}

export interface HeaderLink {
  title: string
  style: 'link' | 'button-primary' | 'button-secondary'
  href: string | undefined
  links: { title: string; href: string }[]
}

/** The addresses of what a page loads and asks for. */
export interface SiteAddresses {
  /** The site's start. */
  home: string
  /** The style sheet with the site's theme in it. */
  style: string
  script: string
  fonts: string
  search: string
  /** For machines. Nothing where the site is not for them. */
  llms: string | undefined
  mcp: string | undefined
}

/** What all pages of a site have in common, as this visitor sees it. */
export interface SiteView {
  title: string
  customization: Customization
  theme: Theme
  addresses: SiteAddresses
  logo: { light: string; dark: string } | undefined
  header: HeaderLink[]
  footer: { groups: { title: string; links: { title: string; href: string }[] }[] }
  announcement:
    | { message: string; style: string; link: { title: string; href: string } | undefined }
    | undefined
  /** Tabs below the header: none, or two and more. */
  sections: (SectionLink | SectionGroup)[]
  /** Other variants of what is shown: languages, versions. */
  variants: SectionLink[]
  /** Whether search engines may list it. */
  indexed: boolean
  /** The language that its pages are written in, where that is known. */
  language: string | undefined
  /** An address of the site that social networks show. */
  origin: string
}

export interface PageLayout {
  cover: boolean
  coverSize: 'hero' | 'full'
  title: boolean
  description: boolean
  tableOfContents: boolean
  outline: boolean
  pagination: boolean
  metadata: boolean
  width: 'default' | 'wide'
}

/** One page, ready to be rendered. */
export interface PageView {
  site: SiteView
  title: string
  description: string | undefined
  icon?: string | undefined
  emoji?: string | undefined
  cover: { light: string; dark: string | undefined; yPos: number } | undefined
  layout: PageLayout
  document: Document
  references: References
  headings: HeadingInfo[]
  breadcrumbs: NavLink[]
  tree: TreeNode[]
  previous: NavLink | undefined
  next: NavLink | undefined
  /** Absolute. */
  canonical: string
  markdown: string
  pdf: string | undefined
  edit: { href: string; provider: string } | undefined
  feed: string | undefined
  updatedAt: Date | undefined
  noIndex: boolean
}
