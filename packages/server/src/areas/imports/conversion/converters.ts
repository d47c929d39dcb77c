import { seconds } from '../../../common/clock.ts'
import { Converter } from './converter.ts'

/** How long a thread that has nothing to do is kept: starting one takes longer than most imports. */
const idleTime = 60 * seconds

/** Lets a few imports convert at the same time, each in a thread of its own; the others wait in line. */
export class Converters {
  #free: number
  readonly #waiting: (() => void)[] = []
  readonly #idle: { converter: Converter; timer: NodeJS.Timeout }[] = []
  readonly #all = new Set<Converter>()

  constructor(atOnce: number) {
    this.#free = atOnce
  }

  async use<Result>(work: (converter: Converter) => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free -= 1
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    const converter = this.#take()
    try {
      return await work(converter)
    } finally {
      this.#giveBack(converter)
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free += 1
    }
  }

  async close(): Promise<void> {
    for (const { timer } of this.#idle.splice(0)) clearTimeout(timer)
    await Promise.all([...this.#all].map((converter) => converter.close()))
  }

  #take(): Converter {
    const idle = this.#idle.pop()
    if (idle) clearTimeout(idle.timer)
    const converter = idle?.converter ?? new Converter()
    this.#all.add(converter)
    converter.busy = true
    return converter
  }

  #giveBack(converter: Converter): void {
    if (!converter.reset()) return this.#end(converter)
    converter.busy = false
    const timer = setTimeout(() => {
      this.#idle.splice(
        this.#idle.findIndex((each) => each.converter === converter),
        1,
      )
      this.#end(converter)
    }, idleTime).unref()
    this.#idle.push({ converter, timer })
  }

  #end(converter: Converter): void {
    this.#all.delete(converter)
    void converter.close()
  }
}
