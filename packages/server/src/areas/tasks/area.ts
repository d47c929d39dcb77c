import type { Route } from '../../http/route.ts'
import type { Platform } from '../../platform.ts'
import { JobRepository } from './repository.ts'
import { jobRoutes } from './routes.ts'
import { JobService } from './service.ts'

export type TasksArea = ReturnType<typeof createTasksArea>

/** The tasks that people can see. The API calls them jobs. */
export const createTasksArea = ({ database, tasks }: Platform) => ({
  jobs: new JobService({ database, tasks, jobs: new JobRepository() }),
})

export const tasksAreaRoutes = ({ jobs }: TasksArea): Route[] => jobRoutes(jobs)
