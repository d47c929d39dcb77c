import { type ErrorComponentProps, Link } from '@tanstack/react-router'
import { ApiError, isStatus, NetworkError } from '../api/index.ts'
import { useWords } from '../locales/index.ts'
import { Failure } from '../ui/states.tsx'
import { LoadFailure } from './load-failure.tsx'

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
