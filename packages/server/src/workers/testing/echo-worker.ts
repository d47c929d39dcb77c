import { setTimeout as delay } from 'node:timers/promises'
import { defineTask } from '../worker-entry.ts'

export type EchoTask =
  | { echo: string }
  | { ask: string }
  | { fail: string }
  | { spin: true }
  | { fill: true }
  | { delayMs: number }

/** Tasks for the tests of the pool, each with one way to end. */
export default defineTask(async (task: EchoTask, ask) => {
  if ('ask' in task) return { answer: await ask(task.ask) }
  if ('fail' in task) throw new Error(task.fail)
  if ('delayMs' in task) await delay(task.delayMs)
  if ('fill' in task) fillMemory()
  if ('spin' in task) spinForever()
  return 'echo' in task ? { answer: task.echo, environment: Object.keys(process.env) } : { answer: 'done' }
})

function spinForever(): void {
  for (let turns = 0; turns >= 0; turns = (turns + 1) % 2);
}

function fillMemory(): void {
  const values: unknown[] = []
  while (values.length >= 0) values.push(Array.from({ length: 10_000 }, (_, index) => ({ index })))
}
