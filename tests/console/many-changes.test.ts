import type { Locator, Page, Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Revision } from '../../packages/server/src/areas/content/revisions/schema.ts'
import { expectStatus, type Person } from '../../packages/server/src/testing/app.ts'
import { changeContent } from '../../packages/server/src/testing/content.ts'
import { ChangeRequestUnderTest } from './support/change-requests.ts'
import { ConsoleUnderTest, findAccessibilityProblems, missingBrowser, skipNote } from './support/console.ts'
import { expectSoon } from './support/expect-soon.ts'

const PAGE_COUNT = 1000
const CHANGES_PER_REQUEST = 50
/** What may be on the page at once of the list: more than a screen shows, and far less than all. */
const MAX_ROWS = 80

const titles = Array.from({ length: PAGE_COUNT }, (_, index) => `Page ${index + 1}`)

/** The pages whose content a browser asks for, alone or in a batch with other reads. */
function followPageReads(page: Page): { pageIds: Set<string>; requestCount: () => number } {
  const pageIds = new Set<string>()
  let requestCount = 0
  page.on('request', (request: Request) => {
    const url = decodeURIComponent(request.url())
    if (!url.includes('/v1/') || url.includes('/stream')) return
    requestCount++
    for (const [, id] of url.matchAll(/\/content\/page\/([^/?&]+)/g)) if (id !== undefined) pageIds.add(id)
  })
  return { pageIds, requestCount: () => requestCount }
}

/** Whether a row is in the part of the side bar that one sees. */
const isInSight = (row: Locator): Promise<boolean> =>
  row.evaluate((element) => {
    const [inner, outer] = [element, element.closest('.sidebar-body')].map((each) =>
      each?.getBoundingClientRect(),
    )
    return !!inner && !!outer && inner.top >= outer.top && inner.bottom <= outer.bottom
  })

describe.skipIf(missingBrowser !== undefined)(`a change request with many pages${skipNote}`, () => {
  let verso: ConsoleUnderTest
  let writer: Person
  let changeRequest: ChangeRequestUnderTest

  beforeAll(async () => {
    verso = await ConsoleUnderTest.start()
    const { id: organizationId, admin } = await verso.app.organization('Fernwall')
    writer = admin
    const space = await verso.app.space(writer, organizationId, { title: 'Relay guide' })
    await changeContent(
      writer,
      space.id,
      titles.map((title) => ({
        operation: 'insert_page',
        title,
        document: { markdown: `Relay waits five seconds on ${title}.\n` },
      })),
    )
    changeRequest = await ChangeRequestUnderTest.create(writer, space.id, 'Wait longer')
    const { pages } = expectStatus(200, await writer.get<Revision>(`/spaces/${space.id}/content`))
    const changes = pages.map(({ id, title }) => ({
      operation: 'update_page',
      page: id,
      document: { markdown: `Relay waits ten seconds on ${title}.\n` },
    }))
    for (let start = 0; start < changes.length; start += CHANGES_PER_REQUEST) {
      await changeRequest.change(changes.slice(start, start + CHANGES_PER_REQUEST))
    }
  }, 600_000)
  afterAll(() => verso?.stop())

  test('is looked through page by page, and only what is seen is loaded', { timeout: 300_000 }, async () => {
    await verso.open(`${changeRequest.address}/changes`, writer, async (page) => {
      const reads = followPageReads(page)
      await page.reload()
      await page.locator('ins', { hasText: 'ten' }).waitFor()
      const rows = page.locator('.change-row')
      const findRow = (number: number) => page.getByRole('link', { name: new RegExp(` Page ${number} `) })
      const heading = (number: number) => page.getByRole('heading', { name: `Page ${number}`, exact: true })
      await page.getByRole('heading', { name: '1000 pages changed' }).waitFor()
      await findRow(1).waitFor()
      expect(reads.pageIds.size).toBe(1)
      expect(reads.requestCount()).toBeLessThan(20)
      expect(await rows.count()).toBeLessThan(MAX_ROWS)
      expect(await page.evaluate('document.querySelectorAll("*").length')).toBeLessThan(2000)
      expect(await findAccessibilityProblems(page)).toEqual([])

      // By key from page to page; the row of each is in sight, and the one before is not forgotten.
      for (let number = 2; number <= 30; number++) {
        await page.keyboard.press('j')
        await heading(number).waitFor()
      }
      await expectSoon(() => isInSight(findRow(30)), true)
      expect(await page.locator('.change-row[aria-current]').innerText()).toContain('Page 30')
      await page.locator('ins', { hasText: 'ten' }).waitFor()
      await page.keyboard.press('v')
      await page.getByText('1 viewed').waitFor()
      await page.keyboard.press('k')
      await heading(29).waitFor()

      // The end of the list is there when one scrolls to it, and is as short.
      await page.locator('.sidebar-body').evaluate((body) => body.scrollTo(0, body.scrollHeight))
      await findRow(1000).click()
      await heading(1000).waitFor()
      await page.locator('.content', { hasText: 'seconds on Page 1000.' }).waitFor()
      expect(await rows.count()).toBeLessThan(MAX_ROWS)
      expect(await page.evaluate('document.querySelectorAll("*").length')).toBeLessThan(2000)
      await page.keyboard.press('v')
      await page.getByText('2 viewed').waitFor()
      await page.keyboard.press('k')
      await heading(999).waitFor()
      // Those that were opened, and no others.
      expect(reads.pageIds.size).toBeLessThanOrEqual(32)
      await verso.takePicture(page, 'changes-thousand')

      // An address leads to a page in the middle, and its row is in sight.
      await page.reload()
      await heading(999).waitFor()
      await expectSoon(() => isInSight(findRow(999)), true)
      // With Tab one walks on through the list, beyond what is on the page at first.
      await page.locator('.sidebar-body').evaluate((body) => body.scrollTo(0, 0))
      await findRow(1).focus()
      for (let step = 0; step < 40; step++) await page.keyboard.press('Tab')
      expect(await page.evaluate('document.activeElement.textContent')).toContain('Page 41')
    })
  })
})
