/** Creates the rate-limit headers of a response, and tells whether the caller has exceeded the limit. */
export function createRateLimitHeaders(limit: number, requests: number, now: Date) {
  const exceeded = requests > limit
  const reset = (Math.floor(now.getTime() / 60_000) + 1) * 60
  return {
    exceeded,
    headers: {
      'x-ratelimit-limit': limit,
      'x-ratelimit-remaining': Math.max(0, limit - requests),
      'x-ratelimit-reset': reset,
      ...(exceeded && { 'retry-after': Math.max(1, reset - Math.floor(now.getTime() / 1000)) }),
    },
  }
}
