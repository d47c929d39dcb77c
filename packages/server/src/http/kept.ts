import type { FastifyReply } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Kept } from '../common/kept.ts'
import { etagOf } from './etag.ts'

interface Answer {
  bytes: Buffer
  etag: string
}

/** The bytes of answers that never change, those asked for last. */
export class KeptAnswers {
  readonly #answers = new LRUCache<string, Answer>({
    maxSize: 64 * 1024 * 1024,
    sizeCalculation: ({ bytes }, key) => bytes.byteLength + key.length + 200,
  })

  async send(reply: FastifyReply, operationId: string, { key, make }: Kept<unknown>): Promise<FastifyReply> {
    const name = `${operationId} ${key}`
    let answer = this.#answers.get(name)
    if (!answer) {
      // By the schema of the route, as Fastify itself would.
      const text: unknown = reply.serialize(await make())
      if (typeof text !== 'string') throw new TypeError('an answer is text')
      answer = { bytes: Buffer.from(text), etag: etagOf(text) }
      this.#answers.set(name, answer)
    }
    return reply.header('etag', answer.etag).type('application/json; charset=utf-8').send(answer.bytes)
  }
}
