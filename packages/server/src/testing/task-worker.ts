import { setTimeout as sleep } from 'node:timers/promises'
import { days } from '../common/clock.ts'
import { Database, sql } from '../database/database.ts'
import { TaskRunner } from '../jobs/task-runner.ts'
import { Tasks } from '../jobs/tasks.ts'

/**
 * A process that works on tasks of the type `write`, for tests that need more than one process, or one to kill. Each
 * leaves a line when it begins, waits, and then leaves a line and completes in one transaction.
 */
const database = new Database(JSON.parse(process.argv[2] ?? '{}') as { connectionString: string })
// Tests advance their clock, so this clock is far ahead, and every task is due.
const clock = { now: () => new Date(Date.now() + 1000 * days) }
const tasks = new Tasks({ clock })

tasks.handle<{ text: string; milliseconds: number }>('write', async (task) => {
  const { text, milliseconds } = task.data
  await database.execute(
    sql`insert into watched.lines (event, text, pid) values ('began', ${text}, ${process.pid})`,
  )
  await sleep(milliseconds, undefined, { signal: task.signal })
  await database.transaction(async (tx) => {
    await tx.execute(
      sql`insert into watched.lines (event, text, pid) values ('wrote', ${text}, ${process.pid})`,
    )
    await task.complete(tx)
  })
})

new TaskRunner({ database, tasks, clock, onError: () => undefined }).start()
