import { Conflict, Invalid, NotFound } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import { findFreeSlug, slugifySegment } from '../../../common/slug.ts'
import {
  collectPaths,
  createLastRank,
  createRanksAfter,
  MoveTarget,
  passOnDefault,
  type RankedNode,
  sortByRank,
} from './node-order.ts'
import {
  getParentId,
  type GroupNode,
  isGroup,
  isLink,
  type LinkNode,
  type MoveAnchor,
  type MovePosition,
  type SectionNode,
  type SiteSpaceNode,
  type StructureChild,
  type StructureNodes,
} from './structure-nodes.ts'

type SectionChanges = Partial<
  Pick<
    SectionNode,
    | 'title'
    | 'description'
    | 'icon'
    | 'path'
    | 'condition'
    | 'isDraft'
    | 'localizedTitle'
    | 'localizedDescription'
  >
>

type LinkFields = Pick<
  LinkNode,
  | 'title'
  | 'description'
  | 'icon'
  | 'url'
  | 'condition'
  | 'isDraft'
  | 'localizedTitle'
  | 'localizedDescription'
>

const MAX_GROUP_DEPTH = 3
const MAX_LINKS = 100

/**
 * The sections, groups, links and site spaces of a site. Every change keeps these rules: a site has either sections or site
 * spaces at its root, never both; every section has a site space; only a site with sections has links; every level that is
 * not empty has one default; sections, groups and links share one order; a path is unique in its level. The repository saves
 * the rows that differ afterwards.
 */
export class Structure {
  readonly groups: Map<string, GroupNode>
  readonly sections: Map<string, SectionNode>
  readonly links: Map<string, LinkNode>
  readonly siteSpaces: Map<string, SiteSpaceNode>

  constructor({ groups, sections, links, siteSpaces }: StructureNodes) {
    this.groups = copyById(groups)
    this.sections = copyById(sections)
    this.links = copyById(links)
    this.siteSpaces = copyById(siteSpaces)
  }

  /** Puts other nodes in place of all. The caller keeps the rules. */
  replaceAll(nodes: StructureNodes): void {
    replaceById(this.groups, nodes.groups)
    replaceById(this.sections, nodes.sections)
    replaceById(this.links, nodes.links)
    replaceById(this.siteSpaces, nodes.siteSpaces)
  }

  getSection(id: string): SectionNode {
    return requireNode(this.sections, 'section', id)
  }

  getGroup(id: string): GroupNode {
    return requireNode(this.groups, 'section group', id)
  }

  getLink(id: string): LinkNode {
    return requireNode(this.links, 'external link', id)
  }

  getSiteSpace(id: string): SiteSpaceNode {
    return requireNode(this.siteSpaces, 'site space', id)
  }

  /** The site spaces of a level, in order. */
  listSiteSpaces(sectionId: string | null): SiteSpaceNode[] {
    return sortByRank([...this.siteSpaces.values()].filter((siteSpace) => siteSpace.sectionId === sectionId))
  }

  /** The sections, groups and links of a group or of the root, in order. */
  listChildren(groupId: string | null): StructureChild[] {
    return sortByRank<StructureChild>([
      ...[...this.sections.values()].filter((section) => section.groupId === groupId),
      ...[...this.groups.values()].filter((group) => group.parentId === groupId),
      ...[...this.links.values()].filter((link) => link.groupId === groupId),
    ])
  }

  /** The content of each level and of each group, in order. Build it once to walk through the whole structure. */
  buildIndex(): {
    levels: Map<string | null, SiteSpaceNode[]>
    children: Map<string | null, StructureChild[]>
  } {
    const siteSpaces = sortByRank([...this.siteSpaces.values()])
    const children = sortByRank<StructureChild>([
      ...this.sections.values(),
      ...this.groups.values(),
      ...this.links.values(),
    ])
    return {
      levels: Map.groupBy(siteSpaces, ({ sectionId }) => sectionId),
      children: Map.groupBy(children, getParentId),
    }
  }

  /** All sections, in the order of the site. */
  listSections(): SectionNode[] {
    return this.#listAllChildren().filter((child): child is SectionNode => !isGroup(child) && !isLink(child))
  }

  /** All groups, in the order of the site. */
  listGroups(): GroupNode[] {
    return this.#listAllChildren().filter(isGroup)
  }

  /** All site spaces, in the order of the site. */
  listAllSiteSpaces(): SiteSpaceNode[] {
    const { levels } = this.buildIndex()
    const sections = this.listSections()
    return sections.length === 0
      ? (levels.get(null) ?? [])
      : sections.flatMap(({ id }) => levels.get(id) ?? [])
  }

