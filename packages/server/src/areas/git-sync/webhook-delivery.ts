import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

export interface WebhookDelivery {
  headers: IncomingHttpHeaders
  /** The unparsed body, which the signature is made from. */
  text: string
  body: object
}

export function isSigned({ headers, text }: WebhookDelivery, secret: string): boolean {
  const signature = headers['x-hub-signature-256']
  if (typeof signature === 'string') {
    return isEqualInConstantTime(
      signature,
      `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`,
    )
  }
  const token = headers['x-gitlab-token']
  return typeof token === 'string' && isEqualInConstantTime(token, secret)
}

/** Compares in constant time, so that the time of a response does not tell how much of the secret was right. */
const isEqualInConstantTime = (given: string, expected: string): boolean =>
  timingSafeEqual(createHash('sha256').update(given).digest(), createHash('sha256').update(expected).digest())

/** Whether a delivery is a push to the branch. GitHub also sends a ping when a webhook is created. */
export function isPushToBranch({ headers, body }: WebhookDelivery, ref: string): boolean {
  const event = headers['x-github-event'] ?? headers['x-gitlab-event']
  if (event !== undefined && event !== 'push' && event !== 'Push Hook') return false
  return !('ref' in body) || body.ref === ref
}
