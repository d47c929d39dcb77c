import { ApiError, NetworkError } from '../api/index.ts'
import { type CommonWords, useCommonWords } from '../locales/index.ts'
import { Failure } from '../ui/states.tsx'

/** What went wrong, for a person: the server's own sentence, with the number by which its log knows the request. */
export function describeError(error: unknown, words: Pick<CommonWords, 'errors'>): string {
  if (error instanceof NetworkError) return words.errors.network
  if (error instanceof ApiError) {
    return error.requestId === undefined || error.status < 500
      ? error.message
      : `${error.message} ${words.errors.request(error.requestId)}.`
  }
  return error instanceof Error ? error.message : String(error)
}

interface LoadFailureProps {
  error: unknown
  onRetry: () => void
}

/** A part of a screen whose data could not be loaded. */
export function LoadFailure({ error, onRetry }: LoadFailureProps) {
  const words = useCommonWords()
  return (
    <Failure
      title={words.errors.loadFailed}
      message={describeError(error, words)}
      retryLabel={words.common.retry}
      onRetry={onRetry}
    />
  )
}
