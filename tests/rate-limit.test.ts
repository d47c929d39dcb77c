import { afterAll, describe, expect, test } from 'vitest'
import { deploymentKinds, formatSuiteTitle } from './support/deployments.ts'
import { sendRequest } from './support/http.ts'
import { Scope } from './support/scope.ts'
import { waitFor } from '../packages/server/src/testing/wait-for.ts'

const scope = new Scope()
afterAll(() => scope.close())

const LIMIT = 20

for (const kind of deploymentKinds.filter(({ name }) => name === 'pair')) {
  describe.skipIf(kind.missing !== undefined)(`on a ${formatSuiteTitle(kind)}`, () => {
    test('both processes share the count of a caller, and both reject requests above the limit', async () => {
      const deployment = await kind.start(scope, { VERSO_RATE_LIMIT: String(LIMIT) })
      const request = () => sendRequest(`${deployment.origin}/v1/user`, { token: deployment.adminToken })

      // The count restarts every minute, so a round of requests is repeated if a new minute began during it.
      const responses = await waitFor('a round within one minute', async () => {
        const firstResponse = await waitFor('a new count', async () => {
          const response = await request()
          return response.headers.get('x-ratelimit-remaining') === String(LIMIT - 1) && response
        })
        const round = [firstResponse]
        while (round.length < LIMIT + 2) round.push(await request())
        const resets = new Set(round.map(({ headers }) => headers.get('x-ratelimit-reset')))
        return resets.size === 1 && round
      })

      expect(responses.map(({ headers }) => headers.get('x-ratelimit-limit'))).toEqual(
        responses.map(() => String(LIMIT)),
      )
      expect(responses.map(({ headers }) => Number(headers.get('x-ratelimit-remaining')))).toEqual([
        ...Array.from({ length: LIMIT }, (_, index) => LIMIT - 1 - index),
        0,
        0,
      ])
      expect(responses.map(({ status }) => status)).toEqual([
        ...Array.from({ length: LIMIT }, () => 200),
        429,
        429,
      ])
      for (const rejected of responses.slice(LIMIT)) {
        expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0)
        expect(rejected.body).toMatchObject({ error: { code: 429 } })
      }
    })
  })
}
