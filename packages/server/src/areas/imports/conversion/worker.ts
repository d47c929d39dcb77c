import { parentPort } from 'node:worker_threads'
import { Reader } from './read.ts'
import type { ReadRequest, WriteRequest } from './types.ts'

/** A batch of pages to read, or to write. */
export type Task = { id: number } & ({ read: ReadRequest[] } | { write: WriteRequest[] } | { forget: true })

const port = parentPort
if (!port) throw new Error('this file is for a worker thread')
let reader = new Reader()

port.on('message', (task: Task) => {
  if ('forget' in task) {
    reader = new Reader()
    return
  }
  const answer =
    'read' in task
      ? Promise.all(task.read.map((request) => reader.read(request)))
      : Promise.resolve(task.write.map((request) => reader.write(request)))
  answer.then(
    (pages) => port.postMessage({ id: task.id, pages }),
    (error: unknown) => port.postMessage({ id: task.id, error: String(error) }),
  )
})
