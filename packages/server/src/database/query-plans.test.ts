import { afterAll, expect, test } from 'vitest'
import type { ChangeRequest } from '../areas/content/change-requests/schema.ts'
import { expectStatus, type Person, TestApp } from '../testing/app.ts'
import { findPageId, writePages } from '../testing/content.ts'
import { writeMention } from '../testing/inbox.ts'
import { assumeLargeTables, findFullScans, forgetStatistics } from '../testing/query-plans.ts'
import { SitePublisher } from '../testing/site-publisher.ts'

const app = await TestApp.start({ publicUrl: 'https://verso.example' })
afterAll(() => app.stop())

const publisher = await SitePublisher.create(app)
const { organization, admin } = publisher
const member = await app.member(organization, 'edit')
const team = await app.team(admin, organization, 'Writers', [member])
const collection = await app.collection(admin, organization, { title: 'Products' })
const { space, site, path: sitePath } = await publisher.publish()
await app.space(admin, organization, { title: 'Below', parent: collection.id })
await writePages(admin, space.id, [
  { title: 'Install', markdown: 'Install the server, see [the settings](settings.md).' },
  { title: 'Settings', markdown: 'The settings of the server.' },
])
const invitation = { teams: [team.id], users: [member.id], role: 'edit' }
expectStatus(204, await admin.post(`/spaces/${space.id}/permissions`, invitation))
await app.app.areas.search.indexer.waitForFlush()
const pageId = await findPageId(admin, space.id, 'install')
const spacePath = `/spaces/${space.id}`
const organizationPath = `/orgs/${organization}`
const changeRequests = `${spacePath}/change-requests`

const read = async (path: string, by: Person = member): Promise<void> => {
  expectStatus(200, await by.get(path))
}

/** Writes and merges as people do: a change, a comment with an answer, a review, the merge. */
async function writeAndMerge(): Promise<void> {
  const { id } = expectStatus(201, await member.post<ChangeRequest>(changeRequests, { subject: 'Words' }))
  const path = `${changeRequests}/${id}`
  const changes = [{ operation: 'update_page', page: pageId, document: { markdown: 'Install it.' } }]
  expectStatus(200, await member.post(`${path}/content`, { changes }))
  const comment = await admin.post<{ id: string }>(`${path}/comments`, {
    body: { markdown: `Why, ${writeMention(member)}?` },
  })
  const replies = `${path}/comments/${expectStatus(200, comment).id}/replies`
  expectStatus(200, await member.post(replies, { body: { markdown: 'It is shorter.' } }))
  expectStatus(201, await admin.post(`${path}/reviews`, { status: 'approved' }))
  await read(path)
  await read(`${path}/changes`)
  await read(`${path}/mergeability`)
  await read(`${path}/comments`)
  expectStatus(200, await admin.post(`${path}/merge`))
}

/** What people and programs ask for most. */
const operations: Record<string, () => Promise<void>> = {
  'get a space': () => read(spacePath),
  'list spaces, as a member': () => read(`${organizationPath}/spaces`),
  'list spaces, as an admin': () => read(`${organizationPath}/spaces`, admin),
  'list the spaces of a collection': () => read(`/collections/${collection.id}/spaces`),
  'list collections': () => read(`${organizationPath}/collections`),
  'list members': () => read(`${organizationPath}/members`, admin),
  'list teams': () => read(`${organizationPath}/teams`),
  'list who has access to a space': () => read(`${spacePath}/permissions/aggregate`, admin),
  'explain access to a space': () => read(`${spacePath}/permissions/users/${member.id}/explain`, admin),
  'read the tree of pages': () => read(`${spacePath}/content`),
  'read a page': () => read(`${spacePath}/content/page/${pageId}`),
  'find a page by its path': () => read(`${spacePath}/content/path/install`),
  'list revisions': () => read(`${spacePath}/revisions`),
  'list links of a space': () => read(`${spacePath}/links`),
  'list backlinks of a page': () => read(`${spacePath}/content/page/${pageId}/backlinks`),
  'list files': () => read(`${spacePath}/content/files`),
  'list change requests of a space': () => read(changeRequests),
  'list change requests of the organization': () => read(`${organizationPath}/change-requests`),
  'write, discuss, review and merge': writeAndMerge,
  'search a space': () => read(`${spacePath}/search?query=settings`),
  'search the organization, as a member': () => read(`${organizationPath}/search?query=settings`),
  'search the organization, as an admin': () => read(`${organizationPath}/search?query=settings`, admin),
  'list notifications': () => read('/user/notifications'),
  'list jobs': () => read(`${organizationPath}/jobs`, admin),
  'list sites': () => read(`${organizationPath}/sites`),
  'read the structure of a site': () => read(`${organizationPath}/sites/${site.id}/structure`),
  'open a published page': async () => {
    expect((await publisher.get(`${sitePath}/install`)).status).toBe(200)
  },
  'search a published site': async () => {
    const answer = await publisher.get(`${sitePath}/~verso/search?q=settings`, { accept: 'application/json' })
    expect(answer.status).toBe(200)
  },
}

/** Which statements each operation sends. */
async function recordStatements(): Promise<Map<string, string>> {
  const recorded = new Map<string, string>()
  for (const [operation, run] of Object.entries(operations)) {
    const stop = app.database.onQuery((text) => {
      if (/^\s*(?:with|select|insert|update|delete)\b/i.test(text)) recorded.set(text, operation)
    })
    await run()
    await app.app.areas.search.indexer.waitForFlush()
    stop()
  }
  return recorded
}

const statements = await recordStatements()

/** Statements that read a whole table, and why they may. */
const allowedScans: Record<string, string> = {
  'list who has access to a space: site_spaces':
    'it lists the members of the organization with what each was granted, and is planned anew each time',
}

async function listFullScans(): Promise<string[]> {
  const scans: string[] = []
  for (const [text, operation] of statements) {
    const tables = await findFullScans(app.database, text)
    const summary = `${operation}: ${tables.join(', ')}`
    if (tables.length > 0 && !(summary in allowedScans)) scans.push(`${summary}\n${text}`)
  }
  return scans
}

test('the operations send statements of many kinds', () => {
  expect(statements.size).toBeGreaterThan(60)
})

test('no statement reads a whole table where nothing is known of the tables yet', async () => {
  await forgetStatistics(app.database)
  expect(await listFullScans()).toEqual([])
})

test('no statement reads a whole table of an installation with a million pages', async () => {
  await assumeLargeTables(app.database)
  expect(await listFullScans()).toEqual([])
})
