export { createTasksArea, taskRoutes, type TasksArea } from './area.ts'
