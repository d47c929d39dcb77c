import type { Page } from 'playwright-core'
import type { ChangeRequest } from '../../../packages/server/src/areas/content/change-requests/schema.ts'
import { expectStatus, type Person } from '../../../packages/server/src/testing/app.ts'
import { waitFor } from '../../../packages/server/src/testing/wait-for.ts'

/** A change request and its content, as the API gives them. */
export class ChangeRequestUnderTest {
  readonly by: Person
  readonly spaceId: string
  readonly id: string

  constructor(by: Person, spaceId: string, id: string) {
    this.by = by
    this.spaceId = spaceId
    this.id = id
  }

  static async create(by: Person, spaceId: string, subject: string): Promise<ChangeRequestUnderTest> {
    const response = await by.post<ChangeRequest>(`/spaces/${spaceId}/change-requests`, { subject })
    return new ChangeRequestUnderTest(by, spaceId, expectStatus(201, response).id)
  }

  /** The address of its screens, below `/app`. */
  get address(): string {
    return `/spaces/${this.spaceId}/change-requests/${this.id}`
  }

  async get(): Promise<ChangeRequest> {
    return expectStatus(200, await this.by.get<ChangeRequest>(this.address))
  }

  async change(changes: object[], by = this.by): Promise<void> {
    expectStatus(200, await by.post(`${this.address}/content`, { changes }))
  }

  async listTitles(): Promise<string[]> {
    const path = `${this.address}/content/pages?fields=tree`
    const { pages } = expectStatus(200, await this.by.get<{ pages: { title: string }[] }>(path))
    return pages.map(({ title }) => title)
  }

  async readPage(pageId: string): Promise<{ title: string; markdown: string; description?: string }> {
    const path = `${this.address}/content/page/${pageId}?format=markdown`
    return expectStatus(200, await this.by.get<{ title: string; markdown: string }>(path))
  }

  /** Waits until the server has a text in a page. */
  waitForText(pageId: string, text: string): Promise<unknown> {
    return waitFor(`“${text}” on the server`, async () =>
      (await this.readPage(pageId)).markdown.includes(text),
    )
  }
}

/** The field for the text of a page. */
export const findTextField = (page: Page) => page.getByRole('textbox', { name: 'Text' })

/** Types at the end of the text of a page. */
export async function typeText(page: Page, text: string): Promise<void> {
  const field = findTextField(page)
  await field.click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(text)
}

/** Waits until some words are selected and the editor knows it: the browser says so after the key that selects them. */
export async function waitForSelection(page: Page, words: string): Promise<void> {
  await waitFor(
    `“${words}” is selected`,
    async () => (await page.evaluate('String(getSelection())')) === words,
  )
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))')
}

/** Waits until the screen says that everything is saved. */
export const waitUntilSaved = (page: Page): Promise<void> =>
  page.getByText('Saved', { exact: true }).filter({ visible: true }).waitFor()

/** A browser in which somebody chose to write Markdown. */
export const writesMarkdown = (origin: string) => ({
  storageState: {
    cookies: [],
    origins: [{ origin, localStorage: [{ name: 'verso-writing-mode', value: 'markdown' }] }],
  },
})
