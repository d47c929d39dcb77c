import { parentPort } from 'node:worker_threads'
import { findLanguage, type TokenLines, tokenize } from './tokenize.ts'

/** Colours code in a thread of its own, one text after the other: grammars take tens of milliseconds of pure work. */
export interface HighlightJob {
  key: string
  code: string
  syntax: string
}

export interface HighlightResult {
  key: string
  lines: TokenLines | undefined
}

/** In milliseconds. What is done by then is sent off, so that one slow text holds up no other. */
const BATCH_TIME_MS = 10

async function runJobs(requests: readonly HighlightJob[]): Promise<void> {
  let answers: HighlightResult[] = []
  let since = performance.now()
  const send = (): void => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin
    parentPort?.postMessage(answers)
    answers = []
    since = performance.now()
  }
  for (const { key, code, syntax } of requests) {
    const language = findLanguage(syntax)
    const lines = language === undefined ? undefined : await tokenize(code, language).catch(() => undefined)
    answers.push({ key, lines })
    if (performance.now() - since > BATCH_TIME_MS) send()
  }
  if (answers.length > 0) send()
}

parentPort?.on('message', (requests: readonly HighlightJob[]) => void runJobs(requests))
