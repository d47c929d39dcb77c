import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectStatus, type Person } from '../../packages/server/src/testing/app.ts'
import { commitChanges, newPage } from '../../packages/server/src/testing/direct-changes.ts'
import { readList } from '../../packages/server/src/testing/lists.ts'
import { waitFor } from '../../packages/server/src/testing/wait-for.ts'
import { createZip } from '../../packages/server/src/testing/zip.ts'
import { listAddresses } from './support/addresses.ts'
import {
  collectProblems,
  ConsoleUnderTest,
  followRequests,
  launchBrowser,
  type Look,
  missingBrowser,
  skipNote,
} from './support/console.ts'

const addresses = listAddresses()

/** How many requests a screen may send, all of them counted: who is signed in as well. */
const MAX_REQUESTS = 4
/** How many reads there may be in them: a request can hold several. Differences need a page in two revisions and two forms. */
const MAX_READS = 14

/** The reads that a request is for. */
function listReads(url: URL): string[] {
  const paths = url.pathname === '/v1/batch' ? url.searchParams.getAll('path') : []
  return paths.length > 0 ? paths : [url.pathname.replace('/v1', '') + url.search]
}

const picture = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"/>')

/** A small description of an API. */
const petsSpec = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  paths: { '/pets': { get: { summary: 'List pets', responses: { 200: { description: 'Pets' } } } } },
})

