import { newId } from '../../../common/ids.ts'
import { type Language, languages } from '../../../common/languages.ts'
import { ranksBetween } from '../../../common/rank.ts'
import { findFreeSlug, slugifySegment } from '../../../common/slug.ts'
import {
  listNodes,
  type SiteConfig,
  type SiteConfigNode,
  type SiteFields,
} from '../../../git-layout/index.ts'
import {
  type GroupNode,
  isGroup,
  isLink,
  type LinkNode,
  type SectionNode,
  type SiteSpaceNode,
  type StructureNodes,
} from '../structure/structure-nodes.ts'
import type { Structure } from '../structure/structure.ts'
import type { NodeIds, SpaceOfSite } from './repository.ts'

export interface SiteToDescribe {
  title: string
  structure: Structure
  spaces: ReadonlyMap<string, SpaceOfSite>
  /** What both sides last had in common. */
  base: SiteConfig | undefined
  nodeIds: NodeIds
  projectDirectory: string
}

/** Whether a site can have a node: a section needs a space. */
const isUsable = ({ type, children }: SiteConfigNode): boolean => type !== 'section' || children.length > 0

/** Describes a site as its file does, with the keys that the file has for what it knows. */
export function describeSite(site: SiteToDescribe): { config: SiteConfig; nodeIds: NodeIds } {
  return new SiteDescriber(site).describe()
}

class SiteDescriber {
  readonly #site: SiteToDescribe
  readonly #keysById: ReadonlyMap<string, string>
  readonly #baseNodes: ReadonlyMap<string, SiteConfigNode>
  readonly #usedKeys: Set<string>
  readonly #usedDirectories: Set<string>
  readonly #directories = new Map<string, string>()
  readonly #nodeIds: NodeIds = {}

  constructor(site: SiteToDescribe) {
    this.#site = site
    const baseNodes = listNodes(site.base?.nodes ?? [])
    this.#baseNodes = new Map(baseNodes.map((node) => [node.key, node]))
    this.#keysById = new Map(
      Object.entries(site.nodeIds).flatMap(([key, id]) => (this.#baseNodes.has(key) ? [[id, key]] : [])),
    )
    this.#usedKeys = new Set(this.#baseNodes.keys())
    this.#usedDirectories = new Set(
      [
        ...baseNodes.map(({ fields }) => fields.directory),
        ...Array.from(site.spaces.values(), ({ directory }) => directory),
      ].filter((directory) => directory != null),
    )
  }

