import { parentPort } from 'node:worker_threads'
import { bundleFiles, type DescriptionFile } from './bundle.ts'
import { validateDescription } from './validate-description.ts'
import { buildOutline } from './outline.ts'
import { writeDescriptionTexts } from './generated-pages.ts'
import { type DescriptionFormat, parseDescriptionFile } from './parse-description.ts'
import { listReferencedFiles } from './references.ts'
import type { Answered, Asked, Finished, Taken } from './thread.ts'
import { DescriptionError } from './json-value.ts'

/** The files of the description that is being read, in the order they came. */
let files: DescriptionFile[] = []
let format: DescriptionFormat = 'json'

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
  const read = parseDescriptionFile(text)
  if (files.length === 0) format = read.format
  files.push({ url, value: read.value })
  return { refersTo: listReferencedFiles(read.value, url) }
}

async function finish(spec: string): Promise<Finished> {
  const [entry, ...others] = files
  files = []
  if (!entry) throw new Error('there is nothing to finish')
  const { document, problems } = await validateDescription(bundleFiles([entry, ...others]))
  const texts = writeDescriptionTexts(buildOutline(document), spec)
  return { document: JSON.stringify(document), texts: JSON.stringify(texts), format, problems }
}

function refusal(error: unknown): Answered {
  if (error instanceof DescriptionError) return { refused: { message: error.message, code: error.code } }
  if (error instanceof RangeError && /call stack|string length/.test(error.message)) {
    return { refused: { message: 'It is nested too deeply, or too large, to be read.', code: 'TOO_DEEP' } }
  }
  throw error
}
