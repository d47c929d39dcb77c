import type { MessagePort } from 'node:worker_threads'
import type { CallMessage, FromWorker, SessionHandlers, StartMessage } from './messages.ts'

/** Asks the process that started the task, and waits for its answer. */
export type Ask = (question: unknown) => Promise<unknown>

/** Makes the default export of an entry file whose tasks are independent of each other. */
export const defineTask =
  <Task, Result>(run: (task: Task, ask: Ask) => Result | Promise<Result>) =>
  async ({ task, port }: StartMessage): Promise<Result> => {
    const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>()
    let nextQuestion = 0
    port.on('message', (message: CallMessage) => {
      if (!('id' in message)) return
      const question = waiting.get(message.id)
      waiting.delete(message.id)
      if ('error' in message) question?.reject(new Error(message.error))
      else if ('value' in message) question?.resolve(message.value)
    })
    const ask: Ask = (question) =>
      new Promise((resolve, reject) => {
        const id = (nextQuestion += 1)
        waiting.set(id, { resolve, reject })
        send(port, { id, question })
      })
    send(port, { hasStarted: true })
    try {
      // The pool gives the tasks that its users declare.
      return await run(task as Task, ask)
    } finally {
      port.close()
    }
  }

/** Makes the default export of an entry file that answers several calls with a state of its own for each session. */
export const defineSession =
  (createHandlers: () => SessionHandlers) =>
  async ({ port }: StartMessage): Promise<void> => {
    const handlers = createHandlers()
    const finished = Promise.withResolvers<void>()
    port.on('message', (message: CallMessage) => {
      if ('isFinished' in message) finished.resolve()
      else if ('name' in message) void answerCall(port, handlers, message)
    })
    send(port, { hasStarted: true })
    await finished.promise
    port.close()
  }

async function answerCall(
  port: MessagePort,
  handlers: SessionHandlers,
  { id, name, argument }: { id: number; name: string; argument: unknown },
): Promise<void> {
  try {
    // The session's type allows only calls with the argument that the handler takes.
    const handler = handlers[name] as ((argument: unknown) => unknown) | undefined
    if (!handler) throw new Error(`there is no handler "${name}"`)
    send(port, { id, value: await handler(argument) })
  } catch (error) {
    send(port, { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
}

function send(port: MessagePort, message: FromWorker): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- ports have no origin
  port.postMessage(message)
}
