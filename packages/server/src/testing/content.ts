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

const MAX_CHANGES_PER_REQUEST = 50

/** Changes the content of a space through a change request that is merged. */
export async function changeContent(by: Person, spaceId: string, changes: object[]): Promise<void> {
  const path = `/spaces/${spaceId}/change-requests`
  const { id } = expectStatus(201, await by.post<ChangeRequest>(path, {}))
  for (let start = 0; start < changes.length; start += MAX_CHANGES_PER_REQUEST) {
    const batch = changes.slice(start, start + MAX_CHANGES_PER_REQUEST)
    expectStatus(200, await by.post(`${path}/${id}/content`, { changes: batch }))
  }
  const { result } = expectStatus(200, await by.post<MergeOutcome>(`${path}/${id}/merge`))
  if (result !== 'merge') throw new Error(`the merge gave ${result}`)
}

/** Adds pages to a space in one merge. At most fifty, because child pages refer to their parents in the same request. */
export function writePages(by: Person, spaceId: string, pages: PageToWrite[]): Promise<void> {
  return changeContent(by, spaceId, createInsertions(pages))
}

/** Finds the id of the page at a path of a space. */
export async function findPageId(by: Person, spaceId: string, path: string): Promise<string> {
  const response = await by.get<{ id: string }>(`/spaces/${spaceId}/content/path/${encodeURIComponent(path)}`)
  return expectStatus(200, response).id
}

function createInsertions(pages: PageToWrite[], into?: string): object[] {
  return pages.flatMap(({ title, markdown = '', pages: below = [], fields }, index) => {
    const ref = `${into ?? ''}/${index}`
    const change = { operation: 'insert_page', title, ref, document: { markdown }, ...fields }
    return [into === undefined ? change : { ...change, into }, ...createInsertions(below, ref)]
  })
}
