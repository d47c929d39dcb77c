import { findFreeSlug } from '../common/slug.ts'
import { childTypes, type SiteConfigNode, type SiteFields } from './site-config-fields.ts'
import { listNodes, type SiteConfig } from './site-config.ts'
import { isSameValue } from './yaml-lines.ts'

/** The three sides of a merge. Without a base, both sides were never the same. */
interface MergeSides {
  base: SiteConfig | undefined
  ours: SiteConfig
  theirs: SiteConfig
}

/** A node with the key of what it is in; null at the top. */
interface PlacedNode {
  node: SiteConfigNode
  parent: string | null
}

/**
 * Merges what a site consists of by node and by field. Where both sides changed the same, that of Git is taken and
 * named in `conflicts`, since nobody is there to be asked; a node that one side changed and the other removed stays.
 */
export function mergeSiteConfigs({ base, ours, theirs }: MergeSides): {
  config: SiteConfig
  conflicts: string[]
} {
  const conflicts: string[] = []
  const sides = { base: placeNodes(base), ours: placeNodes(ours), theirs: placeNodes(theirs) }
  const pick = <Value>(what: string, values: { base: Value; ours: Value; theirs: Value }): Value => {
    if (isSameValue(values.ours, values.theirs) || isSameValue(values.ours, values.base)) return values.theirs
    if (isSameValue(values.theirs, values.base)) return values.ours
    conflicts.push(`${what} was changed on both sides: that of Git was taken.`)
    return values.theirs
  }
  const merged = new Map<string, PlacedNode>()
  for (const key of new Set([...sides.theirs.keys(), ...sides.ours.keys()])) {
    const node = mergeNode(key, sides, pick)
    if (node) merged.set(key, node)
  }
  keepParents(merged, sides)
  const nodes = buildTree(merged, sides)
  const config = {
    title:
      pick('The title of the site', {
        base: base?.title,
        ours: ours.title,
        theirs: theirs.title,
      }) ?? theirs.title,
    nodes: nodes && repairTree(nodes, sides.theirs),
  }
  if (config.nodes && isValidTree(config.nodes))
    return { config: { ...config, nodes: config.nodes }, conflicts }
  return {
    config: theirs,
    conflicts: [...conflicts, 'The two structures do not fit together: that of Git was taken as a whole.'],
  }
}

type Sides = Record<'base' | 'ours' | 'theirs', ReadonlyMap<string, PlacedNode>>

function placeNodes(config: SiteConfig | undefined): Map<string, PlacedNode> {
  const placed = new Map<string, PlacedNode>()
  const visit = (nodes: readonly SiteConfigNode[], parent: string | null): void => {
    for (const node of nodes) {
      placed.set(node.key, { node, parent })
      visit(node.children, node.key)
    }
  }
  visit(config?.nodes ?? [], null)
  return placed
}

function mergeNode(
  key: string,
  { base, ours, theirs }: Sides,
  pick: <Value>(what: string, values: { base: Value; ours: Value; theirs: Value }) => Value,
): PlacedNode | undefined {
  const sides = { base: base.get(key), ours: ours.get(key), theirs: theirs.get(key) }
  if (!sides.theirs || !sides.ours || sides.ours.node.type !== sides.theirs.node.type) {
    const only = sides.theirs ?? sides.ours
    if (!only) return undefined
    const isRemoved = sides.base && !(sides.theirs && sides.ours) && isSameNode(sides.base, only)
    return isRemoved ? undefined : { ...only, node: { ...only.node, children: [] } }
  }
  const fields: SiteFields = { ...sides.theirs.node.fields }
  const names = new Set([...Object.keys(sides.ours.node.fields), ...Object.keys(fields)])
  for (const name of names as Set<keyof SiteFields>) {
    const value = pick(`The ${name} of "${sides.theirs.node.fields.title}"`, {
      base: sides.base?.node.fields[name],
      ours: sides.ours.node.fields[name],
      theirs: sides.theirs.node.fields[name],
    })
    if (value === undefined) delete fields[name]
    // The value was read from this very field of one of the sides.
    else Object.assign(fields, { [name]: value })
  }
  const parent = pick(`The place of "${fields.title}"`, {
    base: sides.base?.parent,
    ours: sides.ours.parent,
    theirs: sides.theirs.parent,
  })
  return { node: { ...sides.theirs.node, fields, children: [] }, parent: parent ?? null }
}

const isSameNode = (a: PlacedNode, b: PlacedNode): boolean =>
  a.parent === b.parent && a.node.type === b.node.type && isSameValue(a.node.fields, b.node.fields)

/** What holds a node that stays stays too, although one side removed it. */
function keepParents(merged: Map<string, PlacedNode>, sides: Sides): void {
  for (let { parent } of merged.values()) {
    while (parent !== null && !merged.has(parent)) {
      const placed = sides.theirs.get(parent) ?? sides.ours.get(parent) ?? sides.base.get(parent)
      if (!placed) break
      merged.set(parent, { ...placed, node: { ...placed.node, children: [] } })
      parent = placed.parent
    }
  }
}

