import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Job } from '../../packages/server/src/areas/tasks/schema.ts'
import { expectStatus, type ListBody, type Person } from '../../packages/server/src/testing/app.ts'
import { writePages } from '../../packages/server/src/testing/content.ts'
import { TestNetwork } from '../../packages/server/src/testing/network.ts'
import { sourcePages } from '../../packages/server/src/testing/translation-world.ts'
import {
  startTestTranslator,
  type TestTranslator,
  toUpperCaseText,
} from '../../packages/server/src/testing/translators.ts'
import { waitFor } from '../../packages/server/src/testing/wait-for.ts'
import { ConsoleUnderTest, missingBrowser, skipNote } from './support/console.ts'
import { expectSoon } from './support/expect-soon.ts'

/** How long a run may take on a busy machine. */
const RUN_TIMEOUT_MS = 90_000

interface GlossaryTerms {
  translations: Record<string, string>
}

const waitForState = (page: Page, state: string): Promise<void> =>
  page.getByRole('main').getByText(state, { exact: true }).first().waitFor({ timeout: RUN_TIMEOUT_MS })

const heading = (page: Page, name: string) => page.getByRole('heading', { name })

describe.skipIf(missingBrowser !== undefined)(`translations${skipNote}`, { timeout: 300_000 }, () => {
  let verso: ConsoleUnderTest
  let network: TestNetwork
  let translator: TestTranslator
  let admin: Person
  let organizationId: string

  beforeAll(async () => {
    network = new TestNetwork()
    translator = await startTestTranslator(network)
    verso = await ConsoleUnderTest.start(
      { translator: { kind: 'openai', url: translator.url, key: 'the-key', model: 'a-model' } },
      undefined,
      network,
    )
  }, 300_000)
  afterAll(async () => {
    await verso?.stop()
    await network?.close()
  })

  beforeEach(async () => {
    translator.behaviour = { translate: toUpperCaseText }
    ;({ id: organizationId, admin } = await verso.app.organization('Fernwall'))
  })

  const createSource = async (title = 'Handbook'): Promise<string> => {
    const { id } = await verso.app.space(admin, organizationId, { title })
    await writePages(admin, id, sourcePages)
    return id
  }

  /** Translates a space into Spanish by the API. */
  const createTranslation = async (space: string): Promise<string> => {
    const body = { source: { space, language: 'en' }, language: 'es' }
    const path = `/orgs/${organizationId}/translations`
    return expectStatus(201, await admin.post<{ id: string }>(path, body)).id
  }

  /** Lets a run fail until its next attempt is minutes away, so that it does not come while the test looks. */
  const waitForLongDelay = (translationId: string): Promise<unknown> =>
    waitFor('four attempts of the run', async () => {
      const path = `/orgs/${organizationId}/jobs?translation=${translationId}`
      const { items } = expectStatus(200, await admin.get<ListBody<Job>>(path))
      if (items[0]?.status === 'pending' && items[0].attempts >= 4) return true
      verso.app.clock.advance(40_000)
      return false
    })

  test('a space is translated, moves while it runs, says what it cost, follows its instructions and is deleted', async () => {
    await createSource()
    const opened = Promise.withResolvers<void>()
    const instructions: string[] = []
    translator.behaviour = {
      translate: toUpperCaseText,
      respondInstead: async () => {
        instructions.push(JSON.stringify(translator.requests.at(-1)?.body))
        await opened.promise
        return false
      },
    }
    await verso.open(`/orgs/${organizationId}`, admin, async (page) => {
      await page.getByRole('link', { name: 'Translations', exact: true }).click()
      await heading(page, 'No space is translated yet').waitFor()
      expect(await verso.findProblemsInLooks(page, 'translations-empty')).toEqual([])
      await page.setViewportSize({ width: 1280, height: 900 })

      await page.getByRole('button', { name: 'Translate a space' }).click()
      const dialog = page.getByRole('dialog', { name: 'Translate a space' })
      await dialog.getByLabel('Translate into').selectOption('English')
      await dialog.getByText('Choose another language than that of the space.').waitFor()
      expect(await dialog.getByRole('button', { name: 'Translate a space' }).isDisabled()).toBe(true)
      await dialog.getByLabel('Translate into').selectOption('Spanish')
      await verso.takePicture(page, 'translations-dialog')
      await dialog.getByRole('button', { name: 'Translate a space' }).click()

      await page.waitForURL('**/translations/*')
      await waitForState(page, 'Being translated')
      await page.getByText('0 of 3 pages').first().waitFor()
      await verso.takePicture(page, 'translation-running')
      opened.resolve()
      await waitForState(page, 'Up to date')
      await page.getByRole('row', { name: 'Words sent to the translator 19 19' }).waitFor()
      expect(await page.getByRole('progressbar').count()).toBe(0)
      expect(await verso.findProblemsInLooks(page, 'translation-done')).toEqual([])
      await page.setViewportSize({ width: 1280, height: 900 })

      await page.getByRole('button', { name: 'Edit instructions' }).click()
      await page.getByRole('textbox', { name: 'Instructions' }).fill('Say *tú*, never *usted*.')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Say *tú*, never *usted*.').waitFor()
      await page.getByRole('button', { name: 'Run now' }).click()
      await page.getByText('All 2 runs').waitFor({ timeout: RUN_TIMEOUT_MS })
      await waitForState(page, 'Up to date')
      expect(instructions.at(-1)).toContain('usted')

      await page.getByRole('link', { name: 'Open the translation' }).click()
      await heading(page, 'GUIDE').first().waitFor()
      await page.goBack()
      await page.getByRole('button', { name: 'Delete translation' }).click()
      await page.getByRole('dialog').getByRole('textbox').fill('Spanish')
      await page.getByRole('dialog').getByRole('button', { name: 'Delete translation' }).click()
      await page.getByText('The translation was deleted. Its space stays.').waitFor()
      await heading(page, 'No space is translated yet').waitFor()
    })
  })

  test('a run is cancelled and started again', async () => {
    const space = await createSource()
    const opened = Promise.withResolvers<void>()
    translator.behaviour = {
      translate: toUpperCaseText,
      respondInstead: async () => {
        await opened.promise
        return false
      },
    }
    const id = await createTranslation(space)
    await verso.open(`/orgs/${organizationId}/translations/${id}`, admin, async (page) => {
      await waitForState(page, 'Being translated')
      await page.getByRole('button', { name: 'Cancel run' }).click()
      await waitForState(page, 'Not translated')
      await waitForState(page, 'Cancelled')
      opened.resolve()
      await page.getByRole('button', { name: 'Run now' }).click()
      await waitForState(page, 'Up to date')
      expect(await page.getByRole('list').getByText('Cancelled').count()).toBe(1)
    })
  })

  test('what a translator breaks is listed in the source language, and a translator that fails is tried again at once', async () => {
    translator.behaviour = { translate: (segment) => toUpperCaseText(segment).replace('<x2/>', '') }
    const id = await createTranslation(await createSource())
    let isBroken = true
    await verso.open(`/orgs/${organizationId}/translations`, admin, async (page) => {
      await waitForState(page, 'Not all of it translated')
      await page.getByRole('link', { name: /Spanish/ }).click()
      await page.waitForURL(`**/translations/${id}`)
      const kept = page.getByRole('region', { name: 'Kept in the source language' })
      await kept.getByText('Say hello to ….').waitFor()
      expect(await verso.findProblemsInLooks(page, 'translation-kept')).toEqual([])
      await page.setViewportSize({ width: 1280, height: 900 })
      await kept.getByRole('link', { name: /Open page/ }).click()
      await heading(page, 'START').first().waitFor()
      await page.goBack()

      translator.behaviour = {
        translate: toUpperCaseText,
        respondInstead: (response) => {
          if (isBroken) response.writeHead(500).end()
          return isBroken
        },
      }
      await page.getByRole('button', { name: 'Run now' }).click()
      await waitForLongDelay(id)
      await waitForState(page, 'Tried again soon')
      await page.getByText('The translator did not answer as it should').waitFor()
      isBroken = false
      await page.getByRole('button', { name: 'Try now' }).click()
      await waitForState(page, 'Up to date')
      expect(await kept.count()).toBe(0)
    })
  })

  test('terms are added, changed and deleted in the table of the glossary, and are not lost by leaving', async () => {
    const readTerms = async () => {
      const path = `/orgs/${organizationId}/translations-glossary`
      const { items } = expectStatus(200, await admin.get<ListBody<GlossaryTerms>>(path))
      return items.map(({ translations }) => translations)
    }
    await verso.open(`/orgs/${organizationId}/translations`, admin, async (page) => {
      await page.getByRole('link', { name: 'Glossary' }).click()
      await heading(page, 'There are no terms yet').waitFor()
      await page.getByRole('button', { name: 'Add term' }).click()
      await page.keyboard.type('space <b>')
      await page.getByLabel('Add language').selectOption('Spanish')
      await page.getByRole('textbox', { name: 'Spanish, term 1' }).fill('espacio')
      await page.getByRole('button', { name: 'Add term' }).click()
      await page.getByRole('textbox', { name: 'English, term 2' }).fill('page')
      await page.getByText('2 terms are not saved.').waitFor()
      await page.getByRole('link', { name: 'Jobs' }).click()
      await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor()
      await page.getByRole('button', { name: 'Stay' }).click()
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('The glossary was saved.').waitFor()
      await expectSoon(readTerms, [{ en: 'space <b>', es: 'espacio' }, { en: 'page' }])
      expect(await verso.findProblemsInLooks(page, 'glossary')).toEqual([])
      await page.setViewportSize({ width: 1280, height: 900 })

      await page.getByRole('textbox', { name: 'English, term 1' }).fill('space')
      await page.getByRole('button', { name: 'Delete the term page' }).click()
      await page.getByRole('button', { name: 'Save' }).click()
      await expectSoon(readTerms, [{ en: 'space', es: 'espacio' }])
    })
  })

  test('a reader sees translations and terms, and changes none', async () => {
    const id = await createTranslation(await createSource())
    const path = `/orgs/${organizationId}/translations-glossary`
    const operations = [{ type: 'insert', translations: { en: 'space', es: 'espacio' } }]
    expectStatus(204, await admin.put(path, { operations }))
    const reader = await verso.app.member(organizationId, 'read')
    await waitFor(
      'the translation',
      async () =>
        (await admin.get<{ result?: object }>(`/orgs/${organizationId}/translations/${id}`)).body.result !==
        undefined,
    )
    await verso.open(`/orgs/${organizationId}/translations`, reader, async (page) => {
      await waitForState(page, 'Up to date')
      expect(await page.getByRole('button', { name: 'Translate a space' }).count()).toBe(0)
      await page.getByRole('link', { name: /Spanish/ }).click()
      await heading(page, 'Runs').waitFor()
      await page.getByText('There are none.').waitFor()
      const controls = /Run now|Cancel run|Edit instructions|Delete translation/
      expect(await page.getByRole('button', { name: controls }).count()).toBe(0)
      await page.goto(`${verso.origin}/app/orgs/${organizationId}/glossary`)
      await page.getByRole('cell', { name: 'espacio' }).waitFor()
      expect(await page.getByRole('textbox').count()).toBe(0)
      expect(await page.getByRole('button', { name: /Add term|Save|Delete the term/ }).count()).toBe(0)
    })
  })
})

describe.skipIf(missingBrowser !== undefined)(
  `translations without a translator${skipNote}`,
  { timeout: 300_000 },
  () => {
    let verso: ConsoleUnderTest

    beforeAll(async () => {
      verso = await ConsoleUnderTest.start()
    }, 300_000)
    afterAll(() => verso?.stop())

    test('fail, and say which setting is missing', async () => {
      const { id: organizationId, admin } = await verso.app.organization('Fernwall')
      const { id: space } = await verso.app.space(admin, organizationId, { title: 'Handbook' })
      const body = { source: { space, language: 'en' }, language: 'es' }
      const path = `/orgs/${organizationId}/translations`
      const { id } = expectStatus(201, await admin.post<{ id: string }>(path, body))
      await verso.open(`/orgs/${organizationId}/translations/${id}`, admin, async (page) => {
        const alert = page.getByRole('alert', { name: 'No translator is set up' })
        await alert.getByText(/VERSO_TRANSLATOR/).waitFor({ timeout: RUN_TIMEOUT_MS })
        await page.getByRole('button', { name: 'Run again' }).waitFor()
        expect(await verso.findProblemsInLooks(page, 'translation-without-translator')).toEqual([])
      })
    })
  },
)
