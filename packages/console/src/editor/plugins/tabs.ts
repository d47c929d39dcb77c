import type { Node } from 'prosemirror-model'
import { type EditorState, Plugin, PluginKey, Selection } from 'prosemirror-state'
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view'

/** For the position of tabs, the index of the tab that is shown. Others show their first one. */
type ShownTabs = ReadonlyMap<number, number>

const tabsKey = new PluginKey<ShownTabs>('tabs')

export function showTab(view: EditorView, position: number, index: number): void {
  const { doc, selection, tr } = view.state
  const tabs = doc.nodeAt(position)
  const transaction = tr.setMeta(tabsKey, { position, index })
  // The cursor moves along, or what is typed next would go into a tab that nobody sees.
  if (tabs && selection.from > position && selection.to < position + tabs.nodeSize) {
    const start = tabs.children.slice(0, index).reduce((sum, item) => sum + item.nodeSize, position + 1)
    transaction.setSelection(Selection.near(doc.resolve(start + 1)))
  }
  view.dispatch(transaction)
}

/** Shows one tab of each group: the one that was chosen last, or that has the cursor. */
export function createTabs(): Plugin<ShownTabs> {
  return new Plugin<ShownTabs>({
    key: tabsKey,
    state: {
      init: () => new Map(),
      apply: (transaction, value, _old, state) => {
        const next = new Map<number, number>()
        for (const [position, index] of value) {
          const { pos, deleted } = transaction.mapping.mapResult(position, 1)
          if (!deleted) next.set(pos, index)
        }
        const meta = transaction.getMeta(tabsKey) as { position: number; index: number } | undefined
        if (meta) next.set(meta.position, meta.index)
        if (transaction.selectionSet) addSelectedTabs(state, next)
        return next
      },
    },
    props: { decorations: (state) => decorate(state, tabsKey.getState(state) ?? new Map<number, number>()) },
  })
}

function addSelectedTabs({ selection: { $from } }: EditorState, shown: Map<number, number>): void {
  for (let depth = $from.depth; depth > 0; depth--)
    if ($from.node(depth).type.name === 'tabs') shown.set($from.before(depth), $from.index(depth))
}

function decorate({ doc }: EditorState, shown: ShownTabs): DecorationSet {
  const decorations: Decoration[] = []
  doc.descendants((node: Node, position) => {
    if (node.type.name === 'tabs') {
      const index = Math.min(shown.get(position) ?? 0, node.childCount - 1)
      // The view of the tabs reads the index, and the item is shown by its class.
      decorations.push(Decoration.node(position, position + node.nodeSize, {}, { shownTab: index }))
      let start = position + 1
      for (let child = 0; child < index; child++) start += node.child(child).nodeSize
      decorations.push(Decoration.node(start, start + node.child(index).nodeSize, { class: 'is-shown' }))
    }
    return !node.isTextblock
  })
  return DecorationSet.create(doc, decorations)
}
