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
