export { isUnderWay, JobState, REFRESH_MS } from './job-state.tsx'
