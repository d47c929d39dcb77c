import { Writable } from 'node:stream'
import { pino } from 'pino'

/** A line of the log. */
export type LogLine = Record<string, unknown>

/** A logger that keeps everything that is logged, at every level. */
export class MemoryLog {
  #text = ''
  readonly logger = pino(
    { level: 'trace', base: null },
    new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        this.#text += chunk.toString()
        done()
      },
    }),
  )

  get text(): string {
    return this.#text
  }

  get lines(): LogLine[] {
    return this.#text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as LogLine)
  }
}
