import { parentPort } from 'node:worker_threads'
import { languageOf, type Lines, tokenize } from './tokenize.ts'

/** Colours code in a thread of its own, one text after the other: grammars take tens of milliseconds of pure work. */
export interface ThreadRequest {
  key: string
  code: string
  syntax: string
}

export interface ThreadAnswer {
  key: string
  lines: Lines | undefined
}

/** In milliseconds. What is done by then is sent off, so that one slow text holds up no other. */
const longest = 10

async function answer(requests: readonly ThreadRequest[]): Promise<void> {
  let answers: ThreadAnswer[] = []
  let since = performance.now()
  const send = (): void => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin
    parentPort?.postMessage(answers)
    answers = []
    since = performance.now()
  }
  for (const { key, code, syntax } of requests) {
    const language = languageOf(syntax)
    const lines = language === undefined ? undefined : await tokenize(code, language).catch(() => undefined)
    answers.push({ key, lines })
    if (performance.now() - since > longest) send()
  }
  if (answers.length > 0) send()
}

parentPort?.on('message', (requests: readonly ThreadRequest[]) => void answer(requests))
