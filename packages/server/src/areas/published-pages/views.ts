import type { ContentRef } from '@verso/markdown'
import type {
  Assets,
  Customization,
  HeaderLink,
  SectionGroup,
  SectionLink,
  SiteView,
  Theme,
  TreeNode,
} from '@verso/site'
import { isVisible } from '../../audience/conditions.ts'
import type { GroupNode, SectionNode } from '../sites/index.ts'
import type { Reading } from './references.ts'
import { type ShownPage, titleOf } from './space-index.ts'

type FindLink = (ref: ContentRef) => { href: string; title: string } | undefined

/** Everything of a customization that refers to content. */
export function refsIn(customization: Customization): ContentRef[] {
  const { header, footer, announcement } = customization
  return [
    ...(header.primaryLink ? [header.primaryLink] : []),
    ...header.links.flatMap(({ to }) => to ?? []),
    ...header.links.flatMap(({ links }) => links.map(({ to }) => to)),
    ...footer.groups.flatMap(({ links }) => links.map(({ to }) => to)),
    ...(announcement?.link ? [announcement.link.to] : []),
  ]
}

/** What all pages at a place have in common, for one visitor. */
export function siteView(
  reading: Reading,
  {
    customization,
    theme,
    style,
    script,
    link,
    origin,
  }: {
    customization: Customization
    theme: Theme
    style: string
    script: Assets['script']
    link: FindLink
    origin: string
  },
): SiteView {
  const { site, paths, claims } = reading
  const { facts } = site
  const forAgents = facts.agentsContext === 'included'
  const logo = customization.header.logo
  const { announcement } = customization
  const announced = announcement?.link && link(announcement.link.to)
  return {
    title: customization.title ?? facts.title,
    customization,
    theme,
    addresses: {
      home: homeOf(reading, customization, link),
      style: paths.at(`~verso/${style}`),
      script: paths.at(`~verso/${script.name}`),
      fonts: paths.at('~verso/fonts/'),
      search: paths.at('~verso/search'),
      llms: forAgents ? paths.at('llms.txt') : undefined,
      mcp: forAgents ? paths.at('~verso/mcp') : undefined,
    },
    logo: logo ?? (facts.logoUrl === null ? undefined : { light: facts.logoUrl, dark: facts.logoUrl }),
    header: customization.header.links
      .filter(({ condition }) => isVisible(condition, claims))
      .flatMap((item) => headerLink(item, link)),
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
              announcement.link && announced
                ? { title: announcement.link.title, href: announced.href }
                : undefined,
          }
        : undefined,
    sections: sectionsOf(reading),
    variants: variantsOf(reading),
    indexed: facts.visibility === 'public',
    language: reading.place.siteSpace.language ?? undefined,
    origin,
  }
}

function homeOf({ paths }: Reading, customization: Customization, link: FindLink): string {
  const own = customization.header.primaryLink && link(customization.header.primaryLink)
  return own?.href ?? (paths.inside.length > 1 ? paths.inside.replace(/\/$/, '') : paths.inside)
}

function headerLink(item: Customization['header']['links'][number], link: FindLink): HeaderLink[] {
  const links = item.links.flatMap(({ title, to }) => {
    const target = link(to)
    return target ? [{ title, href: target.href }] : []
  })
  const href = item.to ? link(item.to)?.href : undefined
  if (href === undefined && links.length === 0) return []
  return [{ title: item.title, style: item.style ?? 'link', href, links }]
}

/** Sections and groups in their one order; a group is as deep as one level in the header. */
function sectionsOf({ site, place, paths, claims }: Reading): (SectionLink | SectionGroup)[] {
  const visible = site.sections(claims)
  const entry = (section: SectionNode): SectionLink[] => {
    const variants = site.variants(section.id, claims)
    const siteSpace = variants.find(({ isDefault }) => isDefault) ?? variants[0]
    if (!siteSpace) return []
    return [
      {
        title: section.title,
        href: trimmed(paths.place({ section, siteSpace })),
        icon: section.icon ?? undefined,
        description: section.description ?? undefined,
        active: section.id === place.section?.id,
      },
    ]
  }
  const children = (groupId: string | null): (SectionNode | GroupNode)[] =>
    [
      ...visible.filter((section) => section.groupId === groupId),
      ...site.facts.groups.filter((group) => group.parentId === groupId),
    ].sort((one, other) => (one.rank < other.rank ? -1 : one.rank > other.rank ? 1 : 0))
  const below = (groupId: string): SectionLink[] =>
    children(groupId).flatMap((child) => ('path' in child ? entry(child) : below(child.id)))
  return children(null).flatMap((child): (SectionLink | SectionGroup)[] => {
    if ('path' in child) return entry(child)
    const sections = below(child.id)
    if (sections.length === 0) return []
    return [
      {
        title: child.title,
        icon: child.icon ?? undefined,
        active: sections.some(({ active }) => active),
        sections,
      },
    ]
  })
}

function variantsOf({ site, place, paths, claims }: Reading): SectionLink[] {
  return site.variants(place.siteSpace.sectionId, claims).map((siteSpace) => ({
    title: siteSpace.title,
    href: trimmed(paths.place({ section: place.section, siteSpace })),
    active: siteSpace.id === place.siteSpace.id,
  }))
}

const trimmed = (path: string): string => (path.length > 1 ? path.replace(/\/$/, '') : path)

/** The tree at the side, with the page being shown marked. */
export function treeOf(
  pages: readonly ShownPage[],
  { paths, place }: Reading,
  current: ShownPage,
  link: FindLink,
): TreeNode[] {
  const node = (shown: ShownPage): TreeNode[] => {
    const { fields } = shown.page
    if (fields.hidden === true) return []
    const children = shown.children.flatMap(node)
    const active = shown === current
    const common = {
      title: titleOf(shown.page),
      icon: fields.icon,
      emoji: fields.emoji,
      active,
      open: active || children.some(({ open }) => open),
      children,
    }
    if (fields.type === 'group') return [{ ...common, kind: 'group' }]
    if (fields.type === 'link') {
      const target = fields.target === undefined ? undefined : link(fields.target as unknown as ContentRef)
      return target ? [{ ...common, kind: 'link', href: target.href }] : []
    }
    if (fields.type !== 'document') return []
    return [{ ...common, kind: 'page', href: paths.page(place, shown) }]
  }
  return pages.flatMap(node)
}

/** The targets of links in the tree. */
export function linkTargets(pages: readonly ShownPage[]): ContentRef[] {
  return pages.flatMap(({ page, children }) => [
    // Checked when it was written; what it refers to is looked up.
    ...(page.fields.type === 'link' && page.fields.target !== undefined
      ? [page.fields.target as unknown as ContentRef]
      : []),
    ...linkTargets(children),
  ])
}
