import { Writable } from 'node:stream'
import { createLogger } from '../monitoring/logger.ts'

/** A line of the log. */
export type LogLine = Record<string, unknown>

/** The logger of the product, which keeps everything that is logged, at every level. */
export class MemoryLog {
  #text = ''
  readonly logger = createLogger(
    'trace',
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
