import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { readList } from '../../api/index.ts'
import {
  type Collection,
  listCollectionsInOrganizationById,
  listSpacesInOrganizationById,
  type Space,
} from '../../api/operations.ts'
import type { TreeNode } from '../../ui/tree/index.ts'

/** A collection or a space, as a node of the tree of content. */
export type ContentNode = TreeNode &
  ({ kind: 'collection'; item: Collection } | { kind: 'space'; item: Space })

/** An organization has far fewer spaces than pages, so they are loaded in few, large steps. */
const CONTENT_PAGE_SIZE = 1000

export const collectionsRead = (organizationId: string) =>
  readList(listCollectionsInOrganizationById, {
    organizationId,
    query: { limit: CONTENT_PAGE_SIZE, nested: true },
  })

export const spacesRead = (organizationId: string) =>
  readList(listSpacesInOrganizationById, { organizationId, query: { limit: CONTENT_PAGE_SIZE } })

/** The collections and spaces of an organization, in the order of their tree. */
export function useContent(organizationId: string | undefined) {
  const enabled = organizationId !== undefined
  const collections = useInfiniteQuery({ ...collectionsRead(organizationId ?? ''), enabled })
  const spaces = useInfiniteQuery({ ...spacesRead(organizationId ?? ''), enabled })
  useEffect(() => {
    // A step that failed is not tried for ever: whoever looks at the tree sees the error and tries again.
    for (const list of [collections, spaces]) {
      if (list.hasNextPage && !list.isFetching && !list.isError) void list.fetchNextPage()
    }
  })
  const nodes = useMemo(
    () => listNodes(collections.data ?? [], spaces.data ?? []),
    [collections.data, spaces.data],
  )
  return {
    nodes,
    isPending: collections.isPending || spaces.isPending,
    error: collections.error ?? spaces.error,
    refetch: () => {
      void collections.refetch()
      void spaces.refetch()
    },
  }
}

/** Collections before spaces, at every level. */
const listNodes = (collections: readonly Collection[], spaces: readonly Space[]): ContentNode[] => [
  ...collections.map((item) => ({
    kind: 'collection' as const,
    id: item.id,
    parent: item.parent,
    label: item.title,
    item,
  })),
  ...spaces.map((item) => ({
    kind: 'space' as const,
    id: item.id,
    parent: item.parent,
    label: item.title,
    item,
  })),
]
