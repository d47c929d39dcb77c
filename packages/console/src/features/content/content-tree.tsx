import { Link, useParams } from '@tanstack/react-router'
import { type RefObject, useState } from 'react'
import { LoadFailure } from '../../app/failures.tsx'
import { useWords } from '../../locales/index.ts'
import { readEmoji } from '../../ui/emoji.ts'
import { Icon } from '../../ui/icon.tsx'
import { book, folderOpen } from '../../ui/icon-paths.ts'
import { SkeletonRows } from '../../ui/states.tsx'
import { Tree, type TreeLinkProps } from '../../ui/tree/index.ts'
import { type ContentNode, useContent } from './use-content.ts'

interface ContentTreeProps {
  organizationId: string
  scrollRef: RefObject<HTMLElement | null>
}

/** The tree of collections and spaces in the side bar. */
export function ContentTree({ organizationId, scrollRef }: ContentTreeProps) {
  const { shell, common } = useWords()
  const { nodes, isPending, error, refetch } = useContent(organizationId)
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const params = useParams({ strict: false })
  if (isPending) return <SkeletonRows label={common.loading} rows={3} />
  if (error) return <LoadFailure error={error} onRetry={refetch} />
  // Collections are open at first: they are few, and what is in them is what one looks for.
  const collections = nodes.filter(({ kind }) => kind === 'collection').map(({ id }) => id)
  const expanded = new Set(collections.filter((id) => !closed.has(id)))
  return (
    <Tree
      label={shell.spaces}
      labels={{ open: shell.openTree, close: shell.closeTree, rename: shell.renameTree }}
      nodes={nodes}
      expanded={expanded}
      onExpandedChange={(next) => setClosed(new Set(collections.filter((id) => !next.has(id))))}
      currentId={params.collectionId}
      scrollRef={scrollRef}
      renderLink={renderContentLink}
    />
  )
}

function renderContentLink(node: ContentNode, linkProps: TreeLinkProps) {
  const mark =
    node.kind === 'space' && node.item.emoji !== '' ? (
      <span className="page-emoji" aria-hidden="true">
        {readEmoji(node.item.emoji)}
      </span>
    ) : (
      <Icon of={node.kind === 'space' ? book : folderOpen} />
    )
  const content = (
    <>
      {mark}
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
