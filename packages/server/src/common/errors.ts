/**
 * The errors that services throw, by cause. `http/errors.ts` turns them into responses. Every other error is a fault of
 * Verso and becomes a 500 without details.
 */
export abstract class DomainError extends Error {
  abstract readonly status: number
}

/** The request itself is wrong: a field, a cursor, a combination of options. */
export class Invalid extends DomainError {
  readonly status = 400
}

export class Unauthenticated extends DomainError {
  readonly status = 401
}

/** The caller may see the object, but may not do this with it. */
export class Forbidden extends DomainError {
  readonly status = 403
}

/** The caller may do this, but only shortly after they signed in. */
export class SignInTooOld extends Forbidden {}

/** The object does not exist, or the caller may not see it. Both have the same message, so that nobody can tell which. */
export class NotFound extends DomainError {
  readonly status = 404

  constructor(kind: string, id: string) {
    super(`There is no ${kind} "${shortenId(id)}", or you have no access to it.`)
  }
}

/** The request is valid, but conflicts with the current state. */
export class Conflict extends DomainError {
  readonly status = 409
}

/** The request needs a state that something else must establish first. */
export class PreconditionFailed extends DomainError {
  readonly status = 412
}

/** The request has more bytes than are accepted. */
export class TooLarge extends DomainError {
  readonly status = 413
}

/** The caller must wait before they try again. */
export class TooManyRequests extends DomainError {
  readonly status = 429
  readonly retryAfterSeconds: number

  constructor(message: string, retryAfterSeconds: number) {
    super(message)
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export class Unavailable extends DomainError {
  readonly status = 503
}

const shortenId = (id: string): string => (id.length > 64 ? `${id.slice(0, 64)}…` : id)
