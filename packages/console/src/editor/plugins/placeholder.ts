import { Plugin } from 'prosemirror-state'
import { Decoration, DecorationSet } from 'prosemirror-view'
import type { EditorContext } from '../context.ts'

/** Says what to do on an empty line, where the cursor is. */
export function createPlaceholder({ labels }: EditorContext): Plugin {
  return new Plugin({
    props: {
      decorations: ({ doc, selection }) => {
        const { $from, empty } = selection
        const { parent } = $from
        const decorations: Decoration[] = []
        const isOnlyBlock = doc.childCount === 1 && doc.firstChild?.content.size === 0
        if ((empty || isOnlyBlock) && parent.isTextblock && parent.content.size === 0 && $from.depth > 0) {
          const text = getPlaceholder(parent.type.name, $from.node(-1).type.name, labels)
          if (text !== undefined)
            decorations.push(
              Decoration.node($from.before(), $from.after(), { class: 'is-empty', 'data-placeholder': text }),
            )
        }
        return DecorationSet.create(doc, decorations)
      },
    },
  })
}

function getPlaceholder(name: string, parent: string, labels: EditorContext['labels']): string | undefined {
  if (name === 'expandable_title') return labels.expandableTitle
  if (name === 'table_title') return labels.columnTitle
  if (name === 'heading') return labels.titlePlaceholder
  if (name !== 'paragraph' || parent === 'table_cell') return undefined
  return ['caption', 'file', 'embed'].includes(parent) ? labels.captionPlaceholder : labels.placeholder
}
