import { useStoredChoice } from '../../../app/stored-choice.ts'

const forms = ['page', 'unified', 'split'] as const

/** How differences are shown: as readers see the page, or as Markdown in one text or in two beside each other. */
export type DiffForm = (typeof forms)[number]

/** The form that somebody has chosen last, on any device. */
export const useDiffForm = (): [DiffForm, (form: DiffForm) => void] => useStoredChoice('differences', forms)
