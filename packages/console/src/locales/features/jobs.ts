import { createFeatureWords } from '../use-words.ts'
import { jobs } from '../en/jobs.ts'

/** The texts of the screen of jobs, which are loaded with it. */
export const jobTexts = { jobs }

/** Besides what every screen may say, what that of jobs says. */
export const useJobWords = /* @__PURE__ */ createFeatureWords(jobTexts)
