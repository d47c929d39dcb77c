import type { Node, ResolvedPos } from 'prosemirror-model'
import { Plugin } from 'prosemirror-state'
import { Decoration, DecorationSet } from 'prosemirror-view'

/** How many blocks before and after that of the cursor are drawn as well: keys move the cursor into them. */
const NEIGHBOURS = 1

/**
 * Draws the blocks at the ends of the selection at once, on the screen or not, and the first and the last one, where keys lead
 * to. The style sheet leaves it to the browser which of the others it draws; it decides that once in a frame, and would not put
 * a key that comes earlier into a block that is not drawn yet.
 */
export const createDrawnBlocks = (): Plugin =>
  new Plugin({
    props: {
      decorations: ({ doc, selection: { $anchor, $head } }) => {
        const indexes = new Set([
          0,
          doc.childCount - 1,
          ...listIndexesAround($anchor),
          ...listIndexesAround($head),
        ])
        return DecorationSet.create(doc, listDecorations(doc, indexes))
      },
    },
  })

function listIndexesAround($position: ResolvedPos): number[] {
  const index = $position.index(0)
  return Array.from({ length: 2 * NEIGHBOURS + 1 }, (_, offset) => index - NEIGHBOURS + offset)
}

function listDecorations(doc: Node, indexes: ReadonlySet<number>): Decoration[] {
  const decorations: Decoration[] = []
  doc.forEach((block, position, index) => {
    if (!indexes.has(index)) return
    decorations.push(Decoration.node(position, position + block.nodeSize, { class: 'is-drawn' }))
  })
  return decorations
}
