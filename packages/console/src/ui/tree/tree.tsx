import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
} from 'react'
import {
  type CanContain,
  findMove,
  indexTree,
  listRows,
  type MoveDirection,
  type TreeNode,
  type TreePlace,
} from './tree-model.ts'
import { type TreeRowActions, TreeRowView } from './tree-row.tsx'
import { useRowWindow } from './use-row-window.ts'

export interface TreeLabels {
  open: (label: string) => string
  close: (label: string) => string
  rename: (label: string) => string
}

export interface TreeProps<Node extends TreeNode> {
  label: string
  labels: TreeLabels
  /** In the order of the tree. */
  nodes: readonly Node[]
  expanded: ReadonlySet<string>
  onExpandedChange: (expanded: ReadonlySet<string>) => void
  currentId?: string | undefined
  /** The element that scrolls. Only the rows in sight are on the page. */
  scrollRef: RefObject<HTMLElement | null>
  /** The link of a row, with its icon and label. `linkProps` must be given to the `a`. */
  renderLink: (node: Node, linkProps: TreeLinkProps) => ReactNode
  /** Signs at the end of a row. */
  renderMarks?: (node: Node) => ReactNode
  /** Buttons at the end of a row, shown on hover and focus. Tab reaches those of the row that has the focus. */
  renderTools?: (node: Node, state: { isTabbable: boolean }) => ReactNode
  /** A heading among the rows, not a link. */
  isGroup?: (node: Node) => boolean
  rowClassName?: (node: Node) => string | false
  onMove?: (id: string, place: TreePlace) => void
  canContain?: CanContain<Node>
  /** Whether a node may be moved, renamed and deleted. Without it, every node may. */
  canChange?: (node: Node) => boolean
  onRename?: (id: string, label: string) => void
  onDelete?: (id: string) => void
}

export interface TreeLinkProps {
  tabIndex: number
  'data-tree-id': string
  'aria-current': 'page' | undefined
}

/** How long typed letters count as one name. */
const TYPING_PAUSE_MS = 700

/**
 * A tree of links, as a `treegrid`: rows may hold buttons besides their link. Arrows walk, Alt with arrows moves a node, F2
 * renames it, Delete deletes it, and typing goes to a name.
 */
