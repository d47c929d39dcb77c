import { Link } from '@tanstack/react-router'
import { useMemo, useRef, useState } from 'react'
import type { Site } from '../../../api/operations.ts'
import { useFailureToast } from '../../../app/use-failure-toast.ts'
import { useSiteWords } from '../../../locales/features/sites.ts'
import { Chip } from '../../../ui/badges.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { book, ellipsis, folder, link } from '../../../ui/icon-paths.ts'
import { Menu } from '../../../ui/menu.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { indexTree, moveNode, Tree, type TreeLinkProps, type TreePlace } from '../../../ui/tree/index.ts'
import { SiteIcon } from '../site-icon.tsx'
import { useSiteParams } from '../use-site.ts'
import type { AddKind } from './add-dialog.tsx'
import { listNodeMenu } from './list-node-menu.ts'
import { RemoveDialog } from './remove-dialog.tsx'
import { findStructureMove, type StructureNode } from './structure-nodes.ts'
import { useStructureWrites } from './use-structure-writes.ts'
import { layerGroup, userGroup } from '../../../ui/icon-paths.ts'
import { PressButton } from '../../../ui/press-button.tsx'

interface StructureTreeProps {
  site: Site
  nodes: readonly StructureNode[]
  selectedId: string | undefined
  onAdd: (kind: AddKind, parent?: StructureNode) => void
}

/** The tree of what a site shows, with the address of each beside it. Sections and groups are open unless one closes them. */
export function StructureTree({ site, nodes, selectedId, onAdd }: StructureTreeProps) {
  const { sites, shell, common } = useSiteWords()
  const params = useSiteParams()
  const fail = useFailureToast()
  const writes = useStructureWrites(params)
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const [removing, setRemoving] = useState<StructureNode>()
  // The page itself scrolls.
  const scrollRef = useRef<HTMLElement>(document.documentElement)
  const { move } = writes
  const { variables: moving } = move
  const shown = useMemo(
    () => (move.isPending && moving ? moveNode(nodes, moving.id, moving.place) : nodes),
    [nodes, move.isPending, moving],
  )
  const onMove = (id: string, place: TreePlace): void => {
    const request = findStructureMove(nodes, id, place)
    if (request) move.mutate({ id, place, move: request }, { onError: fail })
    else showToast({ message: sites.cannotMove, isError: true })
  }
  const canChange = site.permissions.create
  return (
    <>
      <Tree
        label={sites.structure}
        labels={{ open: shell.openTree, close: shell.closeTree, rename: shell.renameTree }}
        nodes={shown}
        expanded={new Set(shown.flatMap(({ id }) => (closed.has(id) ? [] : [id])))}
        onExpandedChange={(expanded) =>
          setClosed(new Set(shown.flatMap(({ id }) => (expanded.has(id) ? [] : [id]))))
        }
        currentId={selectedId}
        scrollRef={scrollRef}
        canContain={({ kind }) => kind === 'group'}
        renderLink={(node, linkProps) => <NodeLink node={node} linkProps={linkProps} />}
        renderMarks={(node) => <NodeMarks node={node} />}
        {...(canChange && {
          onMove,
          onRename: (id: string, title: string) => {
            const node = nodes.find((each) => each.id === id)
            // A variant has the name of its space.
            if (node && node.kind !== 'variant')
              writes.change.mutate({ node, changes: { title } }, { onError: fail })
          },
          onDelete: (id: string) => setRemoving(nodes.find((node) => node.id === id)),
          renderTools: (node: StructureNode, { isTabbable }: { isTabbable: boolean }) => (
            <Menu
              label={common.moreFor(node.label)}
              placement="bottom end"
              items={listNodeMenu(node, {
                index: indexTree(nodes),
                words: sites,
                writes,
                fail,
                onMove,
                onAdd,
                onRemove: setRemoving,
              })}
            >
              <PressButton aria-label={common.moreFor(node.label)} tabIndex={isTabbable ? 0 : -1}>
                <Icon of={ellipsis} />
              </PressButton>
            </Menu>
          ),
        })}
      />
      {removing && (
        <RemoveDialog
          node={removing}
          remove={writes.remove}
          onClose={() => {
            setRemoving(undefined)
            writes.remove.reset()
          }}
        />
      )}
    </>
  )
}

function NodeLink({ node, linkProps }: { node: StructureNode; linkProps: TreeLinkProps }) {
  const { item, kind, label } = node
  const icon = { group: folder, section: layerGroup, link, variant: book }[kind]
  return (
    <Link
      to="/orgs/$organizationId/sites/$siteId"
      params={useSiteParams()}
      search={{ item: node.id }}
      resetScroll={false}
      {...linkProps}
    >
      {'icon' in item && item.icon !== undefined ? <SiteIcon name={item.icon} /> : <Icon of={icon} />}
      <span className="cut">{label}</span>
    </Link>
  )
}

function NodeMarks({ node: { kind, item, address } }: { node: StructureNode }) {
  const { sites } = useSiteWords()
  return (
    <>
      {'condition' in item && item.condition !== undefined && (
        <span className="state" title={item.condition}>
          <Icon of={userGroup} />
          <span className="only-wide">{sites.onlySome}</span>
        </span>
      )}
      {item.draft && <Chip label={sites.isDraft} />}
      {kind === 'variant' && item.hidden && <Chip label={sites.isHidden} />}
      {'default' in item && item.default && <Chip label={sites.isDefault} />}
      {kind !== 'group' && <bdi className="node-address only-wide">{address}</bdi>}
    </>
  )
}
