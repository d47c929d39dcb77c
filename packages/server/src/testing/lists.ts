import { type Client, expectStatus, type ListBody } from './app.ts'

/** The address of another page of a list; the path may have a query of its own. */
export const buildPagePath = (path: string, page: string): string =>
  `${path}${path.includes('?') ? '&' : '?'}page=${encodeURIComponent(page)}`

/** One page of a list that must be answered. */
export async function readList<Item>(client: Client, path: string): Promise<ListBody<Item>> {
  return expectStatus(200, await client.get<ListBody<Item>>(path))
}

/** The ids of a list, in its order. */
export async function listIds(client: Client, path: string): Promise<string[]> {
  const { items } = await readList<{ id: string }>(client, path)
  return items.map(({ id }) => id)
}

/** The titles of a list, in its order. */
export async function listTitles(client: Client, path: string): Promise<string[]> {
  const { items } = await readList<{ title: string }>(client, path)
  return items.map(({ title }) => title)
}