  /** A key that sorts all nodes of one kind, by bytes, in the order of the site. */
  buildSortKey(node: SectionNode | GroupNode | SiteSpaceNode): string {
    const own = `${node.rank}.${node.id}`
    if ('sectionId' in node) {
      return node.sectionId === null ? own : `${this.buildSortKey(this.getSection(node.sectionId))}/${own}`
    }
    const parentId = getParentId(node)
    return parentId === null ? own : `${this.buildSortKey(this.getGroup(parentId))}/${own}`
  }

  /** Adds a space to the section or to the default one; to the root of a site without sections. */
  addSiteSpace(space: { id: string; title: string }, sectionId?: string): SiteSpaceNode {
    const section = sectionId === undefined ? this.findDefaultSection() : this.getSection(sectionId)
    return this.#insertSiteSpace(space, section?.id ?? null)
  }

  /** Removes a section with its last site space. Returns whether there was such a site space. */
  removeSiteSpace(id: string): boolean {
    const siteSpace = this.siteSpaces.get(id)
    if (!siteSpace) return false
    const { sectionId } = siteSpace
    if (sectionId !== null && this.listSiteSpaces(sectionId).length === 1)
      return this.removeSection(sectionId, [])
    passOnDefault(siteSpace, this.listSiteSpaces(sectionId))
    this.siteSpaces.delete(id)
    return true
  }

