import { type Answer, fetchAnswer } from './fetch-answer.ts'
import { batchReads, type BatchResponses } from './operations.ts'

/** A read that is waiting to be sent, or for its answer. */
interface PendingRead {
  /** Below `/v1`, with its query. */
  path: string
  signal: AbortSignal | undefined
  resolve: (answer: Answer) => void
  reject: (error: unknown) => void
}

/** As many as the server takes. */
const MAX_BATCH_READS = 20
/** Proxies refuse longer addresses, and so does the server for a single path of a batch. What is longer goes out as itself. */
const MAX_ADDRESS_LENGTH = 4000

/** The status of a read that did not fit into the answer of a batch. */
const TOO_LARGE = 413

/** So long a read waits for others to go out with, if it can. */
const MAX_WAIT_MS = 500

let gathered: PendingRead[] = []
let isDue = false
let waitTimer: ReturnType<typeof setTimeout> | undefined

/** Sends what is gathered after everything that is due now has run. A timer would wait for a second in a hidden window. */
const turn = new MessageChannel()
turn.port1.addEventListener('message', () => sendGathered())
turn.port1.start()

/**
 * Reads that are asked for at the same time, as the parts of a screen do when it is shown, go out as one request. A single
 * one goes out as itself. One that can wait goes out with the next.
 */
export const gatherRead = (
  path: string,
  { signal, canWait = false }: { signal?: AbortSignal | undefined; canWait?: boolean | undefined } = {},
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    if (canWait) waitTimer ??= setTimeout(sendGathered, MAX_WAIT_MS)
    else if (!isDue) {
      isDue = true
      turn.port2.postMessage(undefined)
    }
    gathered.push({ path, signal, resolve, reject })
  })

function sendGathered(): void {
  isDue = false
  clearTimeout(waitTimer)
  waitTimer = undefined
  const reads = gathered
  gathered = []
  for (const { signal, reject } of reads) if (signal?.aborted === true) reject(signal.reason)
  for (const batch of splitReads(reads.filter(({ signal }) => signal?.aborted !== true)))
    void sendBatch(batch)
}

function splitReads(reads: readonly PendingRead[]): PendingRead[][] {
  const batches: PendingRead[][] = []
  let length = 0
  for (const read of reads) {
    const readLength = writeBatchAddress([read]).length
    const batch = batches.at(-1)
    if (batch && batch.length < MAX_BATCH_READS && length + readLength <= MAX_ADDRESS_LENGTH) {
      batch.push(read)
      length += readLength
    } else {
      batches.push([read])
      length = readLength
    }
  }
  return batches
}

const writeBatchAddress = (reads: readonly PendingRead[]): string =>
  `/v1${batchReads.path}?${new URLSearchParams(reads.map(({ path }) => ['path', path]))}`

async function sendBatch(reads: readonly PendingRead[]): Promise<void> {
  const [first] = reads
  if (!first) return
  const signal = followAborts(reads)
  try {
    if (reads.length === 1) return first.resolve(await fetchAnswer(`/v1${first.path}`, { signal }))
    const answer = await fetchAnswer(writeBatchAddress(reads), { signal })
    // What keeps the batch from being answered keeps each of its reads.
    if (answer.status !== 200) return reads.forEach(({ resolve }) => resolve(answer))
    // The server holds its answers to the schemas that the types were made from.
    const { responses } = answer.body as BatchResponses
    reads.forEach((read, index) => {
      const response = responses[index]
      if (response?.status === TOO_LARGE) void sendBatch([read])
      else if (response) read.resolve({ ...response, needsRecentSignIn: false })
      else read.reject(new Error(`The batch has no answer for ${read.path}.`))
    })
  } catch (error) {
    for (const { reject } of reads) reject(error)
  }
}

/** Gives up each read when nobody waits for it any more, and the request when nobody waits for any of them. */
function followAborts(reads: readonly PendingRead[]): AbortSignal {
  const controller = new AbortController()
  let waiting = reads.length
  for (const { signal, reject } of reads) {
    signal?.addEventListener(
      'abort',
      () => {
        reject(signal.reason)
        waiting--
        if (waiting === 0) controller.abort()
      },
      { once: true },
    )
  }
  return controller.signal
}
