import { setTimeout as sleep } from 'node:timers/promises'
import { type MemoryUse, readMemoryUse } from '../memory.ts'
import { headers } from '../support/verso.ts'
import { type GrowthBench, withGrowthBench } from './bench.ts'
import { SizedSpace, sizes } from './pages.ts'

/** V8 gives memory back some seconds after the last request. */
const REST_MS = 20_000
const AT_ONCE = 8

/** What a process has in memory after every page of a space was read, and all of them as one list. */
export async function measureReadMemory(): Promise<MemoryUse[]> {
  const uses: MemoryUse[] = []
  for (const size of sizes) {
    await withGrowthBench(async (bench) => {
      const space = new SizedSpace(bench, size)
      await space.create()
      uses.push(readMemoryUse(bench, `before ${size.toLocaleString('en')} pages are read`))
      await readPages(bench, space, size)
      uses.push(readMemoryUse(bench, `after ${size.toLocaleString('en')} pages were read`))
      await get(bench, space, 'pages')
      uses.push(readMemoryUse(bench, 'and all of them as one list'))
      await sleep(REST_MS)
      uses.push(readMemoryUse(bench, `${REST_MS / 1000} s later`))
    })
  }
  return uses
}

async function readPages(bench: GrowthBench, space: SizedSpace, size: number): Promise<void> {
  const numbers = Array.from({ length: size }, (_, number) => number).values()
  const read = async () => {
    for (const number of numbers) await get(bench, space, `page/page-${number}`)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, read))
}

async function get({ url }: GrowthBench, { id }: SizedSpace, path: string): Promise<void> {
  const answer = await fetch(`${url}/v1/spaces/${id}/content/${path}`, { headers })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`${path} was answered ${answer.status}`)
}
