import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../../packages/server/src/testing/app.ts'
import { commitChanges, newPage } from '../../packages/server/src/testing/direct-changes.ts'
import { waitFor } from '../../packages/server/src/testing/wait-for.ts'
import { ChangeRequestUnderTest } from './support/change-requests.ts'
import { ConsoleUnderTest, missingBrowser, skipNote } from './support/console.ts'

const text = `
\`\`\`mermaid
pie title Pages
  "Guides" : 60
  "Reference" : 40
\`\`\`
`

describe.skipIf(missingBrowser !== undefined)(`diagrams${skipNote}`, { timeout: 180_000 }, () => {
  let verso: ConsoleUnderTest
  let admin: Person
  let spaceId: string

  beforeAll(async () => {
    verso = await ConsoleUnderTest.start()
    const organization = await verso.app.organization('Fernwall')
    admin = organization.admin
    spaceId = (await verso.app.space(admin, organization.id, { title: 'Relay guide' })).id
    await commitChanges(verso.app, admin, spaceId, [newPage('shares', 'Shares', text)])
  }, 300_000)
  afterAll(() => verso?.stop())

  test('are drawn in a page that is read, whatever their kind', () =>
    verso.open(`/spaces/${spaceId}/pages/shares`, admin, async (page) => {
      await page.getByRole('img', { name: 'Diagram' }).waitFor({ timeout: 90_000 })
      expect(await page.getByText('"Guides" : 60').isVisible()).toBe(false)
      await page.getByText('Source of the diagram').press('Enter')
      await page.getByText('"Guides" : 60').waitFor()
      expect(await verso.findProblemsInLooks(page, 'diagram-read', ['light', 'dark'])).toEqual([])
    }))

  test('are drawn while they are written, and say what is wrong with them', async () => {
    const changeRequest = await ChangeRequestUnderTest.create(admin, spaceId, 'Shares')
    await verso.open(`${changeRequest.address}/pages/shares`, admin, async (page) => {
      const picture = page.getByRole('img', { name: 'Diagram' })
      const problem = page.getByText('The diagram cannot be drawn:')
      await picture.waitFor({ timeout: 90_000 })
      const readPicture = () => picture.getAttribute('src')
      const before = await readPicture()

      await page.getByText('"Reference" : 40').click()
      await page.keyboard.press('End')
      await page.keyboard.type('0')
      await waitFor('another picture', async () => (await readPicture()) !== before)
      const drawn = await readPicture()
      await page.keyboard.press('Enter')
      await page.keyboard.type('"Broken')
      await problem.waitFor()
      // The last picture that could be drawn stays.
      expect(await readPicture()).toBe(drawn)
      expect(await verso.findProblemsInLooks(page, 'diagram-broken', ['dark', 'light'])).toEqual([])

      await page.keyboard.type('" : 5')
      await waitFor('a picture of the mended source', async () => (await readPicture()) !== drawn)
      expect(await problem.isVisible()).toBe(false)
      await changeRequest.waitForText('shares', '"Broken" : 5')
      expect((await changeRequest.readPage('shares')).markdown).toContain(
        '```mermaid\npie title Pages\n  "Guides" : 60\n  "Reference" : 400\n  "Broken" : 5\n```',
      )
    })
  })
})
