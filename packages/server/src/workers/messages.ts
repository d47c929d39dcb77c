import type { MessagePort } from 'node:worker_threads'

/** What a thread is started with: the task, and the port over which both sides talk while it runs. */
export interface StartMessage {
  task: unknown
  port: MessagePort
}

/** From the pool to a thread: a call of a session, its end, or the answer to a question of the thread. */
export type CallMessage =
  | { id: number; name: string; argument: unknown }
  | { id: number; value: unknown }
  | { id: number; error: string }
  | { isFinished: true }

/** From a thread to the pool: that it has begun, a question, or the answer to a call. */
export type FromWorker =
  | { hasStarted: true }
  | { id: number; question: unknown }
  | { id: number; value: unknown }
  | { id: number; error: string }

/** What the thread of a session answers, by name. Each function has one argument. */
export type SessionHandlers = Record<string, (argument: never) => unknown>
