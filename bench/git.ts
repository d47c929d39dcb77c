import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readCorpusFiles, hasCorpus } from '../packages/server/src/testing/corpus.ts'
import { GitServer, type TestRepository } from '../packages/server/src/testing/git-server.ts'
import type { Measurement } from './support/measure.ts'
import { Verso } from './support/verso.ts'

const ref = 'refs/heads/main'

/**
 * Synchronisation over HTTP with a real repository: all of it, one changed file, one changed page; beside `git clone` and
 * reading the files. Each number is of one page.
 */
export async function gitSync(): Promise<Measurement[]> {
  if (!hasCorpus) return []
  const server = await GitServer.start()
  const verso = await Verso.start({ VERSO_OUTBOUND_ALLOW: '127.0.0.1' })
  const call = verso.call.bind(verso)
  try {
    const { items } = await call<{ items: { id: string }[] }>('GET', '/orgs')
    const organization = items[0]?.id ?? ''
    const files = readCorpusFiles()
    const pages = [...files.keys()].filter((path) => path.endsWith('.md')).length
    const repository = server.createRepository(files)
    const results: Measurement[] = []
    const measured = async (name: string, count: number, work: () => Promise<void> | void) => {
      results.push(
        await verso.measured(name, async () => {
          await work()
          return count
        }),
      )
    }
    const space = () => call<{ id: string }>('POST', `/orgs/${organization}/spaces`, {})
    const sync = async (id: string, direction: 'import' | 'export') => {
      const message = direction === 'export' ? { commitMessage: 'Export' } : {}
      await call('POST', `/spaces/${id}/git/${direction}`, { url: repository.url, ref, ...message })
      for (;;) {
        const jobs = await call<{ items: { status: string; error?: string }[] }>(
          'GET',
          `/orgs/${organization}/jobs?space=${id}&limit=1`,
        )
        const { status, error } = jobs.items[0] ?? {}
        if (status === 'completed') return
        if (status === 'failed' || error !== undefined) throw new Error(error)
        // Frequent status requests would take CPU time from the synchronisation that is measured.
        await sleep(25)
      }
    }
    const find = (id: string) => verso.indexed(id, 'the')
    const { id: warm } = await space()
    await sync(warm, 'import')
    await find(warm)
    await measured('git, all pages: git clone and reading the files', pages, () =>
      cloneAndRead(repository, verso.dataDir),
    )
    const { id } = await space()
    await measured('git, all pages: Verso, import', pages, () => sync(id, 'import'))
    await find(id)
    const { id: searched } = await space()
    await measured('git, all pages: Verso, import, until they are found', pages, async () => {
      await sync(searched, 'import')
      await find(searched)
    })
    repository.commit('One', { 'README.md': '# Another\n\nText.\n' })
    await measured('git, one changed file: Verso, import', 1, () => sync(id, 'import'))
    const [request, revision] = [
      await call<{ id: string }>('POST', `/spaces/${id}/change-requests`, {}),
      await call<{ pages: { id: string; type: string; pages?: { id: string }[] }[] }>(
        'GET',
        `/spaces/${id}/content`,
      ),
    ]
    const page = revision.pages.find(({ type }) => type === 'group')?.pages?.[0]?.id
    const changes = [{ operation: 'update_page', page, document: { markdown: 'New.\n' } }]
    await call('POST', `/spaces/${id}/change-requests/${request.id}/content`, { changes })
    await call('POST', `/spaces/${id}/change-requests/${request.id}/merge`)
    await measured('git, one changed page: Verso, export', 1, () => sync(id, 'export'))
    return results
  } finally {
    await verso.stop()
    server.stop()
  }
}

async function cloneAndRead({ url }: TestRepository, folder: string): Promise<void> {
  const clone = join(folder, 'clone')
  // The server is in this process, so nobody may wait for Git with hands folded.
  await once(spawn('git', ['clone', '--quiet', '--depth=1', url, clone]), 'exit')
  for (const entry of readdirSync(clone, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) readFileSync(join(entry.parentPath, entry.name))
  }
}
