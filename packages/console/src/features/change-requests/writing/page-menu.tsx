import { useState } from 'react'
import { useWritingWords } from '../../../locales/features/writing.ts'
import { Button } from '../../../ui/button.tsx'
import { FormDialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/field.tsx'
import {
  arrowDown,
  arrowLeft,
  arrowRight,
  arrowUp,
  ellipsis,
  eye,
  eyeSlash,
  pen,
  plus,
  rotateLeft,
  trashCan,
  type IconPath,
} from '../../../ui/icon-paths.ts'
import { Menu, type MenuEntry } from '../../../ui/menu.tsx'
import { findMove, type MoveDirection, type TreeIndex } from '../../../ui/tree/index.ts'
import type { WritingNode } from './change-marks.ts'
import type { PageWrites } from './use-page-writes.ts'

interface PageMenuProps {
  node: WritingNode
  index: TreeIndex<WritingNode>
  writes: PageWrites
}

const moveIcons: Record<MoveDirection, IconPath> = {
  up: arrowUp,
  down: arrowDown,
  in: arrowRight,
  out: arrowLeft,
}

const moveKeys: Record<MoveDirection, string> = { up: 'Alt ↑', down: 'Alt ↓', in: 'Alt →', out: 'Alt ←' }

/** What can be done with a page of the tree: the same as by keys and by dragging. */
export function PageMenu({ node, index, writes }: PageMenuProps) {
  const { common, writing } = useWritingWords()
  const [isRenaming, setRenaming] = useState(false)
  const { id, page, label } = node
  const name = label || common.untitled
  const moveLabels = {
    up: writing.moveUp,
    down: writing.moveDown,
    in: writing.moveIn,
    out: writing.moveOut,
  }
  const createMoveEntry = (direction: MoveDirection): MenuEntry => {
    const place = findMove(index, id, direction)
    return (
      place !== undefined && {
        id: direction,
        label: moveLabels[direction],
        icon: moveIcons[direction],
        keys: moveKeys[direction],
        onAction: () => writes.move(id, place),
      }
    )
  }
  const items: MenuEntry[] =
    node.mark === 'deleted'
      ? [{ id: 'restore', label: writing.restore, icon: rotateLeft, onAction: () => writes.restore(id) }]
      : [
          { id: 'new', label: writing.newPageIn, icon: plus, onAction: () => writes.create({ into: id }) },
          { id: 'rename', label: writing.rename, icon: pen, keys: 'F2', onAction: () => setRenaming(true) },
          {
            id: 'hide',
            label: page.hidden === true ? writing.show : writing.hide,
            icon: page.hidden === true ? eye : eyeSlash,
            onAction: () => writes.setHidden(id, page.hidden !== true),
          },
          { id: 'line-1', isLine: true },
          ...(['up', 'down', 'in', 'out'] as const).map(createMoveEntry),
          { id: 'line-2', isLine: true },
          {
            id: 'delete',
            label: common.delete,
            icon: trashCan,
            keys: 'Del',
            isDangerous: true,
            onAction: () => writes.remove(id),
          },
        ]
  return (
    <>
      <Menu label={common.moreFor(name)} items={items}>
        <Button look="quiet" isDense isIconOnly icon={ellipsis} label={common.moreFor(name)} />
      </Menu>
      {isRenaming && (
        <RenameDialog
          title={label}
          onClose={() => setRenaming(false)}
          onRename={(title) => writes.rename(id, title)}
        />
      )}
    </>
  )
}

interface RenameDialogProps {
  title: string
  onClose: () => void
  onRename: (title: string) => void
}

function RenameDialog({ title, onClose, onRename }: RenameDialogProps) {
  const { common, writing } = useWritingWords()
  const [value, setValue] = useState(title)
  return (
    <FormDialog
      title={writing.rename}
      isOpen
      onClose={onClose}
      action={common.rename}
      cancel={common.cancel}
      isDisabled={value.trim() === ''}
      onSubmit={() => {
        onClose()
        if (value.trim() !== title) onRename(value.trim())
      }}
    >
      <TextField label={writing.pageTitle} value={value} onChange={setValue} maxLength={256} autoFocus />
    </FormDialog>
  )
}
