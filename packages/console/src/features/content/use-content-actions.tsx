import type { ReactNode } from 'react'
import { useOrganization } from '../../app/organization.ts'
import { useFailureToast } from '../../app/use-failure-toast.ts'
import { useGo } from '../../app/navigation.ts'
import { useWords } from '../../locales/index.ts'
import { showToast } from '../../ui/toast.tsx'
import { findMove, indexTree, type MoveDirection, type TreePlace } from '../../ui/tree/index.ts'
import type { Space } from '../../api/operations.ts'
import { findKindPlace } from './content-cache.ts'
import type { ContentDialogState, SpaceStart } from './content-dialog-state.ts'
import { useContentDialog } from './use-content-dialog.tsx'
import type { ContentNode } from './use-content.ts'
import { type Leave, useContentWrites } from './use-content-writes.ts'

const canContain = (node: ContentNode): boolean => node.kind === 'collection' && node.item.permissions.create
const canChange = (node: ContentNode): boolean => node.item.permissions.admin

export interface ContentActions {
  canCreate: boolean
  canChange: (node: ContentNode) => boolean
  canContain: (node: ContentNode) => boolean
  createSpace: (parent?: string) => void
  /** A new space at the top, for the ways to begin. */
  begin: (start: SpaceStart) => void
  createCollection: (parent?: string) => void
  move: (id: string, place: TreePlace) => void
  rename: (id: string, title: string) => void
  remove: (id: string) => void
  /** Where the node goes with Alt and an arrow key. Undefined where it cannot go. */
  findMove: (node: ContentNode, direction: MoveDirection) => TreePlace | undefined
  canDuplicate: (node: ContentNode) => boolean
  duplicate: (space: Space) => void
  open: (state: ContentDialogState) => void
  /** The dialogs. Must be somewhere on the page. */
  dialog: ReactNode
}

/** What can be done with collections and spaces, by keys, by dragging and by menus. */
export function useContentActions(organizationId: string, nodes: readonly ContentNode[]): ContentActions {
  const { content } = useWords()
  const canCreate = useOrganization(organizationId)?.permissions.createContent === true
  const writes = useContentWrites(organizationId)
  const dialog = useContentDialog(organizationId)
  const showFailure = useFailureToast()
  const binSpace = useBinSpace(organizationId)
  const go = useGo()
  const findNode = (id: string) => nodes.find((node) => node.id === id)
  const canCreateIn = (parent: string | undefined) => {
    const node = parent === undefined ? undefined : findNode(parent)
    return node ? canContain(node) : canCreate
  }
  const canMoveTo = (node: ContentNode, parent: string | undefined) =>
    parent === node.parent || canCreateIn(parent)
  const move = (id: string, place: TreePlace): void => {
    const node = findNode(id)
    const target = findKindPlace(nodes, id, place)
    if (!node || !target || !canChange(node) || !canMoveTo(node, target.parent)) return
    writes.move.mutate({ node, place: target }, { onError: showFailure })
  }
  const remove = (id: string): void => {
    const node = findNode(id)
    if (node?.kind === 'space') binSpace(node.item)
    if (node?.kind === 'collection') dialog.open({ kind: 'delete-collection', collection: node.item })
  }
  const createSpace = (parent?: string) => dialog.open({ kind: 'create-space', parent, start: 'empty' })
  const createCollection = (parent?: string) => dialog.open({ kind: 'create-collection', parent })

  return {
    canCreate,
    canChange,
    canContain,
    createSpace,
    begin: (start) => dialog.open({ kind: 'create-space', parent: undefined, start }),
    createCollection,
    move,
    rename: (id, title) => {
      const node = findNode(id)
      if (node) writes.edit.mutate({ node, title }, { onError: showFailure })
    },
    remove,
    findMove: (node, direction) => {
      const place = findMove(indexTree(nodes), node.id, direction, canContain)
      const target = place && findKindPlace(nodes, node.id, place)
      return target && canMoveTo(node, target.parent) ? place : undefined
    },
    canDuplicate: (node) => node.kind === 'space' && canCreateIn(node.parent),
    duplicate: (space) =>
      writes.duplicate.mutate(space, {
        onSuccess: ({ id, title }) =>
          showToast({
            message: content.duplicated(title),
            action: {
              label: content.open,
              run: () => go({ to: '/spaces/$spaceId', params: { spaceId: id } }),
            },
          }),
        onError: showFailure,
      }),
    open: dialog.open,
    dialog: dialog.element,
  }
}

/** Moves a space to the bin at once, with the way back in a toast. */
export function useBinSpace(organizationId: string): (space: Space, leave?: Leave) => void {
  const { content, common } = useWords()
  const writes = useContentWrites(organizationId)
  const showFailure = useFailureToast()
  // Promises go on when the screen is left, unlike the callbacks of a mutation.
  const restore = async (space: Space): Promise<void> => {
    await writes.restoreSpace.mutateAsync(space)
    showToast({ message: content.restored(space.title) })
  }
  const bin = async (space: Space, leave: Leave | undefined): Promise<void> => {
    await writes.binSpace.mutateAsync({ space, ...(leave && { leave }) })
    showToast({
      message: content.binned(space.title),
      action: { label: common.undo, run: () => void restore(space).catch(showFailure) },
    })
  }
  return (space, leave) => void bin(space, leave).catch(showFailure)
}
