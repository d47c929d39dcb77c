import { Invalid } from '../common/errors.ts'

/**
 * Why something could not be fetched: it is not allowed (`refused`), it is too large (`limit`) or too slow (`timeout`), or
 * the server did not return it (`failed`).
 */
export type OutboundFailure = 'refused' | 'limit' | 'timeout' | 'failed'

/** An error for the person who gave the URL. The reason tells nothing about the internal network. */
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
