import type { Claims } from '../../../audience/claims.ts'
import { isVisible } from '../../../audience/conditions.ts'
import { type GroupNode, type SectionNode, type SiteSpaceNode, Structure } from '../structure/structure.ts'

/**
 * What a site shows to one visitor: what is hidden from them is not there, and neither is a section or a group in
 * which nothing is left. There is one default of everything all the same: where it is hidden, the first that is not
 * takes its place.
 */
export function visibleTo(structure: Structure, claims: Claims): Structure {
  if (!hasConditions(structure)) return structure
  const siteSpaces: SiteSpaceNode[] = []
  const sections: SectionNode[] = []
  const see = (sectionId: string | null): boolean => {
    const seen = structure.level(sectionId).filter(({ condition }) => isVisible(condition, claims))
    siteSpaces.push(...withDefault(seen))
    return seen.length > 0
  }
  see(null)
  for (const section of structure.sectionsInOrder()) {
    if (isVisible(section.condition, claims) && see(section.id)) sections.push(section)
  }
  return new Structure({ groups: groupsOf(structure, sections), sections: withDefault(sections), siteSpaces })
}

const hasConditions = ({ sections, siteSpaces }: Structure): boolean =>
  [...sections.values(), ...siteSpaces.values()].some(({ condition }) => condition !== null)

function withDefault<Node extends { isDefault: boolean }>(nodes: Node[]): Node[] {
  const [first, ...rest] = nodes
  if (!first || nodes.some(({ isDefault }) => isDefault)) return nodes
  return [{ ...first, isDefault: true }, ...rest]
}

/** Those that the sections are in, and those that these are in. */
function groupsOf({ groups }: Structure, sections: SectionNode[]): GroupNode[] {
  const kept = new Map<string, GroupNode>()
  for (const { groupId } of sections) {
    let group = groupId === null ? undefined : groups.get(groupId)
    while (group && !kept.has(group.id)) {
      kept.set(group.id, group)
      group = group.parentId === null ? undefined : groups.get(group.parentId)
    }
  }
  return [...kept.values()]
}

/** A section with its site spaces, for walking an address through. */
export interface Level extends SectionNode {
  siteSpaces: SiteSpaceNode[]
}

export type Levels = { sections: Level[] } | { siteSpaces: SiteSpaceNode[] }

export const levelsOf = (structure: Structure): Levels =>
  structure.sections.size === 0
    ? { siteSpaces: structure.level(null) }
    : {
        sections: structure
          .sectionsInOrder()
          .map((section) => Object.assign({ siteSpaces: structure.level(section.id) }, section)),
      }