describe.skipIf(missingBrowser !== undefined)(`every screen${skipNote}`, () => {
  let verso: ConsoleUnderTest
  let admin: Person
  let reader: Person
  let params: Record<string, string>

  beforeAll(async () => {
    verso = await ConsoleUnderTest.start()
    const organization = await verso.app.organization('Fernwall')
    admin = organization.admin
    reader = await verso.app.member(organization.id, 'read')
    const collection = await verso.app.collection(admin, organization.id, { title: 'Product' })
    const space = await verso.app.space(admin, organization.id, {
      title: 'Relay guide',
      parent: collection.id,
    })
    const team = await verso.app.team(admin, organization.id, 'Writers', [reader])
    const file = await verso.app.app.areas.content.files.store({ name: 'diagram.svg', bytes: picture })
    await commitChanges(verso.app, admin, space.id, [
      { type: 'put-file', id: 'diagram', file },
      { type: 'put-reusable-content', id: 'note', title: 'Note', document: { markdown: 'Shared.' } },
      newPage('retries', 'Retries', 'Text.\n\n## Part\n\nMore.'),
    ])
    const current = expectStatus(200, await admin.get<{ revision: string }>(`/spaces/${space.id}`))
    const changeRequest = expectStatus(
      201,
      await admin.post<{ id: string }>(`/spaces/${space.id}/change-requests`, { subject: 'Say it better' }),
    )
    expectStatus(
      200,
      await admin.post(`/spaces/${space.id}/change-requests/${changeRequest.id}/content`, {
        changes: [{ operation: 'update_page', page: 'retries', document: { markdown: 'Better text.' } }],
      }),
    )
    const site = await verso.app.site(admin, organization.id, { title: 'Fernwall docs', spaces: [space.id] })
    expectStatus(200, await admin.post(`/orgs/${organization.id}/sites/${site.id}/publish`))
    expectStatus(
      201,
      await admin.post(`/orgs/${organization.id}/openapi`, { slug: 'pets', source: { text: petsSpec } }),
    )
    expectStatus(201, await admin.post('/user/tokens', { name: 'Nightly import' }))
    expectStatus(
      200,
      await admin.post(`/orgs/${organization.id}/invites`, {
        emails: ['writer@fernwall.example'],
        role: 'read',
      }),
    )
    const { files } = verso.app.app.areas.content
    const archive = await files.store({
      name: 'docs.zip',
      bytes: createZip({ 'guide.md': '# Guide\n\n![](gone.png)', 'broken.docx': 'no document' }),
    })
    const importRun = expectStatus(
      201,
      await admin.post<{ id: string }>(`/org/${organization.id}/imports`, {
        source: { type: 'file', files: [files.createDownloadUrl(archive)] },
        target: { space: space.id },
      }),
    )
    const translation = expectStatus(
      201,
      await admin.post<{ id: string }>(`/orgs/${organization.id}/translations`, {
        source: { space: space.id, language: 'en' },
        language: 'es',
      }),
    )
    expectStatus(
      204,
      await admin.put(`/orgs/${organization.id}/translations-glossary`, {
        operations: [{ type: 'insert', translations: { en: 'relay', es: 'relé' } }],
      }),
    )
    // A job that ends while a screen is open makes it read again.
    await waitFor('the jobs to end', async () => {
      const { items } = await readList<{ status: string }>(admin, `/orgs/${organization.id}/jobs?limit=100`)
      return items.every(({ status }) => status !== 'pending' && status !== 'running')
    })
    params = {
      organizationId: organization.id,
      collectionId: collection.id,
      spaceId: space.id,
      pageId: 'retries',
      baseRevisionId: space.revision,
      revisionId: current.revision,
      changeRequestId: changeRequest.id,
      userId: reader.id,
      teamId: team.id,
      inviteId: 'gone',
      siteId: site.id,
      specSlug: 'pets',
      importRunId: importRun.id,
      reusableContentId: 'note',
      translationId: translation.id,
    }
  }, 300_000)
  afterAll(() => verso?.stop())

  const fill = (address: string): string =>
    address.replaceAll(/\$(\w+)/g, (_, name: string) => {
      const value = params[name]
      if (value === undefined) throw new Error(`The test has no value for $${name} of ${address}.`)
      return value
    })

  /** Opens every address in one browser, changes its look, and returns what is wrong with each. */
  async function visitAll(
    by: Person,
    locale: string,
    looks?: readonly Look[],
    browser = verso.browser,
  ): Promise<Record<string, string[]>> {
    const found: Record<string, string[]> = {}
    const context = await browser.newContext({ locale })
    await verso.signIn(context, by)
    for (const address of addresses) {
      const page = await context.newPage()
      await page.setViewportSize({ width: 1280, height: 900 })
      const problems = collectProblems(page, /40[134]/)
      const requests: string[][] = []
      page.on('request', (request) => {
        const url = new URL(request.url())
        // Streams stay open, and nobody waits for them or for what is told to others.
        if (url.pathname.endsWith('/stream') || request.method() !== 'GET') return
        if (url.pathname.startsWith('/v1/')) requests.push(listReads(url))
      })
      const waitForRequests = followRequests(page)
      await page.goto(`${verso.origin}/app${fill(address)}`)
      await page.locator('main').waitFor()
      await page.locator('h1').first().waitFor({ state: 'attached' })
      await waitForRequests()
      if (requests.length > MAX_REQUESTS || requests.flat().length > MAX_READS) {
        const shown = requests.map((reads) => reads.join(' + '))
        problems.push(`It sends ${requests.length} requests: ${shown.join(' | ')}`)
      }
      const picture = `every${address.replaceAll('/', '-').replaceAll('$', '')}-${locale}`
      problems.push(...(await verso.findProblemsInLooks(page, picture, looks)))
      if (problems.length > 0) found[address] = problems
      await page.close()
    }
    await context.close()
    return found
  }

  test('shows no error to an admin, is accessible and fits in every look', async () => {
    expect(await visitAll(admin, 'en-US')).toEqual({})
  }, 900_000)

  test('shows no error to an admin, is accessible and fits from right to left', async () => {
    expect(await visitAll(admin, 'ar', ['320 pixels'])).toEqual({})
  }, 900_000)

  test('fits where somebody has set text to twice its size', async () => {
    const browser = await launchBrowser(['--blink-settings=defaultFontSize=32,defaultFixedFontSize=26'])
    try {
      expect(await visitAll(admin, 'de', ['large text'], browser)).toEqual({})
    } finally {
      await browser.close()
    }
  }, 900_000)

  test('shows no error to a reader, and is accessible', async () => {
    expect(await visitAll(reader, 'en-US', ['light'])).toEqual({})
  }, 900_000)
})
