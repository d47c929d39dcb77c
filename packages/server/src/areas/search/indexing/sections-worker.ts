import { defineTask } from '../../../workers/worker-entry.ts'
import { readSections } from './section-reader.ts'

export default defineTask(readSections)
