import { type ErrorComponentProps, Link } from '@tanstack/react-router'
import { ApiError, isStatus, NetworkError } from '../api/index.ts'
import { useWords, type Words } from '../locales/index.ts'
import { Failure } from '../ui/states.tsx'

/** What went wrong, for a person: the server's own sentence, with the number by which its log knows the request. */
export function describeError(error: unknown, words: Words): string {
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
  const words = useWords()
  return (
    <Failure
      title={words.errors.loadFailed}
      message={describeError(error, words)}
      retryLabel={words.common.retry}
      onRetry={onRetry}
    />
  )
}

/** One page for what does not exist and what one may not see, because the API gives one answer to both. */
export function NotFoundScreen() {
  const { errors } = useWords()
  return (
    <main id="main" tabIndex={-1}>
      <div className="wrap">
        <div className="blank">
          <h1>{errors.notFoundTitle}</h1>
          <p>{errors.notFoundText}</p>
          <div className="actions">
            <Link className="btn outline" to="/">
              {errors.toHome}
            </Link>
          </div>
        </div>
      </div>
    </main>
  )
}

/** Shown in place of a screen that could not be loaded, or that failed. */
export function FailedScreen({ error, reset }: ErrorComponentProps) {
  const words = useWords()
  if (isStatus(error, 404)) return <NotFoundScreen />
  const isKnown = error instanceof ApiError || error instanceof NetworkError
  return (
    <main id="main" tabIndex={-1}>
      <div className="wrap">
        {isKnown ? (
          <LoadFailure error={error} onRetry={reset} />
        ) : (
          <Failure
            title={words.errors.crashedTitle}
            message={words.errors.crashedText}
            retryLabel={words.errors.reload}
            onRetry={() => location.reload()}
          />
        )}
      </div>
    </main>
  )
}
