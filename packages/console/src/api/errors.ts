/** An answer of the API that is not a success. */
export class ApiError extends Error {
  readonly status: number
  readonly requestId: string | undefined
  /** Whether the operation wants a sign-in of the last minutes. */
  readonly needsRecentSignIn: boolean

  constructor(
    message: string,
    details: { status: number; requestId: string | undefined; needsRecentSignIn?: boolean },
  ) {
    super(message)
    this.name = 'ApiError'
    this.status = details.status
    this.requestId = details.requestId
    this.needsRecentSignIn = details.needsRecentSignIn ?? false
  }
}

/** The server did not answer at all. */
export class NetworkError extends Error {
  constructor(cause: unknown) {
    super('The server cannot be reached.', { cause })
    this.name = 'NetworkError'
  }
}

export const isStatus = (error: unknown, ...statuses: number[]): boolean =>
  error instanceof ApiError && statuses.includes(error.status)
