import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../../packages/server/src/testing/app.ts'
import { commitChanges, newPage } from '../../packages/server/src/testing/direct-changes.ts'
import { ConsoleUnderTest, findAccessibilityProblems, missingBrowser, skipNote } from './support/console.ts'

const text = `
Relay delivers an event again when an endpoint does not answer. See [signatures](/pages/signatures).

## What counts as a failure

Every status from 400 on.

{% hint style="info" %}
Answer first and work later.
{% endhint %}

{% tabs %}
{% tab title="Node" %}
Run it with Node.
{% endtab %}
{% tab title="Python" %}
Run it with Python.
{% endtab %}
{% endtabs %}

\`\`\`js
const answer = 42
\`\`\`

## The schedule

<script>document.title = 'attacked'</script><img src=x onerror="document.title = 'attacked'">
`

/** The page may be asked for alone or in a batch. */
const asksForSignatures = ({ href }: URL) => decodeURIComponent(href).includes('/content/page/signatures')

describe.skipIf(missingBrowser !== undefined)(`reading${skipNote}`, () => {
  let verso: ConsoleUnderTest
  let admin: Person
  let reader: Person
  let organizationId: string
  let spaceId: string

  beforeAll(async () => {
    verso = await ConsoleUnderTest.start()
    ;({ id: organizationId, admin } = await verso.app.organization('Fernwall'))
    reader = await verso.app.member(organizationId, 'read')
    const space = await verso.app.space(admin, organizationId, { title: 'Relay guide' })
    spaceId = space.id
    await commitChanges(verso.app, admin, spaceId, [
      newPage('retries', 'Retries and backoff', text, {
        description: 'What Relay does when nobody answers.',
      }),
      newPage('signatures', 'Signatures', 'Back to [retries](/pages/retries).', { icon: 'key' }),
      newPage('long', `${'Very long title '.repeat(60)}<script>مرحبا 🚀`, 'Text.', { emoji: '1f680' }),
    ])
    await verso.app.app.areas.search.indexer.waitForFlush()
  }, 300_000)
  afterAll(() => verso?.stop())

  test('shows a page as readers of a site see it, and follows its links without loading the page again', async () => {
    await verso.open(`/spaces/${spaceId}`, reader, async (page) => {
      await page.getByRole('heading', { level: 1, name: 'Retries and backoff' }).waitFor()
      await page.getByText('Answer first and work later.').waitFor()
      expect(await page.title()).toBe('Retries and backoff · Verso')
      await page.getByText('Python', { exact: true }).click()
      await page.getByText('Run it with Python.').waitFor()
      await page.evaluate('window.stays = true')
      await page.locator('main').getByRole('link', { name: 'signatures' }).click()
      await page.getByRole('heading', { level: 1, name: 'Signatures' }).waitFor()
      await page.getByText('1 page links here').click()
      await page.getByRole('link', { name: 'Retries and backoff' }).last().click()
      await page.getByRole('heading', { level: 1, name: 'Retries and backoff' }).waitFor()
      expect(await page.evaluate('window.stays')).toBe(true)
      await page.goBack()
      await page.getByRole('heading', { level: 1, name: 'Signatures' }).waitFor()
      await page.reload()
      await page.getByRole('heading', { level: 1, name: 'Signatures' }).waitFor()
    })
  })

  test('downloads the page, or the whole space, as PDF', async () => {
    await verso.open(`/spaces/${spaceId}/pages/signatures`, reader, async (page) => {
      await page.getByRole('heading', { level: 1, name: 'Signatures' }).waitFor()
      // What is in a PDF is shown by other tests.
      await page.route('**/pdf/*/*', (route) => route.fulfill({ status: 204 }))
      for (const [item, query] of [
        ['Download as PDF', { page: 'signatures', only: 'true' }],
        ['Download the whole space as PDF', {}],
      ] as const) {
        const downloaded = page.waitForRequest(`**/pdf/${spaceId}/*`)
        await page.getByRole('button', { name: 'Actions of this page' }).click()
        await page.getByRole('menuitem', { name: item }).click()
        const { expires, signature, ...asked } = Object.fromEntries(
          new URL((await downloaded).url()).searchParams,
        )
        expect(asked).toEqual(query)
        expect(expires).toMatch(/^\d+$/)
        expect(signature).toMatch(/^[\w-]+$/)
      }
    })
  })

  test('walks through the tree by keyboard, and finds a page with the palette', async () => {
    await verso.open(`/spaces/${spaceId}/pages/retries`, reader, async (page) => {
      const tree = page.getByRole('treegrid', { name: 'Pages' })
      await tree.getByRole('link', { name: 'Retries and backoff' }).focus()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { level: 1, name: 'Signatures' }).waitFor()
      await page.keyboard.press('Control+k')
      await page.getByRole('searchbox').fill('failure')
      await page.getByRole('menuitem', { name: /Retries and backoff/ }).waitFor()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { level: 1, name: 'Retries and backoff' }).waitFor()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await page.keyboard.press('?')
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await page.getByRole('main').focus()
      await page.keyboard.press('g')
      await page.keyboard.press('h')
      await page.getByText('Recently changed').waitFor()
      expect(new URL(page.url()).pathname).toBe(`/app/orgs/${organizationId}`)
    })
  })

  test('keeps what is typed while the palette is being loaded', async () => {
    await verso.open(`/spaces/${spaceId}/pages/retries`, reader, async (page) => {
      const typed = Promise.withResolvers<void>()
      await page.route(/\/palette-[\w-]{8}\.js$/, async (route) => {
        await typed.promise
        await route.continue()
      })
      await page.reload()
      await page.getByRole('heading', { level: 1, name: 'Retries and backoff' }).waitFor()
      await page.keyboard.press('Control+k')
      // On the screen below, these keys lead home.
      await page.keyboard.type('g hxy')
      await page.keyboard.press('Backspace')
      // The palette is on the page at once, with what was typed so far.
      await page
        .getByRole('dialog', { name: 'Search or run a command' })
        .getByText('g hx', { exact: true })
        .waitFor()
      expect(await page.getByRole('searchbox').count()).toBe(0)
      typed.resolve()
      await page.getByRole('searchbox').waitFor()
      await page.keyboard.type('z')
      await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('g hxz')
      expect(new URL(page.url()).pathname).toBe(`/app/spaces/${spaceId}/pages/retries`)
    })
  })

  test('the palette takes what is typed at once, closes again before it has shown its list, and begins anew', async () => {
    await verso.open(`/spaces/${spaceId}/pages/retries`, reader, async (page) => {
      await page.getByRole('heading', { level: 1, name: 'Retries and backoff' }).waitFor()
      await page.locator('dialog input').waitFor({ state: 'attached' })
      await page.keyboard.press('Control+k')
      await page.keyboard.type('abc')
      await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('abc')
      await page.keyboard.press('Control+k')
      // The first one empties the field.
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
      await page.getByRole('searchbox').waitFor({ state: 'hidden' })
      // Both keys come before the browser draws anything.
      await page.evaluate(`for (const [key, ctrlKey] of [['k', true], ['Escape', false]])
        document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey, bubbles: true, cancelable: true }))
        document.querySelector('dialog[open]').dispatchEvent(new Event('cancel', { cancelable: true }))`)
      await page.waitForTimeout(300)
      expect(await page.getByRole('searchbox').isVisible()).toBe(false)
      await page.keyboard.press('Control+k')
      await page.getByRole('menuitem').first().waitFor()
      expect(await page.getByRole('searchbox').inputValue()).toBe('')
    })
  })

  test('says what is wrong where a page is missing or the server fails, and goes on', async () => {
    await verso.open(
      `/spaces/${spaceId}/pages/gone`,
      reader,
      async (page) => {
        await page.getByRole('alert').getByText('There is no page').waitFor()
        let fails = true
        await page.route(asksForSignatures, (route) =>
          fails
            ? route.fulfill({ status: 500, json: { error: { code: 500, message: 'The disk is full.' } } })
            : route.fallback(),
        )
        await page.getByRole('treegrid').getByRole('link', { name: 'Signatures' }).click()
        await page.getByRole('alert').getByText('The disk is full.').waitFor()
        fails = false
        await page.getByRole('button', { name: 'Try again' }).click()
        await page.getByRole('heading', { level: 1, name: 'Signatures' }).waitFor()
        expect(await page.getByRole('alert').count()).toBe(0)
      },
      { expectedMessages: /404|500/ },
    )
  })

  test.each(['retries', 'long'])('the page %s is accessible and fits in every look', async (pageId) => {
    await verso.open(`/spaces/${spaceId}/pages/${pageId}`, admin, async (page) => {
      await page.locator('.page-content').waitFor()
      await page.getByRole('treegrid').getByRole('link').first().waitFor()
      expect(await verso.findProblemsInLooks(page, `page-${pageId}`)).toEqual([])
      await page.getByRole('button', { name: 'Open the side bar' }).click()
      await page.getByRole('treegrid').getByRole('link').first().waitFor()
      expect(await findAccessibilityProblems(page)).toEqual([])
      expect(await page.title()).not.toContain('attacked')
    })
  })
})