export function Tree<Node extends TreeNode>(props: TreeProps<Node>) {
  const { nodes, expanded, currentId, scrollRef } = props
  const index = useMemo(() => indexTree(nodes), [nodes])
  const rows = useMemo(() => listRows(index, expanded), [index, expanded])
  const places = useMemo(() => new Map(rows.map(({ node }, place) => [node.id, place])), [rows])
  const rootRef = useRef<HTMLDivElement>(null)
  const [focusedId, setFocusedId] = useState<string>()
  const [renamingId, setRenamingId] = useState<string>()
  const wantsFocus = useRef(false)
  const [, renderAgain] = useReducer((count: number) => count + 1, 0)
  const typing = useRef({ text: '', at: 0 })

  const findPlace = (id: string | undefined): number => (id === undefined ? -1 : (places.get(id) ?? -1))
  const tabbableId = [focusedId, currentId].find((id) => findPlace(id) !== -1) ?? rows[0]?.node.id
  const tabbableIndex = findPlace(tabbableId)
  const { places: shownPlaces, scrollTo } = useRowWindow({
    count: rows.length,
    scrollRef,
    rootRef,
    // The properties are the same object as long as only the tree itself is drawn again, as after an arrow key.
    surroundings: props,
  })
  // The row that has the focus stays on the page, also when it is scrolled out of sight.
  const drawnPlaces =
    tabbableIndex === -1 || shownPlaces.length === 0 || shownPlaces.includes(tabbableIndex)
      ? shownPlaces
      : [...shownPlaces, tabbableIndex].sort((a, b) => a - b)

  // The page that was opened is in sight, wherever it is in the tree.
  useEffect(() => {
    const place = findPlace(currentId)
    if (place !== -1) scrollTo(place)
    // Only another page scrolls: not every change of the tree.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [currentId])

  useLayoutEffect(() => {
    if (!wantsFocus.current || tabbableId === undefined) return
    const link = rootRef.current?.querySelector<HTMLElement>(`[data-tree-id="${CSS.escape(tabbableId)}"]`)
    if (!link) return
    wantsFocus.current = false
    link.focus({ preventScroll: true })
  })

  /** The row that Tab leads to gets the focus when it is on the page. */
  const requestFocus = (): void => {
    wantsFocus.current = true
    renderAgain()
  }

  const focusRow = (wanted: number): void => {
    const place = Math.max(0, Math.min(rows.length - 1, wanted))
    const row = rows[place]
    if (!row) return
    requestFocus()
    setFocusedId(row.node.id)
    scrollTo(place)
  }

  const toggle = (id: string, isOpen: boolean): void => {
    const next = new Set(expanded)
    if (isOpen) next.add(id)
    else next.delete(id)
    props.onExpandedChange(next)
  }

  const move = (id: string, direction: MoveDirection): void => {
    const place = findMove(index, id, direction, props.canContain)
    const node = index.byId.get(id)
    if (!place || !node || !props.onMove || props.canChange?.(node) === false) return
    if (place.parent !== undefined) toggle(place.parent, true)
    props.onMove(id, place)
    setFocusedId(id)
    requestFocus()
  }

  const endRename = (id: string, label: string | undefined): void => {
    setRenamingId(undefined)
    requestFocus()
    if (label !== undefined) props.onRename?.(id, label)
  }

  // The actions stay the same, so that a row is drawn again only when it changes itself.
  const latest = useRef({ toggle, endRename })
  latest.current = { toggle, endRename }
  const actions = useMemo<TreeRowActions>(
    () => ({
      focus: setFocusedId,
      toggle: (id, isOpen) => latest.current.toggle(id, isOpen),
      endRename: (id, label) => latest.current.endRename(id, label),
    }),
    [],
  )

  const typeAhead = (key: string): void => {
    const now = Date.now()
    const text =
      (now - typing.current.at < TYPING_PAUSE_MS ? typing.current.text : '') + key.toLocaleLowerCase()
    typing.current = { text, at: now }
    // One letter goes on to the next name; more letters look for the name from where one is.
    const start = text.length === 1 ? tabbableIndex + 1 : tabbableIndex
    const order = [...rows.slice(start), ...rows.slice(0, start)]
    const row = order.find(({ node }) => node.label.toLocaleLowerCase().startsWith(text))
    if (row) focusRow(findPlace(row.node.id))
  }

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const row = rows[tabbableIndex]
    if (!row || renamingId !== undefined || !(event.target instanceof Element)) return
    if (!event.target.hasAttribute('data-tree-id')) return
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    const key = isRtl ? (mirroredKeys[event.key] ?? event.key) : event.key
    const action = event.altKey
      ? moveActions[key] && (() => move(row.node.id, moveActions[key] ?? 'up'))
      : event.ctrlKey || event.metaKey
        ? undefined
        : findAction(key)
    if (!action) return
    event.preventDefault()
    event.stopPropagation()
    action()
  }

  const findAction = (key: string): (() => void) | undefined => {
    const row = rows[tabbableIndex]
    if (!row) return undefined
    const { node, isExpanded } = row
    const canChange = props.canChange?.(node) ?? true
    switch (key) {
      case 'ArrowDown':
        return () => focusRow(tabbableIndex + 1)
      case 'ArrowUp':
        return () => focusRow(tabbableIndex - 1)
      case 'Home':
        return () => focusRow(0)
      case 'End':
        return () => focusRow(rows.length - 1)
      case 'ArrowRight':
        return isExpanded === false ? () => toggle(node.id, true) : () => focusRow(tabbableIndex + 1)
      case 'ArrowLeft':
        if (isExpanded === true) return () => toggle(node.id, false)
        return node.parent === undefined ? undefined : () => focusRow(findPlace(node.parent))
      case '*':
        return () => {
          const siblings = index.children.get(node.parent) ?? []
          props.onExpandedChange(new Set([...expanded, ...siblings.map(({ id }) => id)]))
        }
      case 'F2':
        return props.onRename && canChange ? () => setRenamingId(node.id) : undefined
      case 'Delete':
        return props.onDelete && canChange ? () => props.onDelete?.(node.id) : undefined
      default:
        // Signs such as `?` are left to the shortcuts of the screen.
        return /^[\p{L}\p{N}]$/u.test(key) ? () => typeAhead(key) : undefined
    }
  }

  return (
    <div
      ref={rootRef}
      className="tree"
      role="treegrid"
      aria-label={props.label}
      aria-rowcount={rows.length}
      onKeyDown={onKeyDown}
    >
      <div className="tree-rows" role="presentation" style={{ '--rows': rows.length }}>
        {drawnPlaces.map((place) => {
          const row = rows[place]
          return (
            row && (
              <TreeRowView
                key={row.node.id}
                tree={props}
                row={row}
                rowIndex={place + 1}
                index={index}
                isTabbable={row.node.id === tabbableId}
                isRenaming={row.node.id === renamingId}
                actions={actions}
              />
            )
          )
        })}
      </div>
    </div>
  )
}

const mirroredKeys: Record<string, string> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' }

const moveActions: Record<string, MoveDirection | undefined> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'in',
  ArrowLeft: 'out',
}
