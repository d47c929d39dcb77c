import { PreconditionFailed } from '../../../common/errors.ts'
import type { Transaction } from '../../../database/database.ts'
import type { Jobs, MailRequest } from '../../../jobs/jobs.ts'

/** Before any clock: the queue has one of its own, and a mail must not wait until both agree. */
const AT_ONCE = new Date(0)

/** Takes mails that are sent by a job, with retries. */
export class MailQueue {
  readonly #jobs: Jobs
  /** Whether the operator has set a mail server. Without one, people pass on links by hand. */
  readonly isAvailable: boolean

  constructor({ jobs, isAvailable }: { jobs: Jobs; isAvailable: boolean }) {
    this.#jobs = jobs
    this.isAvailable = isAvailable
  }

  requireAvailable(): void {
    if (!this.isAvailable) {
      throw new PreconditionFailed(
        'Verso cannot send mail here. Ask an admin of your organization, or whoever runs Verso, for a link.',
      )
    }
  }

  async enqueue(tx: Transaction, request: MailRequest): Promise<void> {
    await this.#jobs.enqueue(tx, 'send-mail', request, AT_ONCE)
  }
}
