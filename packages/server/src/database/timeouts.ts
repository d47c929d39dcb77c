/** How long the database may take, in milliseconds. 0 sets no limit. */
export interface DatabaseTimeouts {
  /** Until there is a connection, a new one or one that somebody gives back. */
  connectMs: number
  /** One statement of a request. */
  statementMs: number
  /** How long a statement of a request waits for a lock. */
  lockMs: number
  /** How long a transaction of a request may stay open without sending a statement. */
  idleTransactionMs: number
  /** One statement, or one pause in a transaction, of a job or a task. They wait for locks as long. */
  jobMs: number
}

/** The limits of one pool of connections. */
export interface PoolTimeouts {
  connectMs: number
  statementMs: number
  lockMs: number
  idleTransactionMs: number
}

export const noTimeouts: PoolTimeouts = { connectMs: 0, statementMs: 0, lockMs: 0, idleTransactionMs: 0 }

/** The limits for jobs and tasks, which work on whole spaces and nobody waits for. */
export const buildJobTimeouts = ({ connectMs, jobMs }: DatabaseTimeouts): PoolTimeouts => ({
  connectMs,
  statementMs: jobMs,
  lockMs: jobMs,
  idleTransactionMs: jobMs,
})

/** PostgreSQL ends a statement in time. Only when it does not answer at all does this process stop waiting, a bit later. */
const ANSWER_GRACE_MS = 5000

/** How long this process waits for the answer to one statement; undefined for ever. */
export const getAnswerTimeout = ({ statementMs }: PoolTimeouts): number | undefined =>
  statementMs === 0 ? undefined : statementMs + ANSWER_GRACE_MS

/** The settings of PostgreSQL for these limits. A limit that is not set leaves what the account or the server has. */
export const listTimeoutSettings = ({ statementMs, lockMs, idleTransactionMs }: PoolTimeouts): string[] =>
  [
    ['statement_timeout', statementMs] as const,
    ['lock_timeout', lockMs] as const,
    ['idle_in_transaction_session_timeout', idleTransactionMs] as const,
  ].flatMap(([name, milliseconds]) => (milliseconds === 0 ? [] : [`${name} = ${milliseconds}`]))
