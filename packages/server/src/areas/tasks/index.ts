export { createTasksArea, tasksAreaRoutes, type TasksArea } from './area.ts'
