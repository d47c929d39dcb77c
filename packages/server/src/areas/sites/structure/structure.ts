import { Conflict, Invalid, NotFound } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import { rankBetween, ranksBetween } from '../../../common/rank.ts'
import { freeSlug, slugOf } from '../../../common/slugs.ts'

/**
 * Terminology
 *
 * - **site space**: a space as a site shows it.
 * - **section**: a part of a site, with at least one site space; several are variants of each other.
 * - **group**: sections (and groups) that stand together under a title. It has no address.
 * - **level**: what site spaces stand beside each other in: a section, or the root of a site without sections.
 * - **default**: what one meets first: of a level's site spaces one, of a site's sections one.
 */
export interface SiteSpaceNode {
  readonly id: string
  /** Null at the root. */
  sectionId: string | null
  spaceId: string
  path: string
  condition: string | null
  isDefault: boolean
  rank: string
}

export interface SectionNode {
  readonly id: string
  /** The group it is in; null at the root. */
  groupId: string | null
  title: string
  description: string | null
  icon: string | null
  path: string
  condition: string | null
  isDefault: boolean
  rank: string
}

export interface GroupNode {
  readonly id: string
  /** The group it is in; null at the root. */
  parentId: string | null
  title: string
  icon: string | null
  rank: string
}

export interface StructureNodes {
  groups: GroupNode[]
  sections: SectionNode[]
  siteSpaces: SiteSpaceNode[]
}

/** Before or after what something goes; with neither it goes to the end. */
export interface Position {
  before?: Anchor
  after?: Anchor
}

export interface Anchor {
  kind: NodeKind
  id: string
}

export type NodeKind = 'site-space' | 'site-section' | 'site-section-group'

/** What stands in a group, or at the root of a site with sections. */
export type Child = SectionNode | GroupNode

type SectionFields = Partial<Pick<SectionNode, 'title' | 'description' | 'icon' | 'path' | 'condition'>>

const deepestGroup = 3

/**
 * What a site is made of, with the rules that every change keeps: site spaces at the root or sections, never both; no
 * section without a site space; one default in each level that has something; one order for sections and groups; a path
 * once in its level. Changes are made here, and saved as the rows that differ.
 */
export class Structure {
  readonly groups: Map<string, GroupNode>
  readonly sections: Map<string, SectionNode>
  readonly siteSpaces: Map<string, SiteSpaceNode>

  constructor({ groups, sections, siteSpaces }: StructureNodes) {
    this.groups = byId(groups)
    this.sections = byId(sections)
    this.siteSpaces = byId(siteSpaces)
  }

  section(id: string): SectionNode {
    return found(this.sections, 'section', id)
  }

  group(id: string): GroupNode {
    return found(this.groups, 'section group', id)
  }

  siteSpace(id: string): SiteSpaceNode {
    return found(this.siteSpaces, 'site space', id)
  }

  /** The site spaces of a level, in order. */
  level(sectionId: string | null): SiteSpaceNode[] {
    return inOrder([...this.siteSpaces.values()].filter((siteSpace) => siteSpace.sectionId === sectionId))
  }

  /** The sections and groups of a group or of the root, in their one order. */
  children(groupId: string | null): Child[] {
    return inOrder<Child>([
      ...[...this.sections.values()].filter((section) => section.groupId === groupId),
      ...[...this.groups.values()].filter((group) => group.parentId === groupId),
    ])
  }

  /** What is in each level and in each group, in order: for those who walk through all of it. */
  index(): { levels: Map<string | null, SiteSpaceNode[]>; children: Map<string | null, Child[]> } {
    const siteSpaces = inOrder([...this.siteSpaces.values()])
    const children = inOrder<Child>([...this.sections.values(), ...this.groups.values()])
    return {
      levels: Map.groupBy(siteSpaces, ({ sectionId }) => sectionId),
      children: Map.groupBy(children, parentOf),
    }
  }

  /** All sections, in the order in which they are met. */
  sectionsInOrder(): SectionNode[] {
    return this.#childrenInOrder().filter((child): child is SectionNode => !isGroup(child))
  }

  /** All groups, in the order in which they are met. */
  groupsInOrder(): GroupNode[] {
    return this.#childrenInOrder().filter(isGroup)
  }

  /** All site spaces, in the order in which they are met. */
  siteSpacesInOrder(): SiteSpaceNode[] {
    const { levels } = this.index()
    const sections = this.sectionsInOrder()
    return sections.length === 0
      ? (levels.get(null) ?? [])
      : sections.flatMap(({ id }) => levels.get(id) ?? [])
  }

