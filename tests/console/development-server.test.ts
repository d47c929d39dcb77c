import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { waitFor } from '../../packages/server/src/testing/wait-for.ts'
import { findFreePort } from '../support/ports.ts'
import { collectProblems, ConsoleUnderTest, missingBrowser, password, skipNote } from './support/console.ts'

const checkout = join(import.meta.dirname, '../..')

describe.skipIf(missingBrowser !== undefined)(`npm run dev${skipNote}`, () => {
  let verso: ConsoleUnderTest
  let vite: ChildProcess
  let origin: string

  beforeAll(async () => {
    const port = await findFreePort()
    origin = `http://localhost:${port}`
    // Writes are accepted only from the address that Verso knows as its own.
    verso = await ConsoleUnderTest.start({ publicUrl: origin })
    const program = join(checkout, 'node_modules/vite/bin/vite.js')
    const config = join(checkout, 'packages/console/vite.config.ts')
    vite = spawn(process.execPath, [program, '--config', config, '--port', String(port)], {
      env: { ...process.env, VERSO_URL: verso.origin.replace('localhost', '127.0.0.1') },
      stdio: 'ignore',
    })
    await waitFor('the development server', async () => {
      const answer = await fetch(`${origin}/app/`, { headers: { accept: 'text/html' } }).catch(
        () => undefined,
      )
      return answer?.ok
    })
  }, 300_000)
  afterAll(async () => {
    if (vite?.exitCode === null) {
      const exited = once(vite, 'exit')
      vite.kill()
      await exited
    }
    await verso?.stop()
  })

  test('shows the sign-in page and the application, with the API of a Verso that runs beside it', async () => {
    const { admin } = await verso.app.organization('Fernwall')
    await verso.givePassword(admin)
    const page = await verso.browser.newPage({ locale: 'en-US' })
    // Nobody is signed in at first, and a source that was not opened before takes a while.
    const problems = collectProblems(page, /401/)
    page.setDefaultTimeout(120_000)
    await page.goto(`${origin}/app/`)
    await page.getByLabel('E-mail').fill(admin.email)
    await page.getByLabel('Password').fill(password)
    await page.getByLabel('Password').press('Enter')
    await page.getByRole('heading', { name: 'Begin with a space' }).waitFor()
    expect(new URL(page.url()).origin).toBe(origin)
    expect(problems).toEqual([])
  }, 300_000)
})
