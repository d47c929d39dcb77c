import { DescriptionError } from '../documents/tree.ts'
import { CollectError } from './collect.ts'
import type { ErrorCode } from './schema.ts'

/** Why a description could not be read, where that is not our fault. */
export interface Failure {
  code: ErrorCode
  message: string
  /** Whether it may be otherwise in a moment. */
  passing: boolean
  /** What is wrong, more exactly. */
  errorCode?: string
}

export function failureOf(error: unknown): Failure | undefined {
  if (error instanceof CollectError) return error
  if (error instanceof DescriptionError) {
    return { code: 'PARSE_ERROR', message: error.message, errorCode: error.code, passing: false }
  }
  return undefined
}
