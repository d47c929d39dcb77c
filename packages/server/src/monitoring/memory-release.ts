import { setTimeout as sleep } from 'node:timers/promises'

const CHECK_INTERVAL_MS = 5_000
/** A process that was at rest may have got requests just now. */
const LAST_LOOK_MS = 300
/** A process that takes less of a core than this is at rest. */
const MAX_CPU_AT_REST = 0.05
/** Collecting takes some tenths of a second, in which nothing is answered, so there has to be something to collect. */
const MIN_GROWTH_BYTES = 24 * 1024 ** 2

/** What a process uses, and the way to make it less. */
export interface ProcessMemory {
  /** The bytes in memory. */
  readResidentBytes: () => number
  /** The CPU microseconds used so far. */
  readCpu: () => number
  collectGarbage: () => Promise<void> | void
  /** Waits while the process goes on. */
  wait: (milliseconds: number) => Promise<unknown>
}

/**
 * Gives memory back when a process is at rest after it was busy. V8 collects garbage when there is something to allocate, so a
 * process that nobody uses any more would keep what its last requests have left, for as long as nobody comes.
 */
export class MemoryRelease {
  readonly #memory: ProcessMemory
  /** What it had when garbage was collected last, or the least since. */
  #leastBytes: number
  #cpu: number
  #checkedAt: number

  constructor(memory: ProcessMemory, now: number = performance.now()) {
    this.#memory = memory
    this.#leastBytes = memory.readResidentBytes()
    this.#cpu = memory.readCpu()
    this.#checkedAt = now
  }

  /** Checks from time to time. Returns what ends that. */
  static start(memory: ProcessMemory | undefined = findProcessMemory()): () => void {
    if (!memory) return () => undefined
    const release = new MemoryRelease(memory)
    const timer = setInterval(() => void release.check(), CHECK_INTERVAL_MS).unref()
    return () => clearInterval(timer)
  }

  async check(now: number = performance.now()): Promise<void> {
    const cpu = this.#memory.readCpu()
    const isAtRest = hasRested(cpu - this.#cpu, now - this.#checkedAt)
    this.#cpu = cpu
    this.#checkedAt = now
    const bytes = this.#memory.readResidentBytes()
    this.#leastBytes = Math.min(this.#leastBytes, bytes)
    if (!isAtRest || bytes - this.#leastBytes < MIN_GROWTH_BYTES) return
    await this.#memory.wait(LAST_LOOK_MS)
    if (!hasRested(this.#memory.readCpu() - cpu, LAST_LOOK_MS)) return
    await this.#memory.collectGarbage()
    this.#leastBytes = this.#memory.readResidentBytes()
    // What collecting took is no work.
    this.#cpu = this.#memory.readCpu()
  }
}

const hasRested = (cpuMicroseconds: number, milliseconds: number): boolean =>
  cpuMicroseconds / 1000 < milliseconds * MAX_CPU_AT_REST

/** This process; undefined where Node was started without the flag that lets it collect garbage. */
function findProcessMemory(): ProcessMemory | undefined {
  const collect = globalThis.gc
  if (!collect) return undefined
  return {
    readResidentBytes: () => process.memoryUsage.rss(),
    readCpu: () => {
      const { user, system } = process.cpuUsage()
      return user + system
    },
    // The other flavor keeps the memory for what is allocated next.
    collectGarbage: () => collect({ type: 'major', execution: 'async', flavor: 'last-resort' }),
    wait: (milliseconds) => sleep(milliseconds, undefined, { ref: false }),
  }
}
