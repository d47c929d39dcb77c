import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'

const TXT_TYPE = 16
const NO_ERROR = 0
const SERVER_FAILURE = 2
const NO_SUCH_NAME = 3

/** A name server with TXT records, on a port of its own. */
export class TestDnsServer {
  readonly #records = new Map<string, string[]>()
  readonly #socket: Socket
  /** Answers all questions with an error of the server. */
  isBroken = false
  /** The names that were asked for. */
  readonly questions: string[] = []

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.on('message', (query, { port, address }) => socket.send(this.#answer(query), port, address))
  }

  static async start(): Promise<TestDnsServer> {
    const socket = createSocket('udp4')
    socket.bind(0, '127.0.0.1')
    await once(socket, 'listening')
    return new TestDnsServer(socket)
  }

  /** Its address, as `VERSO_DNS_SERVERS` takes it. */
  get address(): string {
    return `127.0.0.1:${this.#socket.address().port}`
  }

  setTexts(name: string, ...texts: string[]): void {
    this.#records.set(name.toLowerCase(), texts)
  }

  stop(): void {
    this.#socket.close()
  }

  #answer(query: Buffer): Buffer {
    const { name, type, end } = readQuestion(query)
    this.questions.push(name)
    const texts = type === TXT_TYPE ? this.#records.get(name.toLowerCase()) : undefined
    const status = this.isBroken ? SERVER_FAILURE : texts ? NO_ERROR : NO_SUCH_NAME
    const answers = this.isBroken ? [] : (texts ?? []).map(createTxtAnswer)
    const header = Buffer.alloc(12)
    header.writeUInt16BE(query.readUInt16BE(0), 0)
    // A response, with recursion desired and available.
    header.writeUInt16BE(0x8180 | status, 2)
    header.writeUInt16BE(1, 4)
    header.writeUInt16BE(answers.length, 6)
    return Buffer.concat([header, query.subarray(12, end), ...answers])
  }
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.'), type: query.readUInt16BE(at + 1), end: at + 5 }
}

function createTxtAnswer(text: string): Buffer {
  // A string of a record has at most 255 bytes, and a record has as many strings as it needs.
  const parts = text.match(/[^]{1,255}/g) ?? ['']
  const data = Buffer.concat(
    parts.map((part) => Buffer.concat([Buffer.from([part.length]), Buffer.from(part, 'latin1')])),
  )
  const answer = Buffer.alloc(12)
  // The name is that of the question.
  answer.writeUInt16BE(0xc00c, 0)
  answer.writeUInt16BE(TXT_TYPE, 2)
  answer.writeUInt16BE(1, 4)
  answer.writeUInt32BE(0, 6)
  answer.writeUInt16BE(data.length, 10)
  return Buffer.concat([answer, data])
}
