import type { ContentRef } from '@verso/markdown'
import { createHashSource } from '@verso/site'
import type {
  Asset,
  Assets,
  Customization,
  HeaderLink,
  SectionGroup,
  SectionLink,
  SiteScript,
  SiteView,
  Theme,
  TreeNode,
} from '@verso/site'
import { isVisible } from '../../audience/conditions.ts'
import type { GroupNode, LinkNode, SectionNode } from '../sites/index.ts'
import { localizeDescription, localizeTitle } from './localized-titles.ts'
import type { RenderContext } from './site-references.ts'
import type { SitePaths } from './site-paths.ts'
import { type PageEntry, getNavigationTitle } from './page-index.ts'

type ResolveLink = (ref: ContentRef) => { href: string; title: string } | undefined

/** The references to content in a customization. */
export function collectCustomizationRefs(customization: Customization): ContentRef[] {
  const { header, footer, announcement } = customization
  return [
    ...(header.primaryLink ? [header.primaryLink] : []),
    ...header.links.flatMap(({ to }) => to ?? []),
    ...header.links.flatMap(({ links }) => links.map(({ to }) => to)),
    ...footer.groups.flatMap(({ links }) => links.map(({ to }) => to)),
    ...(announcement?.link ? [announcement.link.to] : []),
  ]
}

/** Where pages of a site load a script from, and what their policy needs to allow it. */
export const describeScript = (paths: SitePaths, { name, text }: Asset): SiteScript => ({
  href: paths.buildPath(`~verso/${name}`),
  hash: createHashSource(text),
})

/** What all pages of a location have in common for one visitor. */
export function buildSiteView(
  context: RenderContext,
  {
    customization,
    theme,
    style,
    assets,
    link,
    origin,
  }: {
    customization: Customization
    theme: Theme
    style: string
    assets: Assets
    link: ResolveLink
    origin: string
  },
): SiteView {
  const { site, paths, claims } = context
  const { data } = site
  const areAgentsAllowed = data.agentsContext === 'included'
  const logo = customization.header.logo
  const { announcement } = customization
  const announcementTarget = announcement?.link && link(announcement.link.to)
  return {
    title: customization.title ?? data.title,
    customization,
    theme,
    urls: {
      home: findHomePath(context, customization, link),
      style: paths.buildPath(`~verso/${style}`),
      script: describeScript(paths, assets.script),
      apiTester: describeScript(paths, assets.apiTester),
      embedPlayer: describeScript(paths, assets.embedPlayer),
      diagrams: describeScript(paths, assets.diagrams),
      pageParts: describeScript(paths, assets.pageParts),
      embeddedSite: data.embedOrigins.length > 0 ? describeScript(paths, assets.embeddedSite) : undefined,
      fonts: paths.buildPath('~verso/fonts/'),
      search: paths.buildPath('~verso/search'),
      llms: areAgentsAllowed ? paths.buildPath('llms.txt') : undefined,
      mcp: areAgentsAllowed ? paths.buildPath('~verso/mcp') : undefined,
    },
    logo: logo ?? (data.logoUrl === null ? undefined : { light: data.logoUrl, dark: data.logoUrl }),
    header: customization.header.links
      .filter(({ condition }) => isVisible(condition, claims))
      .flatMap((item) => buildHeaderLink(item, link)),
    footer: {
      groups: customization.footer.groups.map(({ title, links }) => ({
        title,
        links: links.flatMap(({ title: label, to }) => {
          const target = link(to)
          return target ? [{ title: label, href: target.href }] : []
        }),
      })),
    },
    announcement:
      announcement?.enabled === true
        ? {
            message: announcement.message,
            style: announcement.style,
            link:
              announcement.link && announcementTarget
                ? { title: announcement.link.title, href: announcementTarget.href }
                : undefined,
          }
        : undefined,
    sections: buildSectionLinks(context),
    variants: buildVariantLinks(context),
    isIndexed: data.visibility === 'public',
    language: context.location.siteSpace.language ?? undefined,
    origin,
  }
}

function findHomePath({ paths }: RenderContext, customization: Customization, link: ResolveLink): string {
  const primaryLink = customization.header.primaryLink && link(customization.header.primaryLink)
  return primaryLink?.href ?? removeTrailingSlash(paths.visitorBasePath)
}

function buildHeaderLink(item: Customization['header']['links'][number], link: ResolveLink): HeaderLink[] {
  const links = item.links.flatMap(({ title, to }) => {
    const target = link(to)
    return target ? [{ title, href: target.href }] : []
  })
  const href = item.to ? link(item.to)?.href : undefined
  if (href === undefined && links.length === 0) return []
  return [{ title: item.title, style: item.style ?? 'link', href, links }]
}

