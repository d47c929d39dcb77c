/**
 * What can go wrong, by cause. Services throw these; `http/errors.ts` turns them into answers. Everything
 * else that is thrown is our own fault and becomes a 500 without details.
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

/** The caller may see the thing but not do this with it. */
export class Forbidden extends DomainError {
  readonly status = 403
}

/** It does not exist, or the caller may not know that it does: both read the same. */
export class NotFound extends DomainError {
  readonly status = 404

  constructor(what: string, id: string) {
    super(`There is no ${what} "${shortened(id)}", or you have no access to it.`)
  }
}

/** The request is right, the state of things is against it. */
export class Conflict extends DomainError {
  readonly status = 409
}

/** Something else must be done first. */
export class PreconditionFailed extends DomainError {
  readonly status = 412
}

/** More bytes than are taken. */
export class TooLarge extends DomainError {
  readonly status = 413
}

export class Unavailable extends DomainError {
  readonly status = 503
}

const shortened = (id: string): string => (id.length > 64 ? `${id.slice(0, 64)}…` : id)
