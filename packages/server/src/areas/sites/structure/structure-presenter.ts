import type { Subjects } from '../../../access/subjects.ts'
import type { Urls } from '../../../common/urls.ts'
import { presentSpace, type SpaceWithDetails } from '../../content/index.ts'
import { placeUrl, getUrlSegment } from '../../../common/site-addresses.ts'
import { buildSitePath } from './site-path.ts'
import {
  type GroupNode,
  isGroup,
  isLink,
  type LinkNode,
  type SectionNode,
  type SiteSpaceNode,
} from './structure-nodes.ts'
import type { Structure } from './structure.ts'
import type { SiteExternalLink, SiteSection, SiteSectionGroup, SiteSpace, SiteStructure } from './schema.ts'

/** Presents the structure of a site as the API returns it, with the spaces that the caller sees. */
export class StructurePresenter {
  readonly #urls: Urls
  readonly #site: Subjects['site']
  readonly #structure: Structure
  readonly #index: ReturnType<Structure['buildIndex']>
  readonly #spaces: ReadonlyMap<string, SpaceWithDetails>

  constructor(
    urls: Urls,
    site: Subjects['site'],
    structure: Structure,
    spaces: ReadonlyMap<string, SpaceWithDetails>,
  ) {
    this.#urls = urls
    this.#site = site
    this.#structure = structure
    this.#index = structure.buildIndex()
    this.#spaces = spaces
  }

  presentStructure(): SiteStructure {
    return this.#structure.sections.size === 0
      ? { type: 'siteSpaces', structure: this.#presentSiteSpaces(null) }
      : { type: 'sections', structure: this.#presentChildren(null) }
  }

  /** Undefined when the caller does not see its space. */
  presentSiteSpace(node: SiteSpaceNode): SiteSpace | undefined {
    const space = this.#spaces.get(node.spaceId)
    if (!space) return undefined
    const section = node.sectionId === null ? undefined : this.#structure.getSection(node.sectionId)
    return {
      object: 'site-space',
      id: node.id,
      path: node.path,
      ...(section && { section: section.id }),
      space: presentSpace(this.#urls, space),
      title: space.title,
      default: node.isDefault,
      ...(node.condition !== null && { condition: node.condition }),
      ...(node.localizedTitle !== null && { localizedTitle: node.localizedTitle }),
      draft: node.isDraft,
      hidden: node.isHidden,
      hasAdvancedCustomizationFeature: true,
      urls: this.#buildUrls(`/site-spaces/${node.id}`, section, node),
    }
  }

  presentSection(node: SectionNode): SiteSection {
    return {
      object: 'site-section',
      id: node.id,
      title: node.title,
      ...(node.description !== null && { description: node.description }),
      ...presentLocalized(node),
      default: node.isDefault,
      draft: node.isDraft,
      path: node.path,
      ...(node.condition !== null && { condition: node.condition }),
      ...(node.groupId !== null && { sectionGroup: node.groupId }),
      siteSpaces: this.#presentSiteSpaces(node.id),
      urls: this.#buildUrls(`/sections/${node.id}`, node),
      ...(node.icon !== null && { icon: node.icon }),
    }
  }

  presentGroup(node: GroupNode): SiteSectionGroup {
    const children = this.#presentChildren(node.id)
    return {
      object: 'site-section-group',
      id: node.id,
      title: node.title,
      ...(node.localizedTitle !== null && { localizedTitle: node.localizedTitle }),
      draft: node.isDraft,
      sections: children.filter((child) => child.object === 'site-section'),
      ...(node.parentId !== null && { sectionGroup: node.parentId }),
      children,
      ...(node.icon !== null && { icon: node.icon }),
      urls: { location: this.#urls.location(`${buildSitePath(this.#site)}/section-groups/${node.id}`) },
    }
  }

  presentLink(node: LinkNode): SiteExternalLink {
    return {
      object: 'site-external-link',
      id: node.id,
      title: node.title,
      ...(node.description !== null && { description: node.description }),
      ...presentLocalized(node),
      ...(node.icon !== null && { icon: node.icon }),
      url: node.url,
      ...(node.groupId !== null && { sectionGroup: node.groupId }),
      draft: node.isDraft,
      ...(node.condition !== null && { condition: node.condition }),
      urls: { location: this.#urls.location(`${buildSitePath(this.#site)}/external-links/${node.id}`) },
    }
  }

  #presentChildren(groupId: string | null): (SiteSection | SiteExternalLink | SiteSectionGroup)[] {
    return (this.#index.children.get(groupId) ?? []).map((child) => {
      if (isGroup(child)) return this.presentGroup(child)
      return isLink(child) ? this.presentLink(child) : this.presentSection(child)
    })
  }

  #presentSiteSpaces(sectionId: string | null): SiteSpace[] {
    return (this.#index.levels.get(sectionId) ?? []).flatMap((node) => this.presentSiteSpace(node) ?? [])
  }

  #buildUrls(path: string, section: SectionNode | undefined, siteSpace?: SiteSpaceNode) {
    const publishedPlace = {
      ...this.#site,
      section: section ? getUrlSegment(section) : null,
      siteSpace: siteSpace ? getUrlSegment(siteSpace) : null,
    }
    return {
      location: this.#urls.location(`${buildSitePath(this.#site)}${path}`),
      ...(this.#site.published && { published: placeUrl(this.#urls, publishedPlace) }),
    }
  }
}

const presentLocalized = ({ localizedTitle, localizedDescription }: SectionNode | LinkNode) => ({
  ...(localizedTitle !== null && { localizedTitle }),
  ...(localizedDescription !== null && { localizedDescription }),
})
