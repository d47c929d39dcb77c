import { createHmac } from 'node:crypto'
import type { Fetcher } from './fetcher.ts'

/** A service that caches responses of the API and is notified when they are outdated. */
export interface RevalidationTarget {
  url: string
  /** The key that notifications are signed with. */
  secret: string
}

const TIMEOUT_MS = 15_000
const MAX_RESPONSE_BYTES = 64 * 1024

/** Creates a function that sends the cache tags of outdated responses. It throws if they were not received. */
export const createRevalidationSender =
  (fetcher: Fetcher, setting: RevalidationTarget | undefined) =>
  async ({ tags }: { tags: string[] }): Promise<void> => {
    // The setting may have been removed since the job was enqueued.
    if (!setting) return
    const body = JSON.stringify({ tags })
    const signature = signBody(body, setting.secret)
    const { status } = await fetcher.fetch(setting.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-verso-signature': signature,
        // Renderers that were made for GitBook look for the same signature here, without the name of the algorithm.
        'x-gitbook-signature': signature.replace('sha256=', ''),
      },
      body,
      maxBytes: MAX_RESPONSE_BYTES,
      timeoutMs: TIMEOUT_MS,
      maxRedirects: 0,
    })
    if (status < 200 || status > 299) throw new Error(`VERSO_REVALIDATE_URL answered ${status}`)
  }

/** Returns `sha256=` and the HMAC of the body in hexadecimal. */
export const signBody = (body: string, secret: string): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
