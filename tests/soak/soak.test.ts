import { setTimeout as sleep } from 'node:timers/promises'
import { verifyRevision } from '@verso/revisions'
import { afterAll, expect, test } from 'vitest'
import { bytesToHash } from '../../packages/server/src/areas/content/store/hashes.ts'
import { ObjectStore } from '../../packages/server/src/areas/content/store/object-store.ts'
import { Database, sql } from '../../packages/server/src/database/database.ts'
import { openEmbeddedPostgres } from '../../packages/server/src/database/embedded/index.ts'
import { createDataFolder } from '../support/folders.ts'
import { sendRequest } from '../support/http.ts'
import { findFreePort } from '../support/ports.ts'
import { Scope } from '../support/scope.ts'
import { VersoServer } from '../support/verso.ts'
import { Editor } from './editor.ts'
import { Writer } from './writer.ts'
import { CacheBudget } from '../../packages/server/src/common/memory-cache.ts'

const scope = new Scope()
afterAll(() => scope.close())

const seconds = Number(process.env['VERSO_SOAK_SECONDS'] ?? 60)
const seed = Number(process.env['VERSO_SOAK_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const writers = 8
const editors = 6
const livePages = 2
const kills = 3
const token = 'a-token-that-is-given-by-the-settings'

test(
  `${writers} writers, ${editors} editors, ${seconds} seconds and ${kills} kills lose nothing that was acknowledged`,
  { timeout: seconds * 1000 + 600_000 },
  async () => {
    process.stdout.write(`soak: VERSO_SOAK_SEED=${seed}\n`)
    const VERSO_DATA_DIR = createDataFolder(scope)
    const settings = { VERSO_DATA_DIR, VERSO_ADMIN_TOKEN: token, VERSO_PORT: String(await findFreePort()) }
    let server = await VersoServer.start(scope, settings)
    const { body: organizations } = await sendRequest<{ items: { id: string }[] }>(
      `${server.origin}/v1/orgs`,
      {
        token,
      },
    )
    const { body: space } = await sendRequest<{ id: string }>(
      `${server.origin}/v1/orgs/${organizations.items[0]?.id}/spaces`,
      { token, method: 'POST', body: {} },
    )

    const clients = Array.from(
      { length: writers },
      (_, index) =>
        new Writer({
          origin: server.origin,
          token,
          spaceId: space.id,
          name: `w${index}`,
          seed: seed + index,
        }),
    )
    const stop = new AbortController()
    const liveWorld = await createLivePages(server.origin, space.id)
    const people = await Promise.all(
      Array.from({ length: editors }, (_, index) =>
        Editor.open({
          token,
          url: liveWorld.urls[index % livePages] ?? '',
          name: `e${index}`,
          seed: seed + writers + index,
        }),
      ),
    )
    const writing = Promise.all([...clients, ...people].map((client) => client.work(stop.signal)))
    for (let kill = 0; kill <= kills; kill++) {
      if (kill > 0) {
        await server.end('SIGKILL')
        server = await VersoServer.start(scope, settings)
      }
      await sleep((seconds * 1000) / (kills + 1))
    }
    stop.abort()
    await writing

    for (const client of clients) expect(await client.findLosses()).toEqual([])
    const acknowledged = clients.map(({ acknowledged }) => acknowledged)
    process.stdout.write(`soak: ${JSON.stringify(acknowledged)}\n`)
    for (const { written, merged, read } of acknowledged) {
      expect(Math.min(written, merged, read)).toBeGreaterThan(0)
    }
    await expectOneText(people, liveWorld)
    await server.stop()
    await expectConsistentDatabase(VERSO_DATA_DIR)
  },
)

interface LiveWorld {
  /** The addresses of the live pages. */
  urls: string[]
  /** The address of a page, as Markdown. */
  markdownUrls: string[]
}

/** Creates a change request with pages that several people type in. */
async function createLivePages(origin: string, spaceId: string): Promise<LiveWorld> {
  const requests = `${origin}/v1/spaces/${spaceId}/change-requests`
  const { body: changeRequest } = await sendRequest<{ id: string }>(requests, {
    token,
    method: 'POST',
    body: { subject: 'Live' },
  })
  const content = `${requests}/${changeRequest.id}/content`
  const changes = Array.from({ length: livePages }, (_, index) => ({
    operation: 'insert_page',
    title: `Live ${index}`,
    document: { markdown: '# Live\n\nThe first words.\n\n* An item of a list.\n' },
  }))
  const { body } = await sendRequest<{ changes: { page: { id: string } }[] }>(`${content}?compat=false`, {
    token,
    method: 'POST',
    body: { changes },
  })
  const pages = body.changes.map(({ page }) => `${content}/page/${page.id}`)
  return {
    urls: pages.map((page) => `${page}/live`),
    markdownUrls: pages.map((page) => `${page}?format=markdown`),
  }
}

/** Checks that all editors of a page end with one document, which has every confirmed word and is saved as it is. */
async function expectOneText(people: readonly Editor[], { markdownUrls }: LiveWorld): Promise<void> {
  for (const editor of people) await editor.settle()
  for (const editor of people) await editor.finish()
  for (const [page, url] of markdownUrls.entries()) {
    const onPage = people.filter((_, index) => index % livePages === page)
    expect(new Set(onPage.map(({ document }) => document)).size).toBe(1)
    const { body } = await sendRequest<{ markdown: string }>(url, { token })
    for (const editor of onPage) {
      expect(editor.findLosses(editor.document)).toEqual([])
      expect(editor.findLosses(body.markdown)).toEqual([])
      expect(editor.confirmed.length).toBeGreaterThan(0)
    }
  }
  const counts = people.map(({ confirmed, cutOff }) => ({ confirmed: confirmed.length, cutOff }))
  process.stdout.write(`soak, editors: ${JSON.stringify(counts)}\n`)
}

/** Checks that every counter equals a recount, and that every revision fits its hash. No server is running. */
async function expectConsistentDatabase(dataDir: string): Promise<void> {
  const quiet = { info: () => undefined, error: () => undefined }
  const postgres = await openEmbeddedPostgres(dataDir, quiet, { share: false })
  const database = new Database(postgres.address)
  try {
    expect(
      await database.rows(sql`
        select s.id, s.change_requests, s.change_requests_open, s.change_requests_draft, s.comments from spaces s
        where (s.change_requests, s.change_requests_open, s.change_requests_draft, s.comments) is distinct from (
          (select count(*) from change_requests c where c.space_id = s.id),
          (select count(*) from change_requests c where c.space_id = s.id and c.status = 'open'),
          (select count(*) from change_requests c where c.space_id = s.id and c.status = 'draft'),
          (select count(*) from comments c
            where c.space_id = s.id and c.change_request_id is null and c.resolved_at is null)
        )`),
    ).toEqual([])
    expect(
      await database.rows(sql`
        select r.id, r.comments from change_requests r
        where r.comments <> (
          select count(*) from comments c where c.change_request_id = r.id and c.resolved_at is null
        )`),
    ).toEqual([])
    expect(
      await database.rows(sql`
        select space_id, max(number), count(*) from change_requests group by space_id having max(number) <> count(*)`),
    ).toEqual([])
    const rows = await database.rows<{ root: Buffer }>(sql`select distinct root from revisions`)
    expect(rows.length).toBeGreaterThan(1)
    const reader = new ObjectStore(new CacheBudget(64 * 1024 * 1024)).createReader(database)
    for (const { root } of rows) await verifyRevision(reader, bytesToHash(root))
  } finally {
    await database.close()
    await postgres.close()
  }
}
