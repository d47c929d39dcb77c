import { Link, useParams } from '@tanstack/react-router'
import { type ReactNode, type RefObject, useState } from 'react'
import { LoadFailure } from '../../app/load-failure.tsx'
import { useWords } from '../../locales/index.ts'
import { Icon } from '../../ui/icon.tsx'
import { ellipsis } from '../../ui/icon-paths.ts'
import { Menu } from '../../ui/menu.tsx'
import { PressButton } from '../../ui/press-button.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import { Tree, type TreeLinkProps } from '../../ui/tree/index.ts'
import { ContentMark } from './content-mark.tsx'
import { listContentMenu } from './list-content-menu.ts'
import { type ContentNode, useContent } from './use-content.ts'
import { type ContentActions, useContentActions } from './use-content-actions.tsx'

interface ContentTreeProps {
  organizationId: string
  scrollRef: RefObject<HTMLElement | null>
}

/** The tree of collections and spaces in the side bar. */
export function ContentTree({ organizationId, scrollRef }: ContentTreeProps) {
  const { shell, common } = useWords()
  const { nodes, isPending, error, refetch } = useContent(organizationId)
  const actions = useContentActions(organizationId, nodes)
  const { collectionId } = useParams({ strict: false })
  if (isPending) return <SkeletonRows label={common.loading} rows={3} />
  if (error) return <LoadFailure error={error} onRetry={refetch} />
  return (
    <>
      <ContentTreeView
        label={shell.spaces}
        nodes={nodes}
        actions={actions}
        currentId={collectionId}
        scrollRef={scrollRef}
      />
      {actions.dialog}
    </>
  )
}

interface ContentTreeViewProps {
  label: string
  nodes: readonly ContentNode[]
  actions: ContentActions
  currentId?: string | undefined
  scrollRef: RefObject<HTMLElement | null>
  renderMarks?: (node: ContentNode) => ReactNode
}

/** Collections and spaces as one tree, changed by dragging, by keys and by the menu of each row. */
export function ContentTreeView({ label, nodes, actions, ...tree }: ContentTreeViewProps) {
  const { shell } = useWords()
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  // Collections are open at first: they are few, and what is in them is what one looks for.
  const collections = nodes.filter(({ kind }) => kind === 'collection').map(({ id }) => id)
  const expanded = new Set(collections.filter((id) => !closed.has(id)))
  const canChangeAny = nodes.some(actions.canChange)
  return (
    <Tree
      {...tree}
      label={label}
      labels={{ open: shell.openTree, close: shell.closeTree, rename: shell.renameTree }}
      nodes={nodes}
      expanded={expanded}
      onExpandedChange={(next) => setClosed(new Set(collections.filter((id) => !next.has(id))))}
      renderLink={renderContentLink}
      renderTools={(node, { isTabbable }) => (
        <ContentMenu node={node} actions={actions} isTabbable={isTabbable} />
      )}
      canContain={actions.canContain}
      canChange={actions.canChange}
      {...(canChangeAny && {
        onMove: actions.move,
        onRename: actions.rename,
        onDelete: actions.remove,
      })}
    />
  )
}

interface ContentMenuProps {
  node: ContentNode
  actions: ContentActions
  isTabbable: boolean
}

function ContentMenu({ node, actions, isTabbable }: ContentMenuProps) {
  const words = useWords()
  const { common } = words
  const [isOpen, setOpen] = useState(false)
  // The places to move to are only computed for a menu that is looked at.
  const items = isOpen ? listContentMenu(node, actions, words) : []
  const hasMenu = actions.canChange(node) || actions.canContain(node) || actions.canDuplicate(node)
  if (!hasMenu) return null
  return (
    <Menu label={common.moreFor(node.label)} items={items} placement="bottom end" onOpenChange={setOpen}>
      <PressButton aria-label={common.moreFor(node.label)} tabIndex={isTabbable ? 0 : -1}>
        <Icon of={ellipsis} />
      </PressButton>
    </Menu>
  )
}

function renderContentLink(node: ContentNode, linkProps: TreeLinkProps) {
  const content = (
    <>
      <ContentMark node={node} />
      <span className="cut">{node.label}</span>
    </>
  )
  return node.kind === 'space' ? (
    <Link to="/spaces/$spaceId" params={{ spaceId: node.id }} {...linkProps}>
      {content}
    </Link>
  ) : (
    <Link to="/collections/$collectionId" params={{ collectionId: node.id }} {...linkProps}>
      {content}
    </Link>
  )
}
