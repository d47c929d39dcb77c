import type { Words } from '../../locales/index.ts'
import {
  arrowDown,
  arrowRightArrowLeft,
  arrowUp,
  clone,
  folder,
  type IconPath,
  pen,
  plus,
  shareFromSquare,
  trashCan,
  turnUp,
} from '../../ui/icon-paths.ts'
import type { MenuEntry } from '../../ui/menu.tsx'
import type { MoveDirection } from '../../ui/tree/index.ts'
import type { ContentNode } from './use-content.ts'
import type { ContentActions } from './use-content-actions.tsx'

/** What one may do with a collection or space, for its menu. */
export function listContentMenu(node: ContentNode, actions: ContentActions, { content }: Words): MenuEntry[] {
  const move = (id: MoveDirection, label: string, icon: IconPath, keys: string): MenuEntry => {
    const place = actions.findMove(node, id)
    return place !== undefined && { id, label, icon, keys, onAction: () => actions.move(node.id, place) }
  }
  const create: MenuEntry[] = [
    { id: 'new-space', label: content.newSpace, icon: plus, onAction: () => actions.createSpace(node.id) },
    {
      id: 'new-collection',
      label: content.newCollection,
      icon: folder,
      onAction: () => actions.createCollection(node.id),
    },
  ]
  const change: MenuEntry[] = [
    {
      id: 'edit',
      label: node.kind === 'space' ? content.edit : content.renameCollection,
      icon: pen,
      keys: 'F2',
      onAction: () => actions.open({ kind: 'edit', node }),
    },
    move('up', content.moveUp, arrowUp, 'Alt ↑'),
    move('down', content.moveDown, arrowDown, 'Alt ↓'),
    move('out', content.moveOut, turnUp, 'Alt ←'),
    {
      id: 'move',
      label: content.moveTo,
      icon: arrowRightArrowLeft,
      onAction: () => actions.open({ kind: 'move', node }),
    },
  ]
  const remove: MenuEntry[] = [
    {
      id: 'transfer',
      label: content.transfer,
      icon: shareFromSquare,
      onAction: () => actions.open({ kind: 'transfer', node }),
    },
    { id: 'line', isLine: true },
    {
      id: 'delete',
      label: node.kind === 'space' ? content.toBin : content.deleteCollection,
      icon: trashCan,
      keys: 'Del',
      isDangerous: true,
      onAction: () => actions.remove(node.id),
    },
  ]
  return [
    ...(actions.canContain(node) ? create : []),
    ...(actions.canChange(node) ? change : []),
    node.kind === 'space' &&
      actions.canDuplicate(node) && {
        id: 'duplicate',
        label: content.duplicate,
        icon: clone,
        onAction: () => actions.duplicate(node.item),
      },
    ...(actions.canChange(node) ? remove : []),
  ]
}
