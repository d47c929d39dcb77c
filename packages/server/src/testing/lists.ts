import { type Client, expectStatus, type ListBody } from './app.ts'

/** Builds the path of another page of a list. The path of the list may have a query. */
export const buildPagePath = (path: string, page: string): string =>
  `${path}${path.includes('?') ? '&' : '?'}page=${encodeURIComponent(page)}`

/** Reads one page of a list. Throws unless the status is 200. */
export async function readList<Item>(client: Client, path: string): Promise<ListBody<Item>> {
  return expectStatus(200, await client.get<ListBody<Item>>(path))
}

/** Lists the ids of the items, in their order. */
export async function listIds(client: Client, path: string): Promise<string[]> {
  const { items } = await readList<{ id: string }>(client, path)
  return items.map(({ id }) => id)
}

/** Lists the titles of the items, in their order. */
export async function listTitles(client: Client, path: string): Promise<string[]> {
  const { items } = await readList<{ title: string }>(client, path)
  return items.map(({ title }) => title)
}
