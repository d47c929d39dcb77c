import { createHmac } from 'node:crypto'
import type { Fetcher } from './fetcher.ts'

/** Someone who keeps answers of the API and is told when to forget some. */
export interface RevalidationTarget {
  url: string
  /** Signs what is said to them. */
  secret: string
}

const timeoutMs = 15_000
const longestAnswer = 64 * 1024

/** Tells whoever keeps answers, by the tags that answers carry, what has changed. Throws when they did not hear it. */
export const createRevalidationSender =
  (fetcher: Fetcher, setting: RevalidationTarget | undefined) =>
  async ({ tags }: { tags: string[] }): Promise<void> => {
    // It may have been taken out since this was asked for.
    if (!setting) return
    const body = JSON.stringify({ tags })
    const { status } = await fetcher.fetch(setting.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-verso-signature': signBody(body, setting.secret) },
      body,
      maxBytes: longestAnswer,
      timeoutMs,
      maxRedirects: 0,
    })
    if (status < 200 || status > 299) throw new Error(`VERSO_REVALIDATE_URL answered ${status}`)
  }

/** `sha256=` and the HMAC of the body, in hexadecimal. */
export const signBody = (body: string, secret: string): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
