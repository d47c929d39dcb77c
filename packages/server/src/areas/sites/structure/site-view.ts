import type { Subjects } from '../../../access/subjects.ts'
import type { Urls } from '../../../common/urls.ts'
import { presentSpace } from '../../content/index.ts'
import { placeUrl, segmentOf } from '../../../common/site-addresses.ts'
import { sitePath } from './site-path.ts'
import { type GroupNode, isGroup, type SectionNode, type SiteSpaceNode, type Structure } from './structure.ts'
import type { SiteSection, SiteSectionGroup, SiteSpace, SiteStructure } from './schema.ts'

/** What a site is made of, in the contract's shape, with those of its spaces that someone sees. */
export class SiteView {
  readonly #urls: Urls
  readonly #site: Subjects['site']
  readonly #structure: Structure
  readonly #index: ReturnType<Structure['index']>
  readonly #spaces: ReadonlyMap<string, Subjects['space']>

  constructor(
    urls: Urls,
    site: Subjects['site'],
    structure: Structure,
    spaces: ReadonlyMap<string, Subjects['space']>,
  ) {
    this.#urls = urls
    this.#site = site
    this.#structure = structure
    this.#index = structure.index()
    this.#spaces = spaces
  }

  all(): SiteStructure {
    return this.#structure.sections.size === 0
      ? { type: 'siteSpaces', structure: this.#siteSpaces(null) }
      : { type: 'sections', structure: this.#children(null) }
  }

  /** Undefined when its space is one that they do not see. */
  siteSpace(node: SiteSpaceNode): SiteSpace | undefined {
    const space = this.#spaces.get(node.spaceId)
    if (!space) return undefined
    const section = node.sectionId === null ? undefined : this.#structure.section(node.sectionId)
    return {
      object: 'site-space',
      id: node.id,
      path: node.path,
      ...(section && { section: section.id }),
      space: presentSpace(this.#urls, space),
      title: space.title,
      default: node.isDefault,
      ...(node.condition !== null && { condition: node.condition }),
      draft: false,
      hidden: false,
      hasAdvancedCustomizationFeature: true,
      urls: this.#addresses(`/site-spaces/${node.id}`, section, node),
    }
  }

  section(node: SectionNode): SiteSection {
    return {
      object: 'site-section',
      id: node.id,
      title: node.title,
      ...(node.description !== null && { description: node.description }),
      default: node.isDefault,
      draft: false,
      path: node.path,
      ...(node.condition !== null && { condition: node.condition }),
      ...(node.groupId !== null && { sectionGroup: node.groupId }),
      siteSpaces: this.#siteSpaces(node.id),
      urls: this.#addresses(`/sections/${node.id}`, node),
      ...(node.icon !== null && { icon: node.icon }),
    }
  }

  group(node: GroupNode): SiteSectionGroup {
    const children = this.#children(node.id)
    return {
      object: 'site-section-group',
      id: node.id,
      title: node.title,
      draft: false,
      sections: children.filter((child) => child.object === 'site-section'),
      ...(node.parentId !== null && { sectionGroup: node.parentId }),
      children,
      ...(node.icon !== null && { icon: node.icon }),
      urls: { location: this.#urls.location(`${sitePath(this.#site)}/section-groups/${node.id}`) },
    }
  }

  #children(groupId: string | null): (SiteSection | SiteSectionGroup)[] {
    return (this.#index.children.get(groupId) ?? []).map((child) =>
      isGroup(child) ? this.group(child) : this.section(child),
    )
  }

  #siteSpaces(sectionId: string | null): SiteSpace[] {
    return (this.#index.levels.get(sectionId) ?? []).flatMap((node) => this.siteSpace(node) ?? [])
  }

  #addresses(path: string, section: SectionNode | undefined, siteSpace?: SiteSpaceNode) {
    const place = {
      ...this.#site,
      section: section ? segmentOf(section) : null,
      siteSpace: siteSpace ? segmentOf(siteSpace) : null,
    }
    return {
      location: this.#urls.location(`${sitePath(this.#site)}${path}`),
      ...(this.#site.published && { published: placeUrl(this.#urls, place) }),
    }
  }
}
