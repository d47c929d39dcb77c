import { DescriptionError } from '../documents/json-value.ts'
import { DescriptionLoadError } from './description-loader.ts'
import type { SpecErrorCode } from './schema.ts'

/** Why a description could not be read, where that is not our fault. */
export interface LoadFailure {
  code: SpecErrorCode
  message: string
  /** Whether it may be otherwise in a moment. */
  isTransient: boolean
  /** What is wrong, more exactly. */
  errorCode?: string
}

export function toLoadFailure(error: unknown): LoadFailure | undefined {
  if (error instanceof DescriptionLoadError) return error
  if (error instanceof DescriptionError) {
    return { code: 'PARSE_ERROR', message: error.message, errorCode: error.code, isTransient: false }
  }
  return undefined
}
