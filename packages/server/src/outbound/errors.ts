import { Invalid } from '../common/errors.ts'

/**
 * Why something could not be fetched: it may not be (`refused`), it was too much (`limit`) or too slow (`timeout`), or
 * the other side did not give it (`failed`).
 */
export type OutboundFailure = 'refused' | 'limit' | 'timeout' | 'failed'

/** A URL that gave nothing. `reason` is for the person who named the URL; it tells nothing about the inner network. */
export class OutboundError extends Invalid {
  readonly failure: OutboundFailure

  constructor(failure: OutboundFailure, reason: string) {
    super(reason)
    this.failure = failure
  }

  get reason(): string {
    return this.message
  }
}