/** Puts the nodes into each other, in the order of the side that changed it. Returns undefined if they are in a circle. */
function buildTree(merged: ReadonlyMap<string, PlacedNode>, sides: Sides): SiteConfigNode[] | undefined {
  const childrenByParent = Map.groupBy(merged.values(), ({ parent }) => parent)
  let count = 0
  const build = (parent: string | null): SiteConfigNode[] => {
    const keys = (childrenByParent.get(parent) ?? []).map(({ node }) => node.key)
    return orderKeys(keys, sides, parent).flatMap((key) => {
      const placed = merged.get(key)
      count += 1
      return placed ? [{ ...placed.node, children: build(key) }] : []
    })
  }
  const nodes = build(null)
  return count === merged.size ? nodes : undefined
}

function orderKeys(keys: readonly string[], sides: Sides, parent: string | null): string[] {
  const isChild = new Set(keys)
  const [base, ours, theirs] = [sides.base, sides.ours, sides.theirs].map((side) =>
    [...side.values()].flatMap(({ node, parent: own }) =>
      own === parent && isChild.has(node.key) ? [node.key] : [],
    ),
  ) as [string[], string[], string[]]
  const common = new Set(base.filter((key) => theirs.includes(key)))
  const inBaseOrder = (side: readonly string[]) => side.filter((key) => common.has(key)).join('\n')
  const isOrderOfGit = inBaseOrder(theirs) !== inBaseOrder(base) || base.length === 0
  const [first, second] = isOrderOfGit ? [theirs, ours] : [ours, theirs]
  const ordered = [...first]
  for (const side of [second, keys]) {
    for (const [index, key] of side.entries()) {
      if (ordered.includes(key)) continue
      const previous = side.slice(0, index).findLast((each) => ordered.includes(each))
      ordered.splice(previous === undefined ? 0 : ordered.indexOf(previous) + 1, 0, key)
    }
  }
  return ordered
}

/** Gives every level one default and distinct paths, those of Git first. Removes sections that hold nothing. */
function repairTree(
  nodes: readonly SiteConfigNode[],
  theirs: ReadonlyMap<string, PlacedNode>,
): SiteConfigNode[] {
  const repair = (level: readonly SiteConfigNode[]): SiteConfigNode[] =>
    level
      .map((node) => ({ ...node, fields: { ...node.fields }, children: repair(node.children) }))
      .filter(({ type, children }) => type !== 'section' || children.length > 0)
  const repaired = repair(nodes)
  const all = listNodes(repaired)
  const levels = [repaired, ...all.map(({ children }) => children)].map((level) =>
    level.filter(({ type }) => type === 'space'),
  )
  for (const level of [...levels, all.filter(({ type }) => type === 'section')]) {
    if (level.length === 0) continue
    setOneDefault(level, theirs)
    setDistinctPaths(level, theirs)
  }
  return repaired
}

function setOneDefault(level: readonly SiteConfigNode[], theirs: ReadonlyMap<string, PlacedNode>): void {
  const defaults = level.filter(({ fields }) => fields.default)
  const chosen = defaults.find(({ key }) => theirs.get(key)?.node.fields.default) ?? defaults[0] ?? level[0]
  for (const node of level) {
    delete node.fields.default
    if (node === chosen) node.fields.default = true
  }
}

function setDistinctPaths(level: readonly SiteConfigNode[], theirs: ReadonlyMap<string, PlacedNode>): void {
  const isOfGit = ({ key, fields }: SiteConfigNode) => theirs.get(key)?.node.fields.path === fields.path
  const usedPaths = new Set<string>()
  for (const node of [...level].sort((a, b) => Number(isOfGit(b)) - Number(isOfGit(a)))) {
    node.fields.path = findFreeSlug(node.fields.path ?? node.type, usedPaths)
    usedPaths.add(node.fields.path)
  }
}

const MAX_GROUP_DEPTH = 3

function isValidTree(nodes: readonly SiteConfigNode[]): boolean {
  const isValidLevel = (level: readonly SiteConfigNode[], depth: number): boolean =>
    level.every(
      ({ type, children }) =>
        children.every((child) => childTypes[type].includes(child.type)) &&
        (type !== 'section-group' || depth < MAX_GROUP_DEPTH) &&
        isValidLevel(children, type === 'section-group' ? depth + 1 : depth),
    )
  const hasSpaces = nodes.some(({ type }) => type === 'space')
  const hasSections = listNodes(nodes).some(({ type }) => type === 'section')
  const isOneKind = hasSpaces ? nodes.every(({ type }) => type === 'space') : hasSections
  return nodes.length > 0 && isOneKind && isValidLevel(nodes, 0)
}
