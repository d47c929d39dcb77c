import type {
  getSiteStructure,
  SiteExternalLink,
  SiteSection,
  SiteSectionGroup,
  SiteSpace,
} from '../../../api/operations.ts'
import type { TreeNode, TreePlace } from '../../../ui/tree/index.ts'

/** What a site shows, as the API gives it. */
export type SiteStructure = ReturnType<NonNullable<(typeof getSiteStructure)['types']>>

/** A group, a section, a link to elsewhere, or a variant: a space that is shown in a section, or at the root of a site without sections. */
export type StructureNode = TreeNode & { address: string } & (
    | { kind: 'group'; item: SiteSectionGroup }
    | { kind: 'section'; item: SiteSection }
    | { kind: 'link'; item: SiteExternalLink }
    | { kind: 'variant'; item: SiteSpace }
  )

const joinPath = (...parts: (string | undefined)[]): string =>
  `/${parts.filter((part) => part !== undefined && part !== '').join('/')}`

const getSegment = ({ default: isDefault, path }: { default: boolean; path: string }): string | undefined =>
  isDefault ? undefined : path

const createVariant = (item: SiteSpace, section: SiteSection | undefined): StructureNode => ({
  kind: 'variant',
  id: item.id,
  parent: section?.id,
  label: item.title,
  address: joinPath(section && getSegment(section), getSegment(item)),
  item,
})

function listBelow(
  children: readonly (SiteSection | SiteExternalLink | SiteSectionGroup)[],
  parent?: string,
): StructureNode[] {
  return children.flatMap((child): StructureNode[] => {
    const node = { id: child.id, parent, label: child.title }
    if (child.object === 'site-external-link')
      return [{ ...node, kind: 'link', address: child.url, item: child }]
    return child.object === 'site-section'
      ? [
          { ...node, kind: 'section', address: joinPath(getSegment(child)), item: child },
          ...child.siteSpaces.map((item) => createVariant(item, child)),
        ]
      : [{ ...node, kind: 'group', address: '', item: child }, ...listBelow(child.children, child.id)]
  })
}

/** Everything that a site shows, in the order of its tree. */
export const listStructureNodes = (structure: SiteStructure): StructureNode[] =>
  structure.type === 'sections'
    ? listBelow(structure.structure)
    : structure.structure.map((item) => createVariant(item, undefined))

export const listSiteSpaces = (structure: SiteStructure): SiteSpace[] =>
  listStructureNodes(structure).flatMap((node) => (node.kind === 'variant' ? [node.item] : []))

interface Pointer {
  type: 'site-space' | 'site-section' | 'site-section-group' | 'site-external-link'
  id: string
}

/** A move as the API takes it. An empty group has nothing that something could be put beside. */
export type StructureMove =
  | { item: Pointer; position: { before: Pointer } | { after: Pointer } }
  | { sectionId: string; groupId: string }
  | { linkId: string; groupId: string }

const pointTo = (node: StructureNode): Pointer => ({ type: node.item.object, id: node.id })

/**
 * Where something of a site goes when it is put at a place of the tree. Variants stand in sections, all else at the
 * top or in groups: a variant beside a section goes into it, a section among variants behind their section. Undefined where it
 * cannot go.
 */
export function findStructureMove(
  nodes: readonly StructureNode[],
  id: string,
  place: TreePlace,
): StructureMove | undefined {
  const node = nodes.find((each) => each.id === id)
  const parent = nodes.find((each) => each.id === place.parent)
  const siblings = nodes.filter((each) => each.parent === place.parent && each.id !== id)
  if (!node) return undefined
  const item = pointTo(node)
  if (node.kind === 'variant') {
    if (siblings.some(({ kind }) => kind !== 'variant')) {
      const beside = siblings[place.index - 1] ?? siblings[place.index]
      const last = nodes.findLast((each) => each.parent === beside?.id && each.id !== id)
      return last?.kind === 'variant' ? { item, position: { after: pointTo(last) } } : undefined
    }
  } else if (parent?.kind === 'section') {
    return parent.id === id ? undefined : { item, position: { after: pointTo(parent) } }
  } else if (siblings.length === 0 && parent?.kind === 'group') {
    if (node.kind === 'link') return { linkId: id, groupId: parent.id }
    return node.kind === 'section' ? { sectionId: id, groupId: parent.id } : undefined
  } else if (siblings.some(({ kind }) => kind === 'variant')) {
    return undefined
  }
  const [before, after] = [siblings[place.index], siblings[place.index - 1]]
  if (before) return { item, position: { before: pointTo(before) } }
  return after && { item, position: { after: pointTo(after) } }
}
