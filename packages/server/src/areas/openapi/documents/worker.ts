import { parentPort } from 'node:worker_threads'
import { bundle, type DescriptionFile } from './bundle.ts'
import { check } from './check.ts'
import { outlineOf } from './outline.ts'
import { textsOf } from './pages.ts'
import { type Format, readDescription } from './read.ts'
import { filesReferredTo } from './references.ts'
import type { Answered, Asked, Finished, Taken } from './thread.ts'
import { DescriptionError } from './tree.ts'

/** The files of the description that is being read, in the order they came. */
let files: DescriptionFile[] = []
let format: Format = 'json'

/** Answers what it is sent, one message after the other. */
parentPort?.on('message', (asked: Asked) => {
  // What is nobody's fault but ours is thrown again, and ends the thread.
  void answer(asked).catch(refusal).then(send)
})

function send(answered: Answered): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(answered)
}

async function answer(asked: Asked): Promise<Answered> {
  return asked.ask === 'take'
    ? { taken: take(asked.text, asked.url) }
    : { finished: await finish(asked.spec) }
}

function take(text: string, url: string | undefined): Taken {
  const read = readDescription(text)
  if (files.length === 0) format = read.format
  files.push({ url, value: read.value })
  return { refersTo: filesReferredTo(read.value, url) }
}

async function finish(spec: string): Promise<Finished> {
  const [entry, ...others] = files
  files = []
  if (!entry) throw new Error('there is nothing to finish')
  const { document, problems } = await check(bundle([entry, ...others]))
  const texts = textsOf(outlineOf(document), spec)
  return { document: JSON.stringify(document), texts: JSON.stringify(texts), format, problems }
}

function refusal(error: unknown): Answered {
  if (error instanceof DescriptionError) return { refused: { message: error.message, code: error.code } }
  if (error instanceof RangeError && /call stack|string length/.test(error.message)) {
    return { refused: { message: 'It is nested too deeply, or too large, to be read.', code: 'TOO_DEEP' } }
  }
  throw error
}