  describe(): { config: SiteConfig; nodeIds: NodeIds } {
    const { title, structure, base } = this.#site
    const nodes =
      structure.sections.size === 0
        ? structure.listSiteSpaces(null).flatMap((node) => this.#describeSpace(node, null))
        : this.#describeChildren(null)
    const config = { title, nodes: this.#restoreLost(nodes, base?.nodes ?? []) }
    return { config, nodeIds: this.#nodeIds }
  }

  #describeChildren(groupId: string | null): SiteConfigNode[] {
    return this.#site.structure.listChildren(groupId).map((child) => {
      if (isLink(child)) return this.#describeLink(child)
      const base = this.#findBase(child.id)
      const key = this.#chooseKey(
        child,
        isGroup(child) ? `group-${slugifySegment(child.title, 'group')}` : `section-${child.path}`,
      )
      const children = isGroup(child) ? this.#describeChildren(child.id) : this.#describeSpaces(child)
      return {
        type: isGroup(child) ? 'section-group' : 'section',
        key,
        fields: isGroup(child) ? describeGroup(child) : describeSection(child),
        children: this.#restoreLost(children, base?.children ?? []),
      }
    })
  }

  #describeLink(link: LinkNode): SiteConfigNode {
    const { title, description, icon, url, condition, isDraft, localizedTitle, localizedDescription } = link
    return {
      type: 'external-link',
      key: this.#chooseKey(link, `link-${slugifySegment(title, 'link')}`),
      fields: {
        title,
        ...(localizedTitle && { localizedTitle }),
        ...(description && { description }),
        ...(localizedDescription && { localizedDescription }),
        ...(icon && { icon }),
        url,
        ...(isDraft && { draft: true }),
        ...(condition !== null && { condition }),
      },
      children: [],
    }
  }

  #describeSpaces(section: SectionNode): SiteConfigNode[] {
    return this.#site.structure
      .listSiteSpaces(section.id)
      .flatMap((siteSpace) => this.#describeSpace(siteSpace, section))
  }

  #describeSpace(siteSpace: SiteSpaceNode, section: SectionNode | null): SiteConfigNode[] {
    const space = this.#site.spaces.get(siteSpace.spaceId)
    if (!space) return []
    const base = this.#findBase(siteSpace.id)
    const { directory, language } = base?.fields ?? {}
    // A language that Verso does not know is not the space's, so that of the file stays.
    const isUnknown = language !== undefined && !isLanguage(language)
    const ownLanguage = isUnknown ? language : (space.language ?? undefined)
    const fields: SiteFields = {
      title: space.title === '' ? 'Untitled' : space.title,
      ...(siteSpace.localizedTitle && { localizedTitle: siteSpace.localizedTitle }),
      path: siteSpace.path,
      ...(siteSpace.isDefault && { default: true }),
      ...(siteSpace.isHidden && { hidden: true }),
      ...(siteSpace.isDraft && { draft: true }),
      ...(siteSpace.condition !== null && { condition: siteSpace.condition }),
      directory: directory === undefined ? this.#chooseDirectory(space, siteSpace, section) : directory,
      ...(ownLanguage !== undefined && { language: ownLanguage }),
    }
    const prefix = section === null ? 'space' : `space-${section.path}`
    return [
      { type: 'space', key: this.#chooseKey(siteSpace, `${prefix}-${siteSpace.path}`), fields, children: [] },
    ]
  }

  /** The directory of a space that the file does not name yet. One that is synchronised elsewhere has none here. */
  #chooseDirectory(space: SpaceOfSite, siteSpace: SiteSpaceNode, section: SectionNode | null): string | null {
    const known = space.directory ?? this.#directories.get(space.id)
    if (known !== undefined) return known
    if (space.isSyncedElsewhere) return null
    const name = section === null ? siteSpace.path : `${section.path}/${siteSpace.path}`
    const { projectDirectory } = this.#site
    const preferred = projectDirectory === '' ? name : `${projectDirectory}/${name}`
    let directory = preferred
    for (let n = 1; this.#usedDirectories.has(directory); n += 1) directory = `${preferred}-${n}`
    this.#usedDirectories.add(directory)
    this.#directories.set(space.id, directory)
    return directory
  }

  #findBase(id: string): SiteConfigNode | undefined {
    return this.#baseNodes.get(this.#keysById.get(id) ?? '')
  }

  #chooseKey({ id }: { id: string }, preferred: string): string {
    const key = this.#keysById.get(id) ?? findFreeSlug(preferred, this.#usedKeys)
    this.#usedKeys.add(key)
    this.#nodeIds[key] = id
    return key
  }

  /** Puts what the site never got back to where the file has it, such as drafts that an older version did not know. */
  #restoreLost(nodes: SiteConfigNode[], baseLevel: readonly SiteConfigNode[]): SiteConfigNode[] {
    for (const [index, lost] of baseLevel.entries()) {
      if (this.#site.nodeIds[lost.key] !== undefined) continue
      const previousKeys = new Set(baseLevel.slice(0, index).map(({ key }) => key))
      const previous = nodes.findLastIndex(({ key }) => previousKeys.has(key))
      nodes.splice(previous + 1, 0, lost)
      // The default that the file names stays the default in the file.
      if (lost.fields.default)
        for (const node of nodes) if (node !== lost && node.type === lost.type) delete node.fields.default
    }
    return nodes
  }
}

const describeGroup = ({ title, icon, localizedTitle, isDraft }: GroupNode): SiteFields => ({
  title,
  ...(localizedTitle && { localizedTitle }),
  ...(icon && { icon }),
  ...(isDraft && { draft: true }),
})

const describeSection = ({
  title,
  description,
  icon,
  path,
  isDefault,
  condition,
  localizedTitle,
  localizedDescription,
}: SectionNode): SiteFields => ({
  title,
  ...(localizedTitle && { localizedTitle }),
  ...(description && { description }),
  ...(localizedDescription && { localizedDescription }),
  ...(icon && { icon }),
  path,
  ...(isDefault && { default: true }),
  ...(condition !== null && { condition }),
})

export const isLanguage = (text: string): text is Language => (languages as readonly string[]).includes(text)

