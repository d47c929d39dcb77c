import { Socket } from 'node:net'
import type pg from 'pg'

/** The error of a statement that PostgreSQL did not answer at all. */
export class AnswerTimeoutError extends Error {
  override name = 'AnswerTimeoutError'
}

/** Whether PostgreSQL did not answer a statement at all, not even that it took too long. */
export const isAnswerTimeout = (error: unknown): boolean => error instanceof AnswerTimeoutError

/** What the types of pg leave out. */
interface ClientState {
  connection: pg.Connection
  /** False from when a statement is sent until it is answered. */
  readyForQuery: boolean
}

/**
 * Ends a connection on which nothing came or went for so long while a statement waits for its answer. The timer is that of
 * the socket, made once a connection: a timer for each statement, as `query_timeout` of pg makes, keeps what the statements
 * return in memory for so long that collecting it costs more than the statement.
 */
export function limitAnswerTime(client: pg.ClientBase, timeoutMs: number): void {
  const state = client as unknown as ClientState
  const { stream } = state.connection
  if (!(stream instanceof Socket)) return
  stream.setTimeout(timeoutMs)
  stream.on('timeout', () => {
    // A connection that nobody uses is as silent, and stays.
    if (state.readyForQuery) return
    stream.destroy(new AnswerTimeoutError(`The database did not answer within ${timeoutMs} ms.`))
  })
}
