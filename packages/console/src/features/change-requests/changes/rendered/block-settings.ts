import { alignBlocks, type Block, formatReference, type Fragment, type InlineContent } from '@verso/markdown'

/** A setting of a block that is not the same any more. Values are as the document has them. */
export interface SettingChange {
  block: Block['type']
  setting: Setting
  before: SettingValue
  after: SettingValue
}

export type SettingValue = string | number | boolean | undefined

/** Settings that have a name, by the property of a block's data. What is not here is `other`. */
const settingNames = {
  style: 'style',
  icon: 'icon',
  syntax: 'language',
  title: 'title',
  overflow: 'overflow',
  lineNumbers: 'lineNumbers',
  fullWidth: 'fullWidth',
  alt: 'alt',
  width: 'width',
  height: 'height',
  refDark: 'darkPicture',
  align: 'alignment',
  verticalAlignment: 'alignment',
  withFrame: 'frame',
  checked: 'checked',
  expression: 'condition',
  defaultExpanded: 'opened',
  expandable: 'shortened',
  start: 'firstNumber',
  date: 'date',
  url: 'address',
  description: 'title',
} as const

export type Setting = (typeof settingNames)[keyof typeof settingNames] | 'kind' | 'link' | 'view' | 'other'

/** Properties that readers see in the block itself, or that only say how its Markdown is written. */
const shownProperties: Partial<Record<Block['type'], readonly string[]>> = {
  image: ['ref'],
  'content-ref': ['ref'],
  file: ['ref'],
  drawing: ['ref'],
  'tabs-item': ['title', 'slug'],
  update: ['date', 'tags'],
  table: ['records', 'definition', 'cellMerges'],
  code: ['info', 'raw', 'title'],
  'heading-1': ['id', 'level'],
  'heading-2': ['id', 'level'],
  'heading-3': ['id', 'level'],
  math: ['formula'],
  prompt: ['description'],
  embed: [],
}

/** Lists the settings that differ between two versions of a block, and of the blocks in it. */
export function listSettingChanges(before: Block, after: Block): SettingChange[] {
  const changes: SettingChange[] = []
  compareBlocks(before, after, changes)
  return changes
}

function compareBlocks(before: Block, after: Block, changes: SettingChange[]): void {
  const block = after.type
  const [oldKind, newKind] = [describeKind(before), describeKind(after)]
  if (oldKind !== newKind) changes.push({ block, setting: 'kind', before: oldKind, after: newKind })
  if (before.type === after.type) compareData(before, after, changes)
  if (before.type === 'code' || after.type === 'code') return
  const [oldChildren, newChildren] = [listChildren(before), listChildren(after)]
  for (const [index, child] of newChildren.entries()) {
    for (const [a, b] of alignBlocks(oldChildren[index] ?? [], child)) {
      const [old, now] = [oldChildren[index]?.[a], child[b]]
      if (old && now) compareBlocks(old, now, changes)
    }
  }
  compareLinks(before, after, changes)
}

function compareData(before: Block, after: Block, changes: SettingChange[]): void {
  const [oldData, newData] = [before.data, after.data] as Record<string, unknown>[]
  if (!oldData || !newData) return
  const shown = shownProperties[after.type] ?? []
  for (const name of new Set([...Object.keys(oldData), ...Object.keys(newData)])) {
    const [old, now] = [oldData[name], newData[name]]
    if (shown.includes(name) || JSON.stringify(old) === JSON.stringify(now)) continue
    const known = Object.entries(settingNames).find(([property]) => property === name)?.[1]
    const setting = name === 'view' ? 'view' : (known ?? 'other')
    changes.push({ block: after.type, setting, before: readValue(old), after: readValue(now) })
  }
}

/** The kind of a block where it tells more than its setting: of headings, their level. */
function describeKind(block: Block): string {
  if (block.type !== 'heading-1' && block.type !== 'heading-2' && block.type !== 'heading-3')
    return block.type
  const level = block.data.level ?? Number(block.type.slice(-1)) + 1
  return `heading-${Math.max(1, level - 1)}`
}

/** The lists of blocks in a block: its own, and those of each of its parts. */
const listChildren = (block: Block): Block[][] => [
  'nodes' in block ? block.nodes.filter((node): node is Block => node.object === 'block') : [],
  // Cells of a table have no settings, and their links are seen.
  ...(block.type === 'table' ? [] : listFragments(block).map(({ nodes }) => nodes)),
]

const listFragments = (block: Block): readonly Fragment[] =>
  'fragments' in block ? (block.fragments ?? []) : []

/** A link with the same words that leads elsewhere looks the same. */
function compareLinks(before: Block, after: Block, changes: SettingChange[]): void {
  const [oldLinks, newLinks] = [listLinks(before), listLinks(after)]
  for (const [text, address] of newLinks) {
    const old = oldLinks.get(text)
    if (old !== undefined && old !== address) {
      changes.push({ block: after.type, setting: 'link', before: old, after: address })
    }
  }
}

function listLinks(block: Block): Map<string, string> {
  const links = new Map<string, string>()
  if (!('nodes' in block)) return links
  for (const node of block.nodes) {
    if (node.object === 'inline' && node.type === 'link') {
      links.set(readInlineText(node.nodes), formatReference(node.data.ref))
    }
  }
  return links
}

const readInlineText = (nodes: readonly InlineContent[]): string =>
  nodes.map((node) => (node.object === 'text' ? node.leaves.map(({ text }) => text).join('') : '')).join('')

/** A value that can be said in one word. Undefined where it is not there, or is none. */
function readValue(value: unknown): SettingValue {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  if (typeof value !== 'object' || value === null) return undefined
  if ('value' in value && 'unit' in value) return `${String(value.value)}${String(value.unit)}`
  return 'type' in value && typeof value.type === 'string' ? value.type : undefined
}
