import type { Tables } from '../../../database/schema/tables.ts'

/**
 * Terminology
 *
 * - **site space**: a space as a site shows it.
 * - **section**: a part of a site with at least one site space. Several site spaces of a section are its variants.
 * - **group**: sections and groups under one title. It has no URL.
 * - **link**: leads elsewhere from among the sections and groups. It has no URL in the site.
 * - **level**: the site spaces of one section, or those at the root of a site without sections.
 * - **default**: what a visitor sees first: one site space of each level, and one section of a site.
 * - **draft**: what no visitor sees yet, with everything in it.
 * - **hidden**: a site space that visitors can open by its address, and that the navigation does not name.
 */
export type SiteSpaceNode = Node<
  'site_spaces',
  'sectionId' | 'spaceId' | 'path' | 'condition' | 'isDefault' | 'isDraft' | 'isHidden' | 'rank'
> & { localizedTitle: LocalizedText | null }

export type SectionNode = Node<
  'site_sections',
  'groupId' | 'title' | 'description' | 'icon' | 'path' | 'condition' | 'isDefault' | 'isDraft' | 'rank'
> &
  LocalizedFields

export type GroupNode = Node<'site_section_groups', 'parentId' | 'title' | 'icon' | 'isDraft' | 'rank'> & {
  localizedTitle: LocalizedText | null
}

export type LinkNode = Node<
  'site_external_links',
  'groupId' | 'title' | 'description' | 'icon' | 'url' | 'condition' | 'isDraft' | 'rank'
> &
  LocalizedFields

/** A text in other languages than the site's own, by their codes. */
export type LocalizedText = Record<string, string>

interface LocalizedFields {
  localizedTitle: LocalizedText | null
  localizedDescription: LocalizedText | null
}

/** A row whose columns can be changed, except its id. The column of what it is in is null at the root. */
type Node<Table extends keyof Tables, Column extends keyof Tables[Table]> = {
  readonly id: string
} & Pick<Tables[Table], Column>

export interface StructureNodes {
  groups: GroupNode[]
  sections: SectionNode[]
  links: LinkNode[]
  siteSpaces: SiteSpaceNode[]
}

/** What a node is moved before or after. Without either it goes to the end. */
export interface MovePosition {
  before?: MoveAnchor
  after?: MoveAnchor
}

export interface MoveAnchor {
  kind: StructureNodeKind
  id: string
}

export type StructureNodeKind = 'site-space' | 'site-section' | 'site-section-group' | 'site-external-link'

/** The content of a group, or of the root of a site with sections. */
export type StructureChild = SectionNode | GroupNode | LinkNode

export const isGroup = (node: StructureChild): node is GroupNode => 'parentId' in node

export const isLink = (node: StructureChild): node is LinkNode => 'url' in node

/** The group that a section, a group or a link is in; null at the root. */
export const getParentId = (node: StructureChild): string | null =>
  isGroup(node) ? node.parentId : node.groupId

/** The nodes that are not drafts, and are in no group and no section that is one. */
export function withoutDrafts<
  Group extends GroupNode,
  Section extends SectionNode,
  Link extends LinkNode,
  Space extends SiteSpaceNode,
>(nodes: { groups: Group[]; sections: Section[]; links: Link[]; siteSpaces: Space[] }) {
  const draftGroups = listDraftGroups(nodes.groups)
  const isShown = (node: { groupId: string | null; isDraft: boolean }): boolean =>
    !node.isDraft && (node.groupId === null || !draftGroups.has(node.groupId))
  const sections = nodes.sections.filter(isShown)
  const sectionIds = new Set(sections.map(({ id }) => id))
  return {
    groups: nodes.groups.filter(({ id }) => !draftGroups.has(id)),
    sections,
    links: nodes.links.filter(isShown),
    siteSpaces: nodes.siteSpaces.filter(
      ({ isDraft, sectionId }) => !isDraft && (sectionId === null || sectionIds.has(sectionId)),
    ),
  }
}

/** The ids of the groups that are drafts, and of those in them. */
function listDraftGroups(groups: readonly GroupNode[]): Set<string> {
  const byParent = Map.groupBy(groups, ({ parentId }) => parentId)
  const drafts = new Set<string>()
  const visit = ({ id }: GroupNode): void => {
    if (drafts.has(id)) return
    drafts.add(id)
    byParent.get(id)?.forEach(visit)
  }
  groups.filter(({ isDraft }) => isDraft).forEach(visit)
  return drafts
}