  moveSiteSpace(id: string, position: MovePosition): SiteSpaceNode {
    const siteSpace = this.getSiteSpace(id)
    const target = this.#findTarget(siteSpace, position, (anchor) => {
      if (anchor.kind !== 'site-space')
        throw new Invalid('A site space is moved before or after another one.')
      return this.getSiteSpace(anchor.id)
    })
    const sectionId = target.findParent((anchor) => anchor.sectionId, siteSpace.sectionId)
    if (sectionId !== siteSpace.sectionId) this.#leaveSection(siteSpace, sectionId)
    siteSpace.rank = target.computeRank(this.listSiteSpaces(sectionId))
    return siteSpace
  }

  setSiteSpacePath(id: string, path: string): void {
    const siteSpace = this.getSiteSpace(id)
    if (this.listSiteSpaces(siteSpace.sectionId).some((other) => other.id !== id && other.path === path)) {
      throw new Conflict(`Another site space beside this one has the path "${path}".`)
    }
    siteSpace.path = path
  }

  setDefaultSiteSpace(id: string, sectionId: string | null): void {
    const siteSpace = this.getSiteSpace(id)
    if (siteSpace.sectionId !== sectionId) {
      throw new Invalid(
        `The site space "${id}" is not ${sectionId === null ? 'at the root' : 'in this section'}.`,
      )
    }
    for (const other of this.listSiteSpaces(sectionId)) other.isDefault = other.id === id
  }

  /**
   * Adds a section. Before the first one, the site spaces at the root move into a new default section.
   *
   * @param space the first site space of the section. Its title is that of the section unless one is given.
   */
  addSection(
    space: { id: string; title: string },
    fields: {
      title?: string | null
      icon?: string | null
      groupId?: string
      isDraft?: boolean
      siteTitle: string
    },
  ): SectionNode {
    const atRoot = this.listSiteSpaces(null)
    if (this.sections.size === 0 && atRoot.length > 0) {
      const first = this.#insertSection({
        title: fields.siteTitle,
        icon: null,
        groupId: null,
        isDraft: false,
      })
      for (const siteSpace of atRoot) siteSpace.sectionId = first.id
    }
    const section = this.#insertSection({
      title: fields.title ?? space.title,
      icon: fields.icon ?? null,
      groupId: fields.groupId === undefined ? null : this.getGroup(fields.groupId).id,
      isDraft: fields.isDraft ?? false,
    })
    this.#insertSiteSpace(space, section.id)
    return section
  }

  /** Moves the site spaces of the last section to the root. Returns whether there was such a section. */
  removeSection(id: string, atRoot: SiteSpaceNode[] = this.listSiteSpaces(id)): boolean {
    const section = this.sections.get(id)
    if (!section) return false
    const isLast = this.sections.size === 1
    passOnDefault(section, this.listSections())
    this.sections.delete(id)
    for (const siteSpace of this.listSiteSpaces(id)) {
      if (isLast && atRoot.includes(siteSpace)) siteSpace.sectionId = null
      else this.siteSpaces.delete(siteSpace.id)
    }
    // Groups and links without sections would never be shown.
    if (isLast) {
      this.links.clear()
      this.groups.clear()
    }
    return true
  }

  updateSection(id: string, { path, ...fields }: SectionChanges): SectionNode {
    const section = Object.assign(this.getSection(id), fields)
    if (path !== undefined) {
      if ([...this.sections.values()].some((other) => other.id !== id && other.path === path)) {
        throw new Conflict(`Another section of the site has the path "${path}".`)
      }
      section.path = path
    }
    return section
  }

  setDefaultSection(id: string): void {
    this.getSection(id)
    for (const section of this.sections.values()) section.isDefault = section.id === id
  }

  findDefaultSection(): SectionNode | undefined {
    return [...this.sections.values()].find(({ isDefault }) => isDefault)
  }

  moveSection(id: string, position: MovePosition): SectionNode {
    const section = this.getSection(id)
    const target = this.#findChildTarget(section, position)
    const groupId = target.findParent(getParentId, null)
    section.rank = target.computeRank(this.listChildren(groupId))
    section.groupId = groupId
    return section
  }

  addGroup(fields: {
    title: string
    icon?: string | null
    parentId?: string
    sectionIds?: string[]
    isDraft?: boolean
  }): GroupNode {
    if (this.sections.size === 0) throw new Conflict('A site without sections has nothing to group.')
    const { title, icon = null, parentId = null, isDraft = false } = fields
    const sections = [...new Set(fields.sectionIds)].map((id) => this.getSection(id))
    if (parentId !== null) this.getGroup(parentId)
    const rank = createLastRank(this.listChildren(parentId))
    const group = { id: newId(), parentId, title, icon, isDraft, localizedTitle: null, rank }
    this.groups.set(group.id, group)
    this.#requireDepth(group)
    for (const section of sections) this.#append(section, group.id)
    return group
  }

  updateGroup(
    id: string,
    fields: Partial<Pick<GroupNode, 'title' | 'icon' | 'isDraft' | 'localizedTitle'>>,
  ): GroupNode {
    return Object.assign(this.getGroup(id), fields)
  }

  /**
   * Puts the content of the group in its place. Returns whether there was such a group. The content of a draft stays one:
   * visitors must not see it because somebody tidied up.
   */
  removeGroup(id: string): boolean {
    const group = this.groups.get(id)
    if (!group) return false
    const children = this.listChildren(id)
    const ranks = createRanksAfter(group, this.listChildren(group.parentId), children.length)
    this.groups.delete(id)
    for (const [index, child] of children.entries()) {
      child.rank = ranks[index] ?? child.rank
      if (isGroup(child)) child.parentId = group.parentId
      else child.groupId = group.parentId
      child.isDraft ||= group.isDraft
    }
    return true
  }

  addSectionToGroup(groupId: string, sectionId: string): GroupNode {
    const group = this.getGroup(groupId)
    const section = this.getSection(sectionId)
    if (section.groupId !== groupId) this.#append(section, groupId)
    return group
  }

  /** Moves the section directly after the group. Returns whether it was in the group. */
  removeSectionFromGroup(groupId: string, sectionId: string): boolean {
    const group = this.groups.get(groupId)
    const section = this.sections.get(sectionId)
    if (!group || section?.groupId !== groupId) return false
    const [rank = section.rank] = createRanksAfter(group, this.listChildren(group.parentId), 1)
    section.rank = rank
    section.groupId = group.parentId
    section.isDraft ||= group.isDraft
    return true
  }

  moveGroup(id: string, position: MovePosition): GroupNode {
    const group = this.getGroup(id)
    const target = this.#findChildTarget(group, position)
    const parentId = target.findParent(getParentId, null)
    if (this.#listAncestorIds(parentId).includes(id))
      throw new Invalid('A section group cannot be moved into itself.')
    group.rank = target.computeRank(this.listChildren(parentId))
    group.parentId = parentId
    this.#requireDepth(group)
    return group
  }

  /** Adds a link at the end of a group, or of the root. */
  addLink(fields: LinkFields, groupId: string | null): LinkNode {
    if (this.sections.size === 0)
      throw new Invalid('A site without sections has no links in its structure. Add a section first.')
    if (this.links.size >= MAX_LINKS) throw new Invalid(`A site has at most ${MAX_LINKS} external links.`)
    this.#requireParent(groupId)
    const link = { id: newId(), ...fields, groupId, rank: createLastRank(this.listChildren(groupId)) }
    this.links.set(link.id, link)
    return link
  }

  /** @param groupId the group that the link moves to, null for the root. Undefined where it stays. */
  updateLink(id: string, fields: Partial<LinkFields>, groupId: string | null | undefined): LinkNode {
    const link = Object.assign(this.getLink(id), fields)
    if (groupId === undefined || groupId === link.groupId) return link
    this.#requireParent(groupId)
    link.rank = createLastRank(this.listChildren(groupId))
    link.groupId = groupId
    return link
  }

  removeLink(id: string): boolean {
    return this.links.delete(id)
  }

  moveLink(id: string, position: MovePosition): LinkNode {
    const link = this.getLink(id)
    const target = this.#findChildTarget(link, position)
    const groupId = target.findParent(getParentId, null)
    link.rank = target.computeRank(this.listChildren(groupId))
    link.groupId = groupId
    return link
  }

  #requireParent(groupId: string | null): void {
    if (groupId !== null && !this.groups.has(groupId))
      throw new Invalid(`body.parent must be a section group of the site: there is no "${groupId}".`)
  }

  #listAllChildren(): StructureChild[] {
    const { children } = this.buildIndex()
    const inOrder: StructureChild[] = []
    const visit = (groupId: string | null): void => {
      for (const child of children.get(groupId) ?? []) {
        inOrder.push(child)
        if (isGroup(child)) visit(child.id)
      }
    }
    visit(null)
    return inOrder
  }

  #insertSiteSpace(space: { id: string; title: string }, sectionId: string | null): SiteSpaceNode {
    const level = this.listSiteSpaces(sectionId)
    const siteSpace: SiteSpaceNode = {
      id: newId(),
      sectionId,
      spaceId: space.id,
      path: findFreeSlug(slugifySegment(space.title, 'space'), collectPaths(level)),
      condition: null,
      isDefault: level.length === 0,
      isDraft: false,
      isHidden: false,
      localizedTitle: null,
      rank: createLastRank(level),
    }
    this.siteSpaces.set(siteSpace.id, siteSpace)
    return siteSpace
  }

  #insertSection(fields: Pick<SectionNode, 'title' | 'icon' | 'groupId' | 'isDraft'>): SectionNode {
    const section: SectionNode = {
      id: newId(),
      ...fields,
      // The title of a section has at least two characters, that of a space may be shorter.
      title: fields.title.length < 2 ? 'Untitled' : fields.title,
      description: null,
      path: findFreeSlug(slugifySegment(fields.title, 'section'), collectPaths(this.sections.values())),
      condition: null,
      localizedTitle: null,
      localizedDescription: null,
      isDefault: this.sections.size === 0,
      rank: createLastRank(this.listChildren(fields.groupId)),
    }
    this.sections.set(section.id, section)
    return section
  }

  #leaveSection(siteSpace: SiteSpaceNode, sectionId: string | null): void {
    const previousLevel = this.listSiteSpaces(siteSpace.sectionId)
    if (previousLevel.length === 1) {
      throw new Conflict('A section keeps one site space at least: this is the only one of its section.')
    }
    passOnDefault(siteSpace, previousLevel)
    siteSpace.path = findFreeSlug(siteSpace.path, collectPaths(this.listSiteSpaces(sectionId)))
    siteSpace.sectionId = sectionId
    siteSpace.isDefault = false
  }

  #append(section: SectionNode, groupId: string): void {
    section.rank = createLastRank(this.listChildren(groupId))
    section.groupId = groupId
  }

  #findChildTarget(moved: StructureChild, position: MovePosition): MoveTarget<StructureChild> {
    return this.#findTarget(moved, position, ({ kind, id }) => {
      switch (kind) {
        case 'site-space':
          throw new Invalid('Sections are moved before or after sections, groups and links.')
        case 'site-section':
          return this.getSection(id)
        case 'site-section-group':
          return this.getGroup(id)
        case 'site-external-link':
          return this.getLink(id)
      }
    })
  }

  #findTarget<Node extends RankedNode>(
    moved: Node,
    { before, after }: MovePosition,
    find: (anchor: MoveAnchor) => Node,
  ): MoveTarget<Node> {
    if (before?.id === moved.id || after?.id === moved.id) {
      throw new Invalid('body.position names what is being moved.')
    }
    return new MoveTarget(moved, before && find(before), after && find(after))
  }

  /** The ids of the group and of all groups that it is in. */
  #listAncestorIds(groupId: string | null): string[] {
    const path: string[] = []
    for (let id = groupId; id !== null; id = this.groups.get(id)?.parentId ?? null) path.push(id)
    return path
  }

  #requireDepth(group: GroupNode): void {
    const measureDepth = ({ id }: GroupNode): number =>
      1 + Math.max(0, ...this.listChildren(id).filter(isGroup).map(measureDepth))
    if (this.#listAncestorIds(group.parentId).length + measureDepth(group) > MAX_GROUP_DEPTH) {
      throw new Invalid(`Section groups are nested at most ${MAX_GROUP_DEPTH} deep.`)
    }
  }
}

/** Copies each node, so that the loaded nodes can be compared with the changed ones. */
const copyById = <Node extends { readonly id: string }>(nodes: Node[]): Map<string, Node> =>
  new Map(nodes.map((node) => [node.id, { ...node }]))

function requireNode<Node>(nodes: ReadonlyMap<string, Node>, kind: string, id: string): Node {
  const node = nodes.get(id)
  if (!node) throw new NotFound(kind, id)
  return node
}

function replaceById<Node extends { readonly id: string }>(map: Map<string, Node>, nodes: Node[]): void {
  map.clear()
  for (const node of nodes) map.set(node.id, node)
}
