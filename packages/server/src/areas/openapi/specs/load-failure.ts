import { MAX_TASK_ATTEMPTS } from '../../../jobs/tasks.ts'
import { DescriptionError } from '../documents/json-value.ts'
import { DescriptionLoadError } from './description-loader.ts'
import type { SpecErrorCode } from './schema.ts'

/** Why a description could not be loaded, if its author or its server caused it. */
export interface LoadFailure {
  code: SpecErrorCode
  message: string
  /** Whether a later attempt may succeed. */
  isTransient: boolean
  /** A more specific code. */
  errorCode?: string
}

/** Undefined for an error of Verso itself. */
export function toLoadFailure(error: unknown): LoadFailure | undefined {
  if (error instanceof DescriptionLoadError) return error
  if (error instanceof DescriptionError) {
    return { code: 'PARSE_ERROR', message: error.message, errorCode: error.code, isTransient: false }
  }
  return undefined
}

/** What people are told of an error of Verso itself, after which the task is tried again unless this was the last time. */
export const describeOwnError = (work: string, attempt: number): string =>
  `Verso failed to ${work} the description. ${
    attempt < MAX_TASK_ATTEMPTS
      ? 'It is tried again.'
      : 'It is not tried again: start it once more, or ask the operator, who finds the error in the log.'
  }`
