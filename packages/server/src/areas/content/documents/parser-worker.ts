import { parentPort } from 'node:worker_threads'
import { MarkdownError, parseMarkdown } from '@verso/markdown'
import type { Parsed } from './parser-thread.ts'

/** Parses what it is sent, one text after the other. */
parentPort?.on('message', (markdown: string) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(parse(markdown))
})

function parse(markdown: string): Parsed {
  try {
    return { document: parseMarkdown(markdown).document }
  } catch (error) {
    if (error instanceof MarkdownError) return { refused: error.message }
    throw error
  }
}
