import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { type RefObject, useMemo, useState } from 'react'
import type { RevisionPage } from '../../api/operations.ts'
import { LoadFailure } from '../../app/load-failure.tsx'
import { useWords } from '../../locales/index.ts'
import { Icon } from '../../ui/icon.tsx'
import { eyeSlash } from '../../ui/icon-paths.ts'
import { SkeletonRows } from '../../ui/states.tsx'
import { indexTree, listAncestors, Tree, type TreeNode } from '../../ui/tree/index.ts'
import { PageMark } from './page-mark.tsx'
import { pagesRead } from './pages-read.ts'

export interface PageNode extends TreeNode {
  page: RevisionPage
}

export const listPageNodes = (pages: readonly RevisionPage[]): PageNode[] =>
  pages.map((page) => ({ id: page.id, parent: page.parent, label: page.title, page }))

interface PageTreeProps {
  spaceId: string
  scrollRef: RefObject<HTMLElement | null>
}

/** The tree of a space's pages, for reading. */
export function PageTree({ spaceId, scrollRef }: PageTreeProps) {
  const { common, spaces, shell } = useWords()
  const { pageId } = useParams({ strict: false })
  const { data, error, refetch } = useQuery(pagesRead(spaceId))
  const nodes = useMemo(() => listPageNodes(data?.pages ?? []), [data])
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const expanded = useMemo(() => {
    const index = indexTree(nodes)
    const groups = nodes.filter(({ page }) => page.type === 'group').map(({ id }) => id)
    // The way to the page that is read is open, and so are groups, until they are closed by hand.
    const path = pageId === undefined ? [] : listAncestors(index, pageId).map(({ id }) => id)
    return new Set([...opened, ...[...groups, ...path].filter((id) => !closed.has(id))])
  }, [nodes, opened, closed, pageId])
  if (error) return <LoadFailure error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows label={common.loading} rows={6} />
  return (
    <Tree
      label={spaces.pages}
      labels={{ open: shell.openTree, close: shell.closeTree, rename: shell.renameTree }}
      nodes={nodes}
      expanded={expanded}
      onExpandedChange={(next) => {
        setClosed(new Set([...closed, ...expanded].filter((id) => !next.has(id))))
        setOpened(next)
      }}
      currentId={pageId}
      scrollRef={scrollRef}
      isGroup={({ page }) => page.type === 'group'}
      renderMarks={({ page }) =>
        page.hidden === true && (
          <span className="mark">
            <Icon of={eyeSlash} />
            <span className="sr">{spaces.hidden}</span>
          </span>
        )
      }
      renderLink={({ page }, linkProps) => (
        <Link to="/spaces/$spaceId/pages/$pageId" params={{ spaceId, pageId: page.id }} {...linkProps}>
          {page.type !== 'group' && <PageMark page={page} />}
          <span className="cut">{page.title || common.untitled}</span>
        </Link>
      )}
    />
  )
}