  /** Where something stands among all of its kind: texts that sort, bytewise, in the order in which they are met. */
  placeOf(node: SectionNode | GroupNode | SiteSpaceNode): string {
    const place = `${node.rank}.${node.id}`
    if ('sectionId' in node) {
      return node.sectionId === null ? place : `${this.placeOf(this.section(node.sectionId))}/${place}`
    }
    const parentId = parentOf(node)
    return parentId === null ? place : `${this.placeOf(this.group(parentId))}/${place}`
  }

  /** To the section, or to the default one; to the root of a site without sections. */
  addSiteSpace(space: { id: string; title: string }, sectionId?: string): SiteSpaceNode {
    const section = sectionId === undefined ? this.defaultSection() : this.section(sectionId)
    return this.#insertSiteSpace(space, section?.id ?? null)
  }

  /** A section goes with its last site space. Returns whether there was such a site space. */
  removeSiteSpace(id: string): boolean {
    const siteSpace = this.siteSpaces.get(id)
    if (!siteSpace) return false
    const { sectionId } = siteSpace
    if (sectionId !== null && this.level(sectionId).length === 1) return this.removeSection(sectionId, [])
    passOn(siteSpace, this.level(sectionId))
    this.siteSpaces.delete(id)
    return true
  }

  moveSiteSpace(id: string, position: Position): SiteSpaceNode {
    const siteSpace = this.siteSpace(id)
    const anchors = this.#anchors(siteSpace, position, (anchor) => {
      if (anchor.kind !== 'site-space')
        throw new Invalid('A site space is moved before or after another one.')
      return this.siteSpace(anchor.id)
    })
    const sectionId = anchors.parent((anchor) => anchor.sectionId, siteSpace.sectionId)
    if (sectionId !== siteSpace.sectionId) this.#leaveSection(siteSpace, sectionId)
    siteSpace.rank = anchors.rankAmong(this.level(sectionId))
    return siteSpace
  }

  setSiteSpacePath(id: string, path: string): void {
    const siteSpace = this.siteSpace(id)
    if (this.level(siteSpace.sectionId).some((other) => other.id !== id && other.path === path)) {
      throw new Conflict(`Another site space beside this one has the path "${path}".`)
    }
    siteSpace.path = path
  }

  setDefaultSiteSpace(id: string, sectionId: string | null): void {
    const siteSpace = this.siteSpace(id)
    if (siteSpace.sectionId !== sectionId) {
      throw new Invalid(
        `The site space "${id}" is not ${sectionId === null ? 'at the root' : 'in this section'}.`,
      )
    }
    for (const other of this.level(sectionId)) other.isDefault = other.id === id
  }

  /**
   * The first one takes in what stood at the root, in a default section before it.
   *
   * @param space what the section shows; its title is the section's, unless it has one of its own.
   */
  addSection(
    space: { id: string; title: string },
    fields: { title?: string | null; icon?: string | null; groupId?: string; siteTitle: string },
  ): SectionNode {
    const atRoot = this.level(null)
    if (this.sections.size === 0 && atRoot.length > 0) {
      const first = this.#insertSection({ title: fields.siteTitle, icon: null, groupId: null })
      for (const siteSpace of atRoot) siteSpace.sectionId = first.id
    }
    const section = this.#insertSection({
      title: fields.title ?? space.title,
      icon: fields.icon ?? null,
      groupId: fields.groupId === undefined ? null : this.group(fields.groupId).id,
    })
    this.#insertSiteSpace(space, section.id)
    return section
  }

  /** The site spaces of the last section go back to the root. Returns whether there was such a section. */
  removeSection(id: string, atRoot: SiteSpaceNode[] = this.level(id)): boolean {
    const section = this.sections.get(id)
    if (!section) return false
    const isLast = this.sections.size === 1
    passOn(section, this.sectionsInOrder())
    this.sections.delete(id)
    for (const siteSpace of this.level(id)) {
      if (isLast && atRoot.includes(siteSpace)) siteSpace.sectionId = null
      else this.siteSpaces.delete(siteSpace.id)
    }
    // Groups are there to hold sections.
    if (isLast) this.groups.clear()
    return true
  }

  updateSection(id: string, { path, ...fields }: SectionFields): SectionNode {
    const section = Object.assign(this.section(id), fields)
    if (path !== undefined) {
      if ([...this.sections.values()].some((other) => other.id !== id && other.path === path)) {
        throw new Conflict(`Another section of the site has the path "${path}".`)
      }
      section.path = path
    }
    return section
  }

  setDefaultSection(id: string): void {
    this.section(id)
    for (const section of this.sections.values()) section.isDefault = section.id === id
  }

  defaultSection(): SectionNode | undefined {
    return [...this.sections.values()].find(({ isDefault }) => isDefault)
  }

  moveSection(id: string, position: Position): SectionNode {
    const section = this.section(id)
    const anchors = this.#sectionAnchors(section, position)
    const groupId = anchors.parent(parentOf, null)
    section.rank = anchors.rankAmong(this.children(groupId))
    section.groupId = groupId
    return section
  }

  addGroup(fields: {
    title: string
    icon?: string | null
    parentId?: string
    sectionIds?: string[]
  }): GroupNode {
    if (this.sections.size === 0) throw new Conflict('A site without sections has nothing to group.')
    const { title, icon = null, parentId = null } = fields
    const sections = [...new Set(fields.sectionIds)].map((id) => this.section(id))
    if (parentId !== null) this.group(parentId)
    const group = { id: newId(), parentId, title, icon, rank: lastAmong(this.children(parentId)) }
    this.groups.set(group.id, group)
    this.#requireShallow(group)
    for (const section of sections) this.#append(section, group.id)
    return group
  }

  updateGroup(id: string, fields: Partial<Pick<GroupNode, 'title' | 'icon'>>): GroupNode {
    return Object.assign(this.group(id), fields)
  }

  /** What was in it stays, where it stood. Returns whether there was such a group. */
  removeGroup(id: string): boolean {
    const group = this.groups.get(id)
    if (!group) return false
    const children = this.children(id)
    const ranks = ranksAround(group, this.children(group.parentId), children.length)
    this.groups.delete(id)
    for (const [index, child] of children.entries()) {
      child.rank = ranks[index] ?? child.rank
      if (isGroup(child)) child.parentId = group.parentId
      else child.groupId = group.parentId
    }
    return true
  }

  addToGroup(groupId: string, sectionId: string): GroupNode {
    const group = this.group(groupId)
    const section = this.section(sectionId)
    if (section.groupId !== groupId) this.#append(section, groupId)
    return group
  }

  /** The section stands behind the group afterwards. Returns whether it was in it. */
  removeFromGroup(groupId: string, sectionId: string): boolean {
    const group = this.groups.get(groupId)
    const section = this.sections.get(sectionId)
    if (!group || section?.groupId !== groupId) return false
    const [rank = section.rank] = ranksAround(group, this.children(group.parentId), 1)
    section.rank = rank
    section.groupId = group.parentId
    return true
  }

  moveGroup(id: string, position: Position): GroupNode {
    const group = this.group(id)
    const anchors = this.#sectionAnchors(group, position)
    const parentId = anchors.parent(parentOf, null)
    if (this.#pathOf(parentId).includes(id)) throw new Invalid('A section group cannot be moved into itself.')
    group.rank = anchors.rankAmong(this.children(parentId))
    group.parentId = parentId
    this.#requireShallow(group)
    return group
  }

  #childrenInOrder(): Child[] {
    const { children } = this.index()
    const met: Child[] = []
    const meet = (groupId: string | null): void => {
      for (const child of children.get(groupId) ?? []) {
        met.push(child)
        if (isGroup(child)) meet(child.id)
      }
    }
    meet(null)
    return met
  }

  #insertSiteSpace(space: { id: string; title: string }, sectionId: string | null): SiteSpaceNode {
    const level = this.level(sectionId)
    const siteSpace: SiteSpaceNode = {
      id: newId(),
      sectionId,
      spaceId: space.id,
      path: freeSlug(slugOf(space.title, 'space'), pathsOf(level)),
      condition: null,
      isDefault: level.length === 0,
      rank: lastAmong(level),
    }
    this.siteSpaces.set(siteSpace.id, siteSpace)
    return siteSpace
  }

  #insertSection(fields: { title: string; icon: string | null; groupId: string | null }): SectionNode {
    const section: SectionNode = {
      id: newId(),
      ...fields,
      // What a section is called has at least two characters, a space may be called anything.
      title: fields.title.length < 2 ? 'Untitled' : fields.title,
      description: null,
      path: freeSlug(slugOf(fields.title, 'section'), pathsOf(this.sections.values())),
      condition: null,
      isDefault: this.sections.size === 0,
      rank: lastAmong(this.children(fields.groupId)),
    }
    this.sections.set(section.id, section)
    return section
  }

  #leaveSection(siteSpace: SiteSpaceNode, sectionId: string | null): void {
    const left = this.level(siteSpace.sectionId)
    if (left.length === 1) {
      throw new Conflict('A section keeps one site space at least: this is the only one of its section.')
    }
    passOn(siteSpace, left)
    siteSpace.path = freeSlug(siteSpace.path, pathsOf(this.level(sectionId)))
    siteSpace.sectionId = sectionId
    siteSpace.isDefault = false
  }

  #append(section: SectionNode, groupId: string): void {
    section.rank = lastAmong(this.children(groupId))
    section.groupId = groupId
  }

  #sectionAnchors(moved: Child, position: Position): Anchors<Child> {
    return this.#anchors(moved, position, ({ kind, id }) => {
      if (kind === 'site-space') throw new Invalid('Sections are moved before or after sections and groups.')
      return kind === 'site-section' ? this.section(id) : this.group(id)
    })
  }

  #anchors<Node extends Ranked>(
    moved: Node,
    { before, after }: Position,
    find: (anchor: Anchor) => Node,
  ): Anchors<Node> {
    if (before?.id === moved.id || after?.id === moved.id) {
      throw new Invalid('body.position names what is being moved.')
    }
    return new Anchors(moved, before && find(before), after && find(after))
  }

  /** The group itself and those it is in. */
  #pathOf(groupId: string | null): string[] {
    const path: string[] = []
    for (let id = groupId; id !== null; id = this.groups.get(id)?.parentId ?? null) path.push(id)
    return path
  }

  #requireShallow(group: GroupNode): void {
    const below = ({ id }: GroupNode): number =>
      1 + Math.max(0, ...this.children(id).filter(isGroup).map(below))
    if (this.#pathOf(group.parentId).length + below(group) > deepestGroup) {
      throw new Invalid(`Section groups are nested at most ${deepestGroup} deep.`)
    }
  }
}

