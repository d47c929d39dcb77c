import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { call, useWrite } from '../../api/index.ts'
import {
  type Collection,
  createCollection,
  createSpace,
  deleteCollectionById,
  deleteSpaceById,
  duplicateSpace,
  getCollectionById,
  getSpaceById,
  listCollectionsInOrganizationById,
  listSpacesInCollectionById,
  listSpacesInOrganizationById,
  moveCollection,
  moveSpace,
  restoreSpace,
  type Space,
  transferCollection,
  transferSpace,
  updateCollectionById,
  updateSpaceById,
} from '../../api/operations.ts'
import {
  describePosition,
  type KindPlace,
  moveItem,
  putItem,
  removeItem,
  updateItems,
} from './content-cache.ts'
import { collectionsRead, type ContentNode, spacesRead } from './use-content.ts'

/** The lists are changed by hand, because loading thousands of spaces again for every change takes too long. */
const detailReads = [getSpaceById, getCollectionById, listSpacesInCollectionById]

/** Everything that can be done with collections and spaces. */
export function useContentWrites(organizationId: string) {
  const client = useQueryClient()
  const spacesKey = spacesRead(organizationId).queryKey
  const collectionsKey = collectionsRead(organizationId).queryKey
  const keyOf = (kind: ContentNode['kind']): QueryKey => (kind === 'space' ? spacesKey : collectionsKey)
  const change = (
    kind: ContentNode['kind'],
    update: (items: (Space | Collection)[]) => (Space | Collection)[],
  ) =>
    client.setQueryData(keyOf(kind), (old: Parameters<ReturnType<typeof updateItems>>[0] | undefined) =>
      // The list of a kind holds items of that kind only.
      old === undefined ? undefined : updateItems(update as (items: unknown[]) => unknown[])(old),
    )
  const put = (item: Space | Collection): void => void change(item.object, putItem(item))
  const dropBin = (): void =>
    void client.invalidateQueries({
      queryKey: [listSpacesInOrganizationById.id, { organizationId, query: { deleted: true } }],
    })

  return {
    createSpace: useWrite(
      (body: NonNullable<Parameters<typeof createSpaceIn>[1]>) => createSpaceIn(organizationId, body),
      { stale: detailReads, onSuccess: put },
    ),
    createCollection: useWrite(
      (body: { title: string; parent?: string }) => call(createCollection, { organizationId, body }),
      { stale: detailReads, onSuccess: put },
    ),
    edit: useWrite(({ node, title, emoji }: EditInput) => sendEdit(node, title, emoji), {
      stale: detailReads,
      optimistic: ({ node, title, emoji }) => [
        {
          key: keyOf(node.kind),
          update: updateItems<Space | Collection>((items) =>
            items.map((item) =>
              item.id !== node.id
                ? item
                : { ...item, title, ...(item.object === 'space' && emoji !== undefined && { emoji }) },
            ),
          ),
        },
      ],
      onSuccess: put,
    }),
    move: useWrite(({ node, place }: MoveInput) => sendMove(node, place), {
      stale: detailReads,
      optimistic: ({ node, place }) => [
        { key: keyOf(node.kind), update: updateItems<Space | Collection>(moveItem(node.id, place)) },
      ],
    }),
    duplicate: useWrite((space: Space) => call(duplicateSpace, { spaceId: space.id }), {
      stale: detailReads,
      onSuccess: put,
    }),
    transfer: useWrite(
      async ({ node, organization }: { node: ContentNode; organization: string }) => {
        const body = { organization }
        if (node.kind === 'space') await call(transferSpace, { spaceId: node.id, body })
        else await call(transferCollection, { collectionId: node.id, body })
      },
      { stale: [...detailReads, listSpacesInOrganizationById, listCollectionsInOrganizationById] },
    ),
    binSpace: useWrite(
      async ({ space, leave }: { space: Space; leave?: Leave }) => {
        await call(deleteSpaceById, { spaceId: space.id })
        await leave?.()
      },
      {
        stale: [listSpacesInCollectionById],
        optimistic: ({ space }) => [{ key: spacesKey, update: updateItems<Space>(removeItem(space.id)) }],
        onSuccess: dropBin,
      },
    ),
    restoreSpace: useWrite((space: Space) => call(restoreSpace, { spaceId: space.id }), {
      stale: [...detailReads, listSpacesInOrganizationById],
    }),
    deleteCollection: useWrite(
      async ({ collection, leave }: { collection: Collection; leave?: Leave }) => {
        await call(deleteCollectionById, { collectionId: collection.id })
        await leave?.()
      },
      { stale: [listSpacesInOrganizationById, listCollectionsInOrganizationById] },
    ),
  }
}

export type ContentWrites = ReturnType<typeof useContentWrites>

/** Leaves the screen of what was deleted. */
export type Leave = () => Promise<void>

interface EditInput {
  node: ContentNode
  title: string
  /** Empty takes it away. */
  emoji?: string
}

interface MoveInput {
  node: ContentNode
  place: KindPlace
}

const createSpaceIn = (
  organizationId: string,
  body: { title: string; emoji?: string; parent?: string; template?: { id: string } },
): Promise<Space> => call(createSpace, { organizationId, body })

const sendEdit = (node: ContentNode, title: string, emoji: string | undefined): Promise<Space | Collection> =>
  node.kind === 'space'
    ? call(updateSpaceById, {
        spaceId: node.id,
        body: { title, ...(emoji !== undefined && { emoji: emoji === '' ? null : emoji }) },
      })
    : call(updateCollectionById, { collectionId: node.id, body: { title } })

function sendMove({ kind, id }: ContentNode, { parent, before }: KindPlace): Promise<Space | Collection> {
  const body = { parent: parent ?? null, position: describePosition(kind, before) }
  return kind === 'space'
    ? call(moveSpace, { spaceId: id, body })
    : call(moveCollection, { collectionId: id, body })
}
