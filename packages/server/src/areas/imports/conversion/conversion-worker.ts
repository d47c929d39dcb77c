import { defineSession } from '../../../workers/worker-entry.ts'
import { PageReader } from './page-reader.ts'
import type { ReadRequest, WriteRequest } from './types.ts'

export type ConversionHandlers = ReturnType<typeof createHandlers>

export default defineSession(createHandlers)

/** The reader remembers the pages that it has read, so that they can be written later. */
function createHandlers() {
  const reader = new PageReader()
  return {
    read: (requests: ReadRequest[]) => Promise.all(requests.map((request) => reader.read(request))),
    write: (requests: WriteRequest[]) => requests.map((request) => reader.write(request)),
  }
}