interface Ranked {
  readonly id: string
  rank: string
}

/** What something is moved before and after. */
class Anchors<Node extends Ranked> {
  readonly #moved: Node
  readonly #before: Node | undefined
  readonly #after: Node | undefined

  constructor(moved: Node, before: Node | undefined, after: Node | undefined) {
    this.#moved = moved
    this.#before = before
    this.#after = after
  }

  /** What the anchors are in, or `otherwise` without any. */
  parent<Parent>(of: (node: Node) => Parent, otherwise: Parent): Parent {
    const [first, second] = [this.#after, this.#before].filter((anchor) => anchor !== undefined).map(of)
    if (this.#before && this.#after && first !== second) {
      throw new Invalid('body.position.before and body.position.after do not stand beside each other.')
    }
    return first === undefined ? otherwise : first
  }

  rankAmong(siblings: Node[]): string {
    const others = siblings.filter(({ id }) => id !== this.#moved.id)
    const [after, before] = [this.#after, this.#before].map((anchor) => anchor && others.indexOf(anchor))
    if (before !== undefined && after !== undefined && after >= before) {
      throw new Invalid('body.position.after stands behind body.position.before: nothing fits between them.')
    }
    // With both anchors it goes right behind the first.
    const at = after === undefined ? (before ?? others.length) : after + 1
    return rankBetween(others[at - 1]?.rank ?? null, others[at]?.rank ?? null)
  }
}

export const isGroup = (node: Child): node is GroupNode => 'parentId' in node

const parentOf = (node: Child): string | null => (isGroup(node) ? node.parentId : node.groupId)

/** Copies, so that what was loaded can be compared with what became of it. */
const byId = <Node extends { readonly id: string }>(nodes: Node[]): Map<string, Node> =>
  new Map(nodes.map((node) => [node.id, { ...node }]))

function found<Node>(nodes: ReadonlyMap<string, Node>, what: string, id: string): Node {
  const node = nodes.get(id)
  if (!node) throw new NotFound(what, id)
  return node
}

/** Ranks are compared bytewise, as the database does. */
const inOrder = <Node extends Ranked>(nodes: Node[]): Node[] =>
  nodes.sort((a, b) => (a.rank === b.rank ? compare(a.id, b.id) : compare(a.rank, b.rank)))

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const lastAmong = (siblings: Ranked[]): string => rankBetween(siblings.at(-1)?.rank ?? null, null)

/** `count` ranks right behind one of some siblings. */
function ranksAround(node: Ranked, siblings: Ranked[], count: number): string[] {
  const next = siblings[siblings.findIndex(({ id }) => id === node.id) + 1]
  return ranksBetween(node.rank, next?.rank ?? null, count)
}

const pathsOf = (nodes: Iterable<{ path: string }>): Set<string> =>
  new Set(Array.from(nodes, ({ path }) => path))

/** The next in order takes over from a default that goes; the first, when the last one goes. */
function passOn<Node extends Ranked & { isDefault: boolean }>(leaving: Node, siblings: Node[]): void {
  if (!leaving.isDefault) return
  const at = siblings.findIndex(({ id }) => id === leaving.id)
  const next = siblings[at + 1] ?? siblings.find(({ id }) => id !== leaving.id)
  leaving.isDefault = false
  if (next) next.isDefault = true
}
