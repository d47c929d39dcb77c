import type { Claims } from '../../../audience/claims.ts'
import { isVisible } from '../../../audience/conditions.ts'
import {
  type GroupNode,
  type LinkNode,
  type SectionNode,
  type SiteSpaceNode,
  withoutDrafts,
} from '../structure/structure-nodes.ts'
import { Structure } from '../structure/structure.ts'

/**
 * The structure of a site without what is hidden from a visitor, and without sections and groups that become empty by
 * that. Where the default is hidden, the first visible node is the default instead.
 */
export function filterVisibleStructure(whole: Structure, claims: Claims): Structure {
  if (!isRestricted(whole)) return whole
  const structure = new Structure(
    withoutDrafts({
      groups: [...whole.groups.values()],
      sections: [...whole.sections.values()],
      links: [...whole.links.values()],
      siteSpaces: [...whole.siteSpaces.values()],
    }),
  )
  const siteSpaces: SiteSpaceNode[] = []
  const sections: SectionNode[] = []
  const addVisible = (sectionId: string | null): boolean => {
    const visible = structure
      .listSiteSpaces(sectionId)
      .filter(({ condition }) => isVisible(condition, claims))
    siteSpaces.push(...withDefault(visible))
    return visible.length > 0
  }
  addVisible(null)
  for (const section of structure.listSections()) {
    if (isVisible(section.condition, claims) && addVisible(section.id)) sections.push(section)
  }
  const links = [...structure.links.values()].filter(({ condition }) => isVisible(condition, claims))
  return new Structure({
    groups: selectGroups(structure, [...sections, ...links]),
    sections: withDefault(sections),
    links,
    siteSpaces,
  })
}

/** Whether some visitors do not see all of it. */
const isRestricted = ({ groups, sections, links, siteSpaces }: Structure): boolean =>
  [...groups.values()].some(({ isDraft }) => isDraft) ||
  [...sections.values(), ...links.values(), ...siteSpaces.values()].some(
    ({ condition, isDraft }) => condition !== null || isDraft,
  )

function withDefault<Node extends { isDefault: boolean }>(nodes: Node[]): Node[] {
  const [first, ...rest] = nodes
  if (!first || nodes.some(({ isDefault }) => isDefault)) return nodes
  return [{ ...first, isDefault: true }, ...rest]
}

/** The groups of the sections and links, and all groups that those are in. */
function selectGroups({ groups }: Structure, children: (SectionNode | LinkNode)[]): GroupNode[] {
  const selected = new Map<string, GroupNode>()
  for (const { groupId } of children) {
    let group = groupId === null ? undefined : groups.get(groupId)
    while (group && !selected.has(group.id)) {
      selected.set(group.id, group)
      group = group.parentId === null ? undefined : groups.get(group.parentId)
    }
  }
  return [...selected.values()]
}

/** A section with its site spaces, to find what the segments of a URL name. */
export interface SectionLevel extends SectionNode {
  siteSpaces: SiteSpaceNode[]
}

export type AddressLevels = { sections: SectionLevel[] } | { siteSpaces: SiteSpaceNode[] }

export const buildAddressLevels = (structure: Structure): AddressLevels =>
  structure.sections.size === 0
    ? { siteSpaces: structure.listSiteSpaces(null) }
    : {
        sections: structure
          .listSections()
          .map((section) => Object.assign({ siteSpaces: structure.listSiteSpaces(section.id) }, section)),
      }