/** Finds nodes of a site that the file means, by their paths and titles, when both were never synchronised. */
export function matchNodes(structure: Structure, config: SiteConfig): NodeIds {
  const nodeIds: NodeIds = {}
  const sections = new Map(structure.listSections().map((section) => [section.path, section.id]))
  const groups = new Map(structure.listGroups().map((group) => [group.title, group.id]))
  const links = new Map([...structure.links.values()].map((link) => [link.url, link.id]))
  const visit = (nodes: readonly SiteConfigNode[], sectionId: string | null | undefined): void => {
    for (const { type, key, fields, children } of nodes) {
      const id =
        type === 'section'
          ? sections.get(fields.path ?? '')
          : type === 'section-group'
            ? groups.get(fields.title)
            : type === 'external-link'
              ? links.get(fields.url ?? '')
              : sectionId === undefined
                ? undefined
                : structure.listSiteSpaces(sectionId).find(({ path }) => path === fields.path)?.id
      if (id !== undefined) nodeIds[key] = id
      if (type === 'section-group') groups.delete(fields.title)
      if (type === 'external-link') links.delete(fields.url ?? '')
      visit(children, type === 'section' ? id : null)
    }
  }
  visit(config.nodes, null)
  return nodeIds
}

/** Makes a site consist of what the file says. Returns the id of each node. */
export function applyConfig(
  structure: Structure,
  config: SiteConfig,
  nodeIds: NodeIds,
  spaceIds: ReadonlyMap<string, string>,
): NodeIds {
  const ids: NodeIds = {}
  const after: StructureNodes = { groups: [], sections: [], links: [], siteSpaces: [] }
  const place = <Node extends { id: string; rank: string }>(
    nodes: readonly SiteConfigNode[],
    existing: ReadonlyMap<string, { rank: string }>[],
    create: (node: SiteConfigNode, placed: { id: string; rank: string }) => Node,
  ): Node[] => {
    const found = nodes.map(({ key }) => {
      const id = nodeIds[key]
      const before = id === undefined ? undefined : existing.map((map) => map.get(id)).find((node) => node)
      return { id: id !== undefined && before ? id : newId(), rank: before?.rank }
    })
    const isInOrder = found.every(
      ({ rank }, index) => rank !== undefined && (index === 0 || rank > (found[index - 1]?.rank ?? '')),
    )
    const ranks = isInOrder ? found.map(({ rank }) => rank ?? '') : ranksBetween(null, null, nodes.length)
    return nodes.map((node, index) => {
      const id = found[index]?.id ?? newId()
      ids[node.key] = id
      return create(node, { id, rank: ranks[index] ?? '' })
    })
  }
  const placeSpaces = (nodes: readonly SiteConfigNode[], sectionId: string | null): void => {
    const shown = nodes.filter((node) => node.type === 'space' && spaceIds.has(node.key))
    const first = shown.find(({ fields }) => fields.default) ?? shown[0]
    after.siteSpaces.push(
      // The fields stand in the order in which they are read, so that what did not change is not written.
      ...place(shown, [structure.siteSpaces], (node, { id, rank }) => ({
        id,
        sectionId,
        spaceId: spaceIds.get(node.key) ?? '',
        path: node.fields.path ?? '',
        condition: node.fields.condition ?? null,
        isDefault: node === first,
        isDraft: node.fields.draft ?? false,
        isHidden: node.fields.hidden ?? false,
        localizedTitle: node.fields.localizedTitle ?? null,
        rank,
      })),
    )
  }
  const sections = listNodes(config.nodes).filter((node) => node.type === 'section' && isUsable(node))
  const defaultSection = sections.find(({ fields }) => fields.default) ?? sections[0]
  const placeChildren = (nodes: readonly SiteConfigNode[], groupId: string | null): void => {
    const shown = nodes.filter((node) => isUsable(node) && node.type !== 'space')
    place(shown, [structure.sections, structure.groups, structure.links], (node, placed) => {
      const { id, rank } = placed
      const { title, icon = null, description = null, path = '', condition = null } = node.fields
      const { draft = false, localizedTitle = null, localizedDescription = null } = node.fields
      const localized = { localizedTitle, localizedDescription }
      if (node.type === 'external-link') {
        const { url = '' } = node.fields
        const fields = { title, description, icon, url, condition, isDraft: draft }
        after.links.push({ id, groupId, ...fields, ...localized, rank })
      } else if (node.type === 'section-group') {
        after.groups.push({ id, parentId: groupId, title, icon, isDraft: draft, localizedTitle, rank })
        placeChildren(node.children, id)
      } else {
        const isDefault = node === defaultSection
        // The file does not say which sections are drafts.
        const isDraft = structure.sections.get(id)?.isDraft ?? false
        const fields = { title, description, icon, path, condition, isDefault, isDraft }
        after.sections.push({ id, groupId, ...fields, ...localized, rank })
        placeSpaces(node.children, id)
      }
      return placed
    })
  }
  if (sections.length > 0) placeChildren(config.nodes, null)
  else placeSpaces(config.nodes, null)
  structure.replaceAll(after)
  return ids
}
