import type { SiteWords } from '../../../locales/features/sites.ts'
import { arrowDown, arrowUp, clone, folder, plus, trashCan, turnUp } from '../../../ui/icon-paths.ts'
import type { MenuEntry } from '../../../ui/menu.tsx'
import { findMove, type MoveDirection, type TreeIndex, type TreePlace } from '../../../ui/tree/index.ts'
import type { AddKind } from './add-dialog.tsx'
import type { StructureNode } from './structure-nodes.ts'
import type { StructureWrites } from './use-structure-writes.ts'
import { star } from '../../../ui/icon-paths.ts'

interface NodeMenuOptions {
  index: TreeIndex<StructureNode>
  words: SiteWords['sites']
  writes: StructureWrites
  fail: (error: unknown) => void
  onMove: (id: string, place: TreePlace) => void
  onAdd: (kind: AddKind, parent?: StructureNode) => void
  onRemove: (node: StructureNode) => void
}

/** What one can do with a row: the same as with the keyboard and by dragging, by name. */
export function listNodeMenu(node: StructureNode, options: NodeMenuOptions): MenuEntry[] {
  const { index, words, writes, fail, onMove, onAdd, onRemove } = options
  const moveEntry = (
    direction: MoveDirection,
    { label, icon, keys }: { label: string; icon: typeof arrowUp; keys: string },
  ): MenuEntry => {
    const place = findMove(index, node.id, direction, ({ kind }) => kind === 'group')
    return place !== undefined && { id: direction, label, icon, keys, onAction: () => onMove(node.id, place) }
  }
  const isMovable = node.kind !== 'variant'
  return [
    node.kind === 'section' && {
      id: 'variant',
      label: words.addVariantHere,
      icon: plus,
      onAction: () => onAdd('variant', node),
    },
    node.kind === 'group' && {
      id: 'section',
      label: words.addSectionHere,
      icon: plus,
      onAction: () => onAdd('section', node),
    },
    node.kind === 'group' && {
      id: 'link',
      label: words.addLinkHere,
      icon: plus,
      onAction: () => onAdd('link', node),
    },
    'default' in node.item &&
      !node.item.default && {
        id: 'default',
        label: words.makeDefault,
        icon: star,
        onAction: () => writes.makeDefault.mutate(node, { onError: fail }),
      },
    moveEntry('up', { label: words.moveUp, icon: arrowUp, keys: 'Alt ↑' }),
    moveEntry('down', { label: words.moveDown, icon: arrowDown, keys: 'Alt ↓' }),
    isMovable && moveEntry('in', { label: words.moveIn, icon: folder, keys: 'Alt →' }),
    isMovable && moveEntry('out', { label: words.moveOut, icon: turnUp, keys: 'Alt ←' }),
    node.kind === 'variant' && {
      id: 'duplicate',
      label: words.duplicateVariant,
      note: words.duplicateVariantNote,
      icon: clone,
      onAction: () => writes.duplicate.mutate(node, { onError: fail }),
    },
    { id: 'line', isLine: true },
    {
      id: 'remove',
      label: words.removeKinds[node.kind],
      icon: trashCan,
      keys: 'Del',
      isDangerous: true,
      onAction: () => onRemove(node),
    },
  ]
}
