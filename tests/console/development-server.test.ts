import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findFreePort } from '../support/ports.ts'
import { collectProblems, ConsoleUnderTest, missingBrowser, password, skipNote } from './support/console.ts'
import { type DevelopmentServer, startDevelopmentServer } from './support/development-server.ts'

describe.skipIf(missingBrowser !== undefined)(`npm run dev${skipNote}`, () => {
  let verso: ConsoleUnderTest
  let server: DevelopmentServer

  beforeAll(async () => {
    const port = await findFreePort()
    // Writes are accepted only from the address that Verso knows as its own.
    verso = await ConsoleUnderTest.start({ publicUrl: `http://localhost:${port}` })
    server = await startDevelopmentServer({
      port,
      versoUrl: verso.origin.replace('localhost', '127.0.0.1'),
    })
  }, 300_000)
  afterAll(async () => {
    await server?.stop()
    await verso?.stop()
  })

  test('shows the sign-in page and the application, with the API of a Verso that runs beside it', async () => {
    const { admin } = await verso.app.organization('Fernwall')
    await verso.givePassword(admin)
    const page = await verso.browser.newPage({ locale: 'en-US' })
    // Nobody is signed in at first, and a source that was not opened before takes a while.
    const problems = collectProblems(page, /401/)
    page.setDefaultTimeout(120_000)
    await page.goto(`${server.origin}/app/`)
    await page.getByLabel('E-mail').fill(admin.email)
    await page.getByLabel('Password').fill(password)
    await page.getByLabel('Password').press('Enter')
    await page.getByRole('heading', { name: 'Begin with a space' }).waitFor()
    expect(new URL(page.url()).origin).toBe(server.origin)
    expect(problems).toEqual([])
  }, 300_000)
})
