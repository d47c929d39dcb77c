import type { InfiniteData } from '@tanstack/react-query'
import type { Collection, ContentPosition, Space } from '../../api/operations.ts'
import { indexTree, type TreePlace } from '../../ui/tree/index.ts'
import type { ContentNode } from './use-content.ts'

interface ListPage<Item> {
  items: Item[]
}

/** Changes the items of a list that was loaded page by page. How they are spread over the pages has no meaning. */
export const updateItems =
  <Item>(update: (items: Item[]) => Item[]) =>
  (data: InfiniteData<ListPage<Item>>): InfiniteData<ListPage<Item>> => {
    const items = update(data.pages.flatMap((page) => page.items))
    return { ...data, pages: data.pages.map((page, index) => ({ ...page, items: index === 0 ? items : [] })) }
  }

/** Puts a new or changed item into a list: in its place if it is there, or at the end. */
export const putItem =
  <Item extends { id: string }>(item: Item) =>
  (items: Item[]): Item[] =>
    items.some(({ id }) => id === item.id)
      ? items.map((each) => (each.id === item.id ? item : each))
      : [...items, item]

export const removeItem =
  (id: string) =>
  <Item extends { id: string }>(items: Item[]): Item[] =>
    items.filter((item) => item.id !== id)

/**
 * A place among the siblings of the same kind. Collections are shown before spaces, so only the order within a kind can be
 * seen and chosen.
 */
export interface KindPlace {
  parent: string | undefined
  /** The sibling in front of which it goes; at the end without one. */
  before: string | undefined
}

/** Where a node goes when it is dropped at a place of the tree. Undefined where it is already. */
export function findKindPlace(
  nodes: readonly ContentNode[],
  id: string,
  place: TreePlace,
): KindPlace | undefined {
  const { byId, children } = indexTree(nodes)
  const node = byId.get(id)
  if (!node) return undefined
  const others = (children.get(place.parent) ?? []).filter((each) => each.id !== id)
  const before = others.slice(place.index).find(({ kind }) => kind === node.kind)?.id
  if (place.parent === node.parent) {
    const same = (children.get(node.parent) ?? []).filter(({ kind }) => kind === node.kind)
    if (same[same.findIndex((each) => each.id === id) + 1]?.id === before) return undefined
  }
  return { parent: place.parent, before }
}

/** Moves an item in the list of its kind. */
export const moveItem =
  (id: string, { parent, before }: KindPlace) =>
  <Item extends { id: string; parent?: string }>(items: Item[]): Item[] => {
    const item = items.find((each) => each.id === id)
    if (!item) return items
    const { parent: _, ...rest } = item
    // Only the parent of the item is another; its other properties stay.
    const moved = { ...rest, ...(parent !== undefined && { parent }) } as Item
    const others = items.filter((each) => each.id !== id)
    const place = before === undefined ? others.length : others.findIndex((each) => each.id === before)
    return others.toSpliced(place === -1 ? others.length : place, 0, moved)
  }

/** What the API is told: without a sibling, the item goes to the end. */
export const describePosition = (kind: ContentNode['kind'], before: string | undefined): ContentPosition =>
  before === undefined
    ? {}
    : {
        before:
          kind === 'space' ? { type: 'space', space: before } : { type: 'collection', collection: before },
      }

/** A collection and everything below it, which it cannot be moved into. */
export function listBelow(nodes: readonly ContentNode[], id: string): Set<string> {
  const { children } = indexTree(nodes)
  const below = new Set([id])
  for (const current of below) for (const child of children.get(current) ?? []) below.add(child.id)
  return below
}

export type ContentItem = Space | Collection
