import { mergeText } from './merge-text.ts'
import type { Block, Columns, Stepper, Tabs, Updates } from '../document/types.ts'

/** The blocks that are written as a tag, their blocks, and an end tag. */
export type TagContainer = Extract<
  Block,
  {
    type:
      | 'hint'
      | 'if'
      | 'tabs'
      | 'tabs-item'
      | 'stepper'
      | 'stepper-step'
      | 'columns'
      | 'column'
      | 'updates'
      | 'update'
  }
>

const containerTypes = new Set<Block['type']>([
  'hint',
  'if',
  'tabs',
  'tabs-item',
  'stepper',
  'stepper-step',
  'columns',
  'column',
  'updates',
  'update',
])

export const isTagContainer = (block: Block): block is TagContainer => containerTypes.has(block.type)

const base = { object: 'block', key: '', isVoid: false } as const

/** Writes the opening tag of a container. */
export function writeOpeningTag(block: TagContainer, write: (blocks: readonly Block[]) => string): string {
  switch (block.type) {
    // Items are written only in their lists, behind the opening tag of the list.
    case 'tabs-item':
      return getLine(
        1,
        write([{ ...base, type: 'tabs', data: {}, nodes: [{ ...block, nodes: [] }] } satisfies Tabs]),
      )
    case 'stepper-step':
      return getLine(
        1,
        write([{ ...base, type: 'stepper', data: {}, nodes: [{ ...block, nodes: [] }] } satisfies Stepper]),
      )
    case 'column':
      return getLine(
        1,
        write([{ ...base, type: 'columns', data: {}, nodes: [{ ...block, nodes: [] }] } satisfies Columns]),
      )
    case 'update':
      return getLine(
        1,
        write([
          {
            ...base,
            type: 'updates',
            data: { format: 'full' },
            nodes: [{ ...block, nodes: [] }],
          } satisfies Updates,
        ]),
      )
    default:
      return getLine(0, write([{ ...block, nodes: [] }]))
  }
}

const getLine = (line: number, text: string): string => text.split('\n')[line] ?? ''

const attributePattern = /\s([\w@-]+)="((?:[^"\\]|\\.)*)"/g

const readAttributes = (tag: string): Map<string, string> =>
  new Map(Array.from(tag.matchAll(attributePattern), ([source, name = '']) => [name, source.trim()]))

/** Puts changed settings into the author's own opening tag, in which they may have another order. */
export function mergeTag(base: string, ownTag: string, changed: string): string {
  const [oldAttributes, newAttributes] = [readAttributes(base), readAttributes(changed)]
  let tag = ownTag
  for (const [name, newSource] of newAttributes) {
    const oldSource = oldAttributes.get(name)
    if (oldSource === newSource) continue
    const isKept = oldSource !== undefined && tag.includes(` ${oldSource}`)
    // A setting that is not written as expected, or that is new, is left to the comparison of texts.
    if (!isKept) return mergeText(base, ownTag, changed)
    tag = tag.replace(` ${oldSource}`, () => ` ${newSource}`)
  }
  return newAttributes.size > 0 && newAttributes.size === oldAttributes.size
    ? tag
    : mergeText(base, ownTag, changed)
}
