import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseMarkdown, extractSegments, tokenizeSegment, countWords } from '@verso/markdown'
import { readCorpusFiles, hasCorpus } from '../packages/server/src/testing/corpus.ts'
import { GitServer } from '../packages/server/src/testing/git-server.ts'
import { describeMissingApertium } from '../tests/support/apertium.ts'
import type { Measurement } from './support/measure.ts'
import { Verso } from './support/verso.ts'

interface Translation {
  id: string
  status: string
  error?: string
  stats: { runs: number; latestWords: number }
}

/**
 * A real repository, English to Spanish with Apertium: all of it, and one page that changed; beside Apertium's own
 * command with the same words as one plain text. Each number is of one word, or of one page.
 */
export async function translations(): Promise<Measurement[]> {
  if (!hasCorpus || (await describeMissingApertium()) !== undefined) return []
  const server = await GitServer.start()
  const verso = await Verso.start({ VERSO_OUTBOUND_ALLOW: '127.0.0.1', VERSO_TRANSLATOR: 'apertium' })
  const call = verso.call.bind(verso)
  try {
    const { items } = await call<{ items: { id: string }[] }>('GET', '/orgs')
    const organization = items[0]?.id ?? ''
    const { id: space } = await call<{ id: string }>('POST', `/orgs/${organization}/spaces`, {})
    const { url } = server.createRepository(readCorpusFiles())
    await call('POST', `/spaces/${space}/git/import`, { url, ref: 'refs/heads/main' })
    for (let status: string | undefined; status !== 'completed'; await sleep(20)) {
      const path = `/orgs/${organization}/jobs?space=${space}&limit=1`
      status = (await call<{ items: { status: string }[] }>('GET', path)).items[0]?.status
    }
    const results: Measurement[] = []
    const measured = async (name: string, work: () => Promise<number>) => {
      results.push(await verso.measured(name, work))
    }
    await measured('translation, all words: Apertium alone', () => alone(verso.dataDir))
    const body = { source: { space, language: 'en' }, language: 'es' }
    const path = `/orgs/${organization}/translations`
    const ended = async (id: string, runs: number): Promise<Translation> => {
      for (;;) {
        const now = await call<Translation>('GET', `${path}/${id}`)
        if (now.error !== undefined) throw new Error(now.error)
        if (now.status === 'completed' && now.stats.runs === runs) return now
        await sleep(100)
      }
    }
    const { id } = await call<Translation>('POST', path, body)
    await measured('translation, all words: Verso with Apertium', async () => {
      return (await ended(id, 1)).stats.latestWords
    })
    await changePage(call, space)
    await measured('translation, one changed page: Verso with Apertium', async () => {
      await ended(id, 2)
      return 1
    })
    return results
  } finally {
    await verso.stop()
    server.stop()
  }
}

/** The words of all pages as plain text through the program's own command; how many there were. */
async function alone(folder: string): Promise<number> {
  const segments = new Set<string>()
  for (const [path, bytes] of readCorpusFiles()) {
    if (!path.endsWith('.md')) continue
    for (const segment of extractSegments(parseMarkdown(bytes.toString()).document)) segments.add(segment)
  }
  const lines = Array.from(segments, (segment) =>
    tokenizeSegment(segment)
      .map((part) => (part.kind === 'text' ? part.text : ''))
      .join(''),
  )
  const file = join(folder, 'words.txt')
  writeFileSync(file, lines.join('\n\n'))
  const command = spawn('apertium', ['-u', 'eng-spa', file], { stdio: ['ignore', 'ignore', 'inherit'] })
  await once(command, 'exit')
  if (command.exitCode !== 0) throw new Error('apertium failed')
  return [...segments].reduce((sum, segment) => sum + countWords(segment), 0)
}

async function changePage(
  call: <Body>(method: string, path: string, body?: object) => Promise<Body>,
  space: string,
): Promise<void> {
  const { pages } = await call<{ pages: { id: string; type: string; pages?: { id: string }[] }[] }>(
    'GET',
    `/spaces/${space}/content`,
  )
  const page = pages.find(({ type }) => type === 'group')?.pages?.[0]?.id
  const { id } = await call<{ id: string }>('POST', `/spaces/${space}/change-requests`, {})
  const changes = [{ operation: 'update_page', page, document: { markdown: 'The red house is here.\n' } }]
  await call('POST', `/spaces/${space}/change-requests/${id}/content`, { changes })
  await call('POST', `/spaces/${space}/change-requests/${id}/merge`)
}