/** Sections, groups and links in order. The header shows one level, so a group lists the sections of the groups in it too. */
function buildSectionLinks({ site, location, paths, claims }: RenderContext): (SectionLink | SectionGroup)[] {
  const visibleSections = site.listSections(claims)
  const { language } = location.siteSpace
  const buildLink = (section: SectionNode): SectionLink[] => {
    const isActive = section.id === location.section?.id
    const variants = site.listVariants(section.id, claims).filter(({ isHidden }) => !isHidden || isActive)
    const siteSpace = variants.find(({ isDefault }) => isDefault) ?? variants[0]
    if (!siteSpace) return []
    return [
      {
        title: localizeTitle(section, language),
        href: removeTrailingSlash(paths.buildLocationPath({ section, siteSpace })),
        icon: section.icon ?? undefined,
        description: localizeDescription(section, language),
        isActive,
      },
    ]
  }
  const visibleLinks = site.listLinks(claims)
  const listChildren = (groupId: string | null): (SectionNode | GroupNode | LinkNode)[] =>
    [
      ...visibleLinks.filter((link) => link.groupId === groupId),
      ...visibleSections.filter((section) => section.groupId === groupId),
      ...site.data.groups.filter((group) => group.parentId === groupId),
    ].sort((one, other) => (one.rank < other.rank ? -1 : one.rank > other.rank ? 1 : 0))
  const buildChildLink = (child: SectionNode | LinkNode): SectionLink[] =>
    'url' in child ? [buildExternalLink(child, language)] : buildLink(child)
  const buildLinksBelow = (groupId: string): SectionLink[] =>
    listChildren(groupId).flatMap((child) =>
      'parentId' in child ? buildLinksBelow(child.id) : buildChildLink(child),
    )
  return listChildren(null).flatMap((child): (SectionLink | SectionGroup)[] => {
    if (!('parentId' in child)) return buildChildLink(child)
    const sections = buildLinksBelow(child.id)
    if (sections.length === 0) return []
    return [
      {
        title: localizeTitle(child, language),
        icon: child.icon ?? undefined,
        isActive: sections.some(({ isActive }) => isActive),
        sections,
      },
    ]
  })
}

const buildExternalLink = (link: LinkNode, language: string | null): SectionLink => ({
  title: localizeTitle(link, language),
  href: link.url,
  icon: link.icon ?? undefined,
  description: localizeDescription(link, language),
  isActive: false,
})

/** A hidden variant is named only where somebody reads it, so that there is a way to the others. */
function buildVariantLinks({ site, location, paths, claims }: RenderContext): SectionLink[] {
  const isCurrent = ({ id }: { id: string }): boolean => id === location.siteSpace.id
  return site
    .listVariants(location.siteSpace.sectionId, claims)
    .filter((siteSpace) => !siteSpace.isHidden || isCurrent(siteSpace))
    .map((siteSpace) => ({
      title: localizeTitle(siteSpace, location.siteSpace.language),
      href: removeTrailingSlash(paths.buildLocationPath({ section: location.section, siteSpace })),
      isActive: isCurrent(siteSpace),
    }))
}

const removeTrailingSlash = (path: string): string => (path.length > 1 ? path.replace(/\/$/, '') : path)

/** The navigation tree, in which the current page is marked as active. */
export function buildNavigationTree(
  pages: readonly PageEntry[],
  { paths, location }: RenderContext,
  current: PageEntry,
  link: ResolveLink,
): TreeNode[] {
  const buildNodes = (entry: PageEntry): TreeNode[] => {
    const { fields } = entry.page
    if (fields.hidden === true) return []
    const children = entry.children.flatMap(buildNodes)
    const isActive = entry === current
    const common = {
      title: getNavigationTitle(entry.page),
      icon: fields.icon,
      emoji: fields.emoji,
      isActive,
      isOpen: isActive || children.some(({ isOpen }) => isOpen),
      children,
    }
    if (fields.type === 'group') return [{ ...common, kind: 'group' }]
    if (fields.type === 'link') {
      const target = fields.target === undefined ? undefined : link(fields.target as unknown as ContentRef)
      return target ? [{ ...common, kind: 'link', href: target.href }] : []
    }
    if (fields.type !== 'document') return []
    return [{ ...common, kind: 'page', href: paths.buildPagePath(location, entry) }]
  }
  return pages.flatMap(buildNodes)
}

/** The targets of all link pages in the tree. */
export function collectLinkTargets(pages: readonly PageEntry[]): ContentRef[] {
  return pages.flatMap(({ page, children }) => [
    // The target of a link page was checked to be a content reference when it was saved.
    ...(page.fields.type === 'link' && page.fields.target !== undefined
      ? [page.fields.target as unknown as ContentRef]
      : []),
    ...collectLinkTargets(children),
  ])
}
