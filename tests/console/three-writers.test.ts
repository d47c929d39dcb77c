import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { expectStatus, type Person, TestApp } from '../../packages/server/src/testing/app.ts'
import { findPageId, writePages } from '../../packages/server/src/testing/content.ts'
import { createDataFolder } from '../support/folders.ts'
import { Scope } from '../support/scope.ts'
import { VersoServer } from '../support/verso.ts'
import { ChangeRequestUnderTest, findTextField, waitUntilSaved } from './support/change-requests.ts'
import { launchBrowser, missingBrowser, password, skipNote } from './support/console.ts'
import { expectSoon } from './support/expect-soon.ts'
import { placeCursor, readBlocks, waitForEditor, waitForOneText } from './support/live-pages.ts'

const STEP_TIMEOUT_MS = 60_000
const text = 'Relay waits.\n\nIt tries again.\n\nThen it stops.\n'

/**
 * The server is a process of its own, which can be killed. What the test needs of the API it asks another one on the same
 * database.
 */
describe.skipIf(missingBrowser !== undefined)(`three people in one page${skipNote}`, () => {
  const scope = new Scope()
  let app: TestApp
  let browser: Browser
  let server: VersoServer
  let organizationId: string
  let admin: Person
  let people: Person[]
  let changeRequest: ChangeRequestUnderTest
  let spaceId: string
  let pageId: string

  beforeAll(async () => {
    app = await TestApp.start()
    scope.defer(() => app.stop())
    ;({ id: organizationId, admin } = await app.organization('Fernwall'))
    const space = await app.space(admin, organizationId, { title: 'Relay guide' })
    await writePages(admin, space.id, [{ title: 'Retries', markdown: text }])
    pageId = await findPageId(admin, space.id, 'retries')
    spaceId = space.id
    people = await Promise.all(
      ['ann', 'bob', 'carl'].map((name) => app.member(organizationId, 'edit', `${name}@example.com`)),
    )
    const { host, user } = inject('postgres')
    const { rows } = await app.database.pool.query<{ name: string }>('select current_database() as name')
    server = await VersoServer.start(scope, {
      VERSO_DATA_DIR: createDataFolder(scope),
      DATABASE_URL: `postgres://${user}@localhost/${rows[0]?.name}?host=${encodeURIComponent(host)}`,
    })
    browser = await launchBrowser()
    scope.defer(() => browser.close())
  }, 300_000)
  afterAll(() => scope.close())

  /** The address that Verso believes to have. */
  const getOrigin = (): string => server.origin.replace('127.0.0.1', 'localhost')

  async function open(person: Person): Promise<{ page: Page; context: BrowserContext }> {
    const { accounts } = app.app.areas.signIn
    await app.database.transaction((tx) => accounts.setPassword(tx, person.id, password))
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-US' })
    context.setDefaultTimeout(STEP_TIMEOUT_MS)
    const response = await context.request.post(`${getOrigin()}/v1/user/sessions`, {
      data: { email: person.email, password },
      headers: { origin: getOrigin() },
    })
    if (response.status() !== 201) throw new Error(`Signing in answered ${response.status()}.`)
    const page = await context.newPage()
    await page.goto(`${getOrigin()}/app${changeRequest.address}/pages/${pageId}`)
    await waitForEditor(page, 'It tries again.')
    return { page, context }
  }

  const restart = async (): Promise<void> => {
    const { signal } = await server.end('SIGKILL')
    expect(signal).toBe('SIGKILL')
    server = await VersoServer.start(scope, server.settings)
  }

  test('end with one text, whatever happens to one of them', { timeout: 600_000 }, async () => {
    changeRequest = await ChangeRequestUnderTest.create(admin, spaceId, 'Words')
    const [ann, bob, carl] = await Promise.all(people.map(open))
    if (!ann || !bob || !carl) throw new Error('Somebody is missing.')
    const pages = [ann.page, bob.page, carl.page]

    // All three in one paragraph.
    await placeCursor(ann.page, 'It tries again.', 'Home')
    await placeCursor(bob.page, 'It tries again.', 'End')
    await placeCursor(carl.page, 'It tries again.', 'Home')
    for (const _letter of 'It tries') await carl.page.keyboard.press('ArrowRight')
    await Promise.all([
      ann.page.keyboard.type('Ann first. ', { delay: 15 }),
      bob.page.keyboard.type(' Bob1 Bob2 Bob3', { delay: 15 }),
      carl.page.keyboard.type(' for certain', { delay: 15 }),
    ])
    await waitForOneText(pages, ['Ann first. It tries for certain again. Bob1 Bob2 Bob3'])

    // One drags the block that another types in.
    await placeCursor(ann.page, 'Then it stops.', 'End')
    await findTextField(bob.page).getByText('Then it stops.').hover()
    const grip = bob.page.locator('.editor-handle button[draggable]')
    const target = findTextField(bob.page).getByText('Relay waits.')
    const typing = ann.page.keyboard.type(' Typed while it moves.', { delay: 40 })
    await grip.dragTo(target, { targetPosition: { x: 4, y: 2 } })
    await typing
    await waitForOneText(pages, ['Typed while it moves.', 'Relay waits.', 'Bob3'])
    expect((await readBlocks(carl.page))[0]).toBe('Then it stops. Typed while it moves.')

    // One is away, and comes back.
    await carl.context.setOffline(true)
    await placeCursor(carl.page, 'Relay waits.', 'End')
    await carl.page.keyboard.type(' Carl in a tunnel.')
    await carl.page.getByText('Your text is not saved on the server').waitFor()
    await placeCursor(ann.page, 'Relay waits.', 'Home')
    await ann.page.keyboard.type('Meanwhile: ')
    await changeRequest.waitForText(pageId, 'Meanwhile: ')
    await carl.context.setOffline(false)
    await waitForOneText(pages, ['Meanwhile: Relay waits. Carl in a tunnel.'])
    for (const page of pages) await waitUntilSaved(page)

    // The server is killed while two type. What was confirmed is in the database already, and the rest is sent again.
    const confirmed = await readBlocks(ann.page)
    await placeCursor(ann.page, 'Relay waits.', 'End')
    await placeCursor(bob.page, 'for certain', 'Home')
    const typed = Promise.all([
      ann.page.keyboard.type(' Ann through the crash.', { delay: 60 }),
      bob.page.keyboard.type('Bob through the crash. ', { delay: 60 }),
    ])
    await restart()
    await typed
    const blocks = await waitForOneText(pages, [
      'Ann through the crash.',
      'Bob through the crash.',
      'Carl in a tunnel.',
      'Typed while it moves.',
      'It tries for certain again. Bob1 Bob2 Bob3',
    ])
    expect(blocks).toHaveLength(confirmed.length)

    // One may not write any more, and is told so. The others go on.
    const member = `/orgs/${organizationId}/members/${people[2]?.id ?? ''}`
    expectStatus(200, await admin.patch(member, { role: 'read' }))
    await carl.page.getByText('You can read this change request and not write in it.').waitFor()
    await placeCursor(ann.page, 'for certain', 'End')
    await ann.page.keyboard.type(' Without Carl.')
    const last = await waitForOneText([ann.page, bob.page], ['Without Carl.'])
    // Carl may still read, and reads the same.
    await expectSoon(() => readBlocks(carl.page), last)
    await changeRequest.waitForText(pageId, 'Without Carl.')
    const { markdown } = await changeRequest.readPage(pageId)
    expect(markdown.trim().split('\n\n')).toEqual(last)
    for (const { context } of [ann, bob, carl]) await context.close()
  })
})
