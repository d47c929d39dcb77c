import { setTimeout as sleep } from 'node:timers/promises'
import { GitServer } from '../../packages/server/src/testing/git-server.ts'
import { Text } from '../support/text.ts'
import { cpuWithChildren } from '../support/process.ts'
import type { Verso } from '../support/verso.ts'
import type { GrowthBench } from './bench.ts'
import type { Cost } from './measure.ts'

const PAGES = 100
const SECTIONS_PER_PAGE = 2
const STARTS = 2
const IMPORTS = 3

/** What a start of Verso costs, and the import of a space of a hundred pages over Git, until its pages are found. */
export async function measureSecondProcess(
  bench: GrowthBench,
  size: number,
): Promise<{ start: Cost; gitImport: Cost }> {
  // The first start reads the program from the disk.
  await (await bench.startAnother()).stop()
  const starts: Cost[] = []
  for (let number = 0; number < STARTS; number += 1) {
    const postgresBefore = bench.meters.postgresCpu() ?? 0
    const verso = await bench.startAnother()
    const postgresCpu = (bench.meters.postgresCpu() ?? 0) - postgresBefore
    starts.push({ size, cpu: verso.meters.cpu() ?? 0, postgresCpu })
    await verso.stop()
  }
  const verso = await bench.startAnother()
  const server = await GitServer.start()
  try {
    const text = new Text(PAGES)
    const repositories = Array.from({ length: IMPORTS + 1 }, () => server.createRepository(makeFiles(text)))
    const [first, ...others] = repositories.map(({ url }) => url)
    await importSpace(verso, bench.library.organizationId, first ?? '')
    const read = () => ({
      cpu: cpuWithChildren(verso.pid) ?? 0,
      postgresCpu: bench.meters.postgresCpu() ?? 0,
    })
    const before = read()
    for (const url of others) await importSpace(verso, bench.library.organizationId, url)
    const after = read()
    return {
      start: {
        size,
        cpu: Math.min(...starts.map(({ cpu }) => cpu)),
        postgresCpu: Math.min(...starts.map(({ postgresCpu }) => postgresCpu)),
      },
      gitImport: {
        size,
        cpu: (after.cpu - before.cpu) / IMPORTS,
        postgresCpu: (after.postgresCpu - before.postgresCpu) / IMPORTS,
      },
    }
  } finally {
    server.stop()
    await verso.stop()
  }
}

const makeFiles = (text: Text): Map<string, string> =>
  new Map(
    Array.from({ length: PAGES }, (_, n) => [
      `page-${n}.md`,
      `# ${text.title()}\n\n${text.page(n, SECTIONS_PER_PAGE)}`,
    ]),
  )

async function importSpace(verso: Verso, organizationId: string, url: string): Promise<void> {
  const { id } = await verso.call<{ id: string }>('POST', `/orgs/${organizationId}/spaces`, {})
  await verso.call('POST', `/spaces/${id}/git/import`, { url, ref: 'refs/heads/main' })
  for (;;) {
    const path = `/orgs/${organizationId}/jobs?space=${id}&limit=1`
    const { items } = await verso.call<{ items: { status: string; error?: string }[] }>('GET', path)
    const { status, error } = items[0] ?? {}
    if (status === 'failed') throw new Error(error)
    if (status === 'completed') break
    // Frequent requests would take time from what is measured.
    await sleep(50)
  }
  await verso.indexed(id, 'ba')
}
