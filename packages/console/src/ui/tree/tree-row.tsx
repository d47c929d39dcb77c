import { type DragEvent, memo, useEffect, useRef, useState } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../icon.tsx'
import { chevronRight } from '../icon-paths.ts'
import type { TreeProps } from './tree.tsx'
import { type DropPosition, findDrop, type TreeIndex, type TreeNode, type TreeRow } from './tree-model.ts'

/** What a row asks of its tree. */
export interface TreeRowActions {
  focus: (id: string) => void
  toggle: (id: string, isOpen: boolean) => void
  /** Without a label, nothing was changed. */
  endRename: (id: string, label: string | undefined) => void
}

interface TreeRowProps<Node extends TreeNode> {
  tree: TreeProps<Node>
  row: TreeRow<Node>
  /** From 1. */
  rowIndex: number
  index: TreeIndex<Node>
  isTabbable: boolean
  isRenaming: boolean
  actions: TreeRowActions
}

/** The node that is being dragged. Browsers show what is dragged only to the place where it is dropped. */
let draggedId: string | undefined

function TreeRowOfNode<Node extends TreeNode>(props: TreeRowProps<Node>) {
  const { tree, row, rowIndex, isTabbable, isRenaming, actions } = props
  const { node, level, isExpanded } = row
  const { labels, onMove } = tree
  const [dropPosition, setDropPosition] = useState<DropPosition>()
  const isGroup = tree.isGroup?.(node) ?? false
  const isCurrent = node.id === tree.currentId

  const onDragOver = (event: DragEvent<HTMLDivElement>): void => {
    if (draggedId === undefined) return
    const position = findDropPosition(event, tree.canContain?.(node) ?? true)
    const canDrop =
      findDrop(props.index, draggedId, { targetId: node.id, position }, tree.canContain) !== undefined
    setDropPosition(canDrop ? position : undefined)
    if (canDrop) event.preventDefault()
  }
  const onDrop = (event: DragEvent<HTMLDivElement>): void => {
    event.preventDefault()
    const position = dropPosition
    setDropPosition(undefined)
    if (draggedId === undefined || position === undefined) return
    const place = findDrop(props.index, draggedId, { targetId: node.id, position }, tree.canContain)
    if (place) onMove?.(draggedId, place)
  }

  return (
    <div
      className={classNames(
        'tree-row',
        isCurrent && 'current',
        isGroup && 'tree-group',
        dropPosition && `drop-${dropPosition}`,
        tree.rowClassName?.(node),
      )}
      role="row"
      aria-level={level}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-rowindex={rowIndex}
      {...(isExpanded !== undefined && { 'aria-expanded': isExpanded })}
      style={{ '--level': level - 1, '--place': rowIndex - 1 }}
      draggable={onMove !== undefined && !isRenaming && tree.canChange?.(node) !== false}
      onFocus={() => actions.focus(node.id)}
      onDragStart={(event) => {
        draggedId = node.id
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', node.label)
      }}
      onDragEnd={() => {
        draggedId = undefined
        setDropPosition(undefined)
      }}
      onDragOver={onDragOver}
      onDragLeave={() => setDropPosition(undefined)}
      onDrop={onDrop}
    >
      <div className="tree-cell" role="gridcell">
        {isExpanded === undefined ? (
          <span className="tree-space" />
        ) : (
          <button
            type="button"
            className="tree-toggle"
            // The arrow keys do the same, so that Tab does not stop at every row.
            tabIndex={-1}
            aria-label={isExpanded ? labels.close(node.label) : labels.open(node.label)}
            onClick={() => actions.toggle(node.id, !isExpanded)}
          >
            <Icon of={chevronRight} />
          </button>
        )}
        {isRenaming ? (
          <RenameField
            label={labels.rename(node.label)}
            value={node.label}
            onEnd={(label) => actions.endRename(node.id, label)}
          />
        ) : (
          tree.renderLink(node, {
            tabIndex: isTabbable ? 0 : -1,
            'data-tree-id': node.id,
            'aria-current': isCurrent ? 'page' : undefined,
          })
        )}
      </div>
      {tree.renderMarks && (
        <div className="tree-cell marks" role="gridcell">
          {tree.renderMarks(node)}
        </div>
      )}
      {tree.renderTools && !isRenaming && (
        <div className="tree-cell tree-tools" role="gridcell">
          {tree.renderTools(node, { isTabbable })}
        </div>
      )}
    </div>
  )
}

/** Drawn again only when something of it changes: of ten thousand rows, an arrow key changes two. */
// `memo` forgets the type parameter.
export const TreeRowView = memo(TreeRowOfNode) as typeof TreeRowOfNode

/** The upper and lower quarter of a row stand for before and after it, its middle for into it, if it may hold others. */
function findDropPosition(event: DragEvent<HTMLDivElement>, canContain: boolean): DropPosition {
  const { top, height } = event.currentTarget.getBoundingClientRect()
  const part = (event.clientY - top) / height
  if (!canContain) return part < 0.5 ? 'before' : 'after'
  return part < 0.25 ? 'before' : part > 0.75 ? 'after' : 'into'
}

interface RenameFieldProps {
  label: string
  value: string
  onEnd: (value: string | undefined) => void
}

/** Enter and leaving the field keep the new name, Escape the old one. */
function RenameField({ label, value, onEnd }: RenameFieldProps) {
  const ref = useRef<HTMLInputElement>(null)
  const hasEnded = useRef(false)
  useEffect(() => ref.current?.select(), [])
  const end = (next: string | undefined): void => {
    if (hasEnded.current) return
    hasEnded.current = true
    const name = next?.trim()
    onEnd(name === '' || name === value ? undefined : name)
  }
  return (
    <input
      ref={ref}
      className="tree-rename"
      aria-label={label}
      defaultValue={value}
      maxLength={1000}
      onBlur={(event) => end(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') end(event.currentTarget.value)
        if (event.key === 'Escape') end(undefined)
      }}
    />
  )
}
