import { defineTask } from '../../../workers/worker-entry.ts'
import { type TextTasks, textTasks } from './text-tasks.ts'

export default defineTask(({ name, input }: { name: keyof TextTasks; input: never }) =>
  textTasks[name](input),
)
