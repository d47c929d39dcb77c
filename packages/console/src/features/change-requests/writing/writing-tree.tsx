import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { type RefObject, useMemo, useState } from 'react'
import { LoadFailure } from '../../../app/load-failure.tsx'
import { useGo } from '../../../app/navigation.ts'
import { useShortcuts } from '../../../app/shortcuts.ts'
import { useWritingWords } from '../../../locales/features/writing.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { arrowRightArrowLeft, eyeSlash, magnifyingGlass, minus, pen, plus } from '../../../ui/icon-paths.ts'
import { SkeletonRows } from '../../../ui/states.tsx'
import { indexTree, listAncestors, Tree, type TreePlace } from '../../../ui/tree/index.ts'
import { PageMark } from '../../pages/index.ts'
import { changeRequestPagesRead, changesRead, useChangeRequest } from '../use-change-request.ts'
import { countChangedPages, listWritingNodes, type PageMarkKind, type WritingNode } from './change-marks.ts'
import { PageMenu } from './page-menu.tsx'
import { usePageWrites } from './use-page-writes.ts'

interface WritingTreeProps {
  scrollRef: RefObject<HTMLElement | null>
}

/** The pages of a change request, with what it did to them. */
export function WritingTree({ scrollRef }: WritingTreeProps) {
  const { common, shell, writing } = useWritingWords()
  const { ids, rights } = useChangeRequest()
  const { pageId } = useParams({ strict: false })
  const { data, error, refetch } = useQuery(changeRequestPagesRead(ids))
  const { data: changes } = useQuery(changesRead(ids))
  const writes = usePageWrites()
  const go = useGo()
  const openFind = (): void =>
    go({ to: '/spaces/$spaceId/change-requests/$changeRequestId/find', params: ids })
  useShortcuts([{ keys: 'Ctrl Shift F', label: writing.findInPages, run: openFind }])
  const nodes = useMemo(() => listWritingNodes(data?.pages ?? [], changes), [data, changes])
  const index = useMemo(() => indexTree(nodes), [nodes])
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const expanded = useMemo(() => {
    const groups = nodes.filter(({ page }) => page.type === 'group').map(({ id }) => id)
    const path = pageId === undefined ? [] : listAncestors(index, pageId).map(({ id }) => id)
    return new Set([...opened, ...[...groups, ...path].filter((id) => !closed.has(id))])
  }, [nodes, index, opened, closed, pageId])
  const changed = countChangedPages(changes)
  const isLive = (id: string): boolean => index.byId.get(id)?.mark !== 'deleted'
  return (
    <div className="sidebar-group">
      <div className="sidebar-title">
        <h2>{changed === 0 ? writing.pages : writing.pagesChanged(changed)}</h2>
        <Button
          look="quiet"
          isDense
          isIconOnly
          icon={magnifyingGlass}
          label={writing.findInPages}
          onPress={openFind}
        />
        {rights.canWrite && (
          <Button
            look="quiet"
            isDense
            isIconOnly
            icon={plus}
            label={writing.newPage}
            onPress={() => writes.create()}
          />
        )}
      </div>
      {error ? (
        <LoadFailure error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows label={common.loading} rows={6} />
      ) : (
        <Tree
          label={writing.pages}
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
          rowClassName={({ mark }) => mark === 'deleted' && 'deleted'}
          renderMarks={(node) => <Marks node={node} />}
          {...(rights.canWrite && {
            onMove: (id: string, place: TreePlace) => {
              if (!isLive(id) || (place.parent !== undefined && !isLive(place.parent))) return
              if (place.parent !== undefined) setOpened(new Set([...opened, place.parent]))
              writes.move(id, place)
            },
            onRename: (id: string, title: string) => isLive(id) && writes.rename(id, title),
            onDelete: (id: string) => isLive(id) && writes.remove(id),
            renderTools: (node: WritingNode) => <PageMenu node={node} index={index} writes={writes} />,
          })}
          renderLink={({ page }, linkProps) => (
            <Link
              to="/spaces/$spaceId/change-requests/$changeRequestId/pages/$pageId"
              params={{ ...ids, pageId: page.id }}
              {...linkProps}
            >
              {page.type !== 'group' && <PageMark page={page} />}
              <span className="cut">{page.title || common.untitled}</span>
            </Link>
          )}
        />
      )}
    </div>
  )
}

const markIcons = { new: plus, changed: pen, moved: arrowRightArrowLeft, deleted: minus } as const

export function ChangeMark({ kind }: { kind: PageMarkKind }) {
  const { writing } = useWritingWords()
  return (
    <span className={`mark ${kind}`} title={writing.marks[kind]}>
      <Icon of={markIcons[kind]} />
      <span className="sr">{writing.marks[kind]}</span>
    </span>
  )
}

function Marks({ node: { page, mark } }: { node: WritingNode }) {
  const { writing } = useWritingWords()
  return (
    <>
      {page.hidden === true && (
        <span className="mark" title={writing.marks.hidden}>
          <Icon of={eyeSlash} />
          <span className="sr">{writing.marks.hidden}</span>
        </span>
      )}
      {mark && <ChangeMark kind={mark} />}
    </>
  )
}
