import { parentPort } from 'node:worker_threads'
import { languageOf, tokenize } from './tokenize.ts'

/** Colours code in a thread of its own, one text after the other: grammars take tens of milliseconds of pure work. */
export interface ThreadRequest {
  key: string
  code: string
  syntax: string
}

// oxlint-disable unicorn/require-post-message-target-origin -- threads have no origin
parentPort?.on('message', ({ key, code, syntax }: ThreadRequest) => {
  const language = languageOf(syntax)
  const work = language === undefined ? Promise.resolve(undefined) : tokenize(code, language)
  work.then(
    (lines) => parentPort?.postMessage({ key, lines }),
    () => parentPort?.postMessage({ key, lines: undefined }),
  )
})
