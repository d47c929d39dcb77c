import { type HighlightJob, runHighlightJobs } from '@verso/site'
import { defineTask } from '../../../workers/worker-entry.ts'

export default defineTask((jobs: readonly HighlightJob[]) => runHighlightJobs(jobs))
