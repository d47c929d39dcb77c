import { expect, test } from 'vitest'
import { MemoryRelease } from './memory-release.ts'

const MEGABYTE = 1024 ** 2

/** A process whose use of memory and CPU a test sets, checked every five seconds. */
class ProcessUnderTest {
  megabytes = 100
  cpu = 0
  /** How many of the megabytes are garbage. */
  garbage = 0
  collections = 0
  /** The CPU microseconds that requests take which come while it waits. */
  cpuOfNewRequests = 0
  #now = 0
  readonly #release = new MemoryRelease(
    {
      readResidentBytes: () => this.megabytes * MEGABYTE,
      readCpu: () => this.cpu,
      collectGarbage: () => {
        this.collections++
        this.megabytes -= this.garbage
        this.garbage = 0
        this.cpu += 200_000
      },
      wait: async () => {
        this.cpu += this.cpuOfNewRequests
      },
    },
    0,
  )

  async pass({ busy }: { busy: boolean }): Promise<void> {
    this.#now += 5_000
    this.cpu += busy ? 2_000_000 : 10_000
    await this.#release.check(this.#now)
  }

  grow(megabytes: number): void {
    this.megabytes += megabytes
    this.garbage += megabytes
  }
}

test('garbage is collected when a process is at rest after it has grown, and then no more', async () => {
  const tried = new ProcessUnderTest()
  await tried.pass({ busy: false })
  tried.grow(150)
  await tried.pass({ busy: true })
  expect(tried.collections).toBe(0)
  for (let times = 0; times < 5; times++) await tried.pass({ busy: false })
  expect(tried.collections).toBe(1)
  expect(tried.megabytes).toBe(100)
})

test('garbage is not collected for a little, nor again where nothing was gained by it', async () => {
  const tried = new ProcessUnderTest()
  tried.grow(10)
  await tried.pass({ busy: false })
  expect(tried.collections).toBe(0)
  tried.megabytes = 300
  tried.garbage = 0
  for (let times = 0; times < 5; times++) await tried.pass({ busy: false })
  expect(tried.collections).toBe(1)
})

test('garbage is not collected while requests come in again', async () => {
  const tried = new ProcessUnderTest()
  tried.grow(150)
  tried.cpuOfNewRequests = 100_000
  await tried.pass({ busy: false })
  expect(tried.collections).toBe(0)
  tried.cpuOfNewRequests = 1_000
  await tried.pass({ busy: false })
  expect(tried.collections).toBe(1)
})
