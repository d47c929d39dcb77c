import type { ChangeRequest, MergeOutcome } from '../areas/content/change-requests/schema.ts'
import { expectStatus, type Person } from './app.ts'

/** A page to write, with the pages below it. */
export interface PageToWrite {
  title: string
  markdown?: string
  pages?: PageToWrite[]
  /** Further fields. */
  fields?: object
}

const mostChanges = 50

/** Makes changes to what a space shows, as people do: in a change request that is merged. */
export async function changeContent(by: Person, spaceId: string, changes: object[]): Promise<void> {
  const path = `/spaces/${spaceId}/change-requests`
  const { id } = expectStatus(201, await by.post<ChangeRequest>(path, {}))
  for (let start = 0; start < changes.length; start += mostChanges) {
    const batch = changes.slice(start, start + mostChanges)
    expectStatus(200, await by.post(`${path}/${id}/content`, { changes: batch }))
  }
  const { result } = expectStatus(200, await by.post<MergeOutcome>(`${path}/${id}/merge`))
  if (result !== 'merge') throw new Error(`the merge gave ${result}`)
}

/** Adds pages to what a space shows, all in one merge; at most fifty, because children name their parents. */
export function writePages(by: Person, spaceId: string, pages: PageToWrite[]): Promise<void> {
  return changeContent(by, spaceId, insertions(pages))
}

/** The id of the page at a path of what a space shows. */
export async function findPageId(by: Person, spaceId: string, path: string): Promise<string> {
  const found = await by.get<{ id: string }>(`/spaces/${spaceId}/content/path/${encodeURIComponent(path)}`)
  return expectStatus(200, found).id
}

function insertions(pages: PageToWrite[], into?: string): object[] {
  return pages.flatMap(({ title, markdown = '', pages: below = [], fields }, index) => {
    const ref = `${into ?? ''}/${index}`
    const change = { operation: 'insert_page', title, ref, document: { markdown }, ...fields }
    return [into === undefined ? change : { ...change, into }, ...insertions(below, ref)]
  })
}
