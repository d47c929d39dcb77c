import { Schema } from 'prosemirror-model'
import type { NodeSpec } from 'prosemirror-model'
import { atoms } from './atoms.ts'
import { optional, wholeNumber, defineAttributes } from './attributes.ts'
import { codeBlocks } from './code.ts'
import { containers } from './containers.ts'
import { inlines } from './inlines.ts'
import { lists } from './lists.ts'
import { marks } from './marks.ts'
import { mediaBlocks } from './media.ts'
import { tables } from './tables.ts'
import { textBlocks } from './text-blocks.ts'

const documentNode: NodeSpec = {
  content: 'block+',
  attrs: defineAttributes({ schemaVersion: optional(wholeNumber(0, 1_000_000)) }),
}

/**
 * One node for each block and inline of the contract, one mark for each mark. The names are those of the contract, with
 * underscores instead of dashes, which ProseMirror does not read.
 */
export const schema = new Schema({
  nodes: {
    doc: documentNode,
    ...textBlocks,
    ...lists,
    ...containers,
    ...codeBlocks,
    ...mediaBlocks,
    ...atoms,
    ...tables,
    ...inlines,
  },
  marks,
})

/** The version of the schema. Steps of another version cannot be applied. */
export const SCHEMA_VERSION = 1
