import { afterAll, describe, expect, test } from 'vitest'
import { deploymentKinds, titleOf } from './support/deployments.ts'
import { ask } from './support/http.ts'
import { Scope } from './support/scope.ts'
import { waitFor } from '../packages/server/src/testing/wait-for.ts'

const scope = new Scope()
afterAll(() => scope.close())

const limit = 20

for (const kind of deploymentKinds.filter(({ name }) => name === 'pair')) {
  describe.skipIf(kind.missing !== undefined)(`on a ${titleOf(kind)}`, () => {
    test('a caller is counted once by both processes, and refused by either', async () => {
      const deployment = await kind.start(scope, { VERSO_RATE_LIMIT: String(limit) })
      const request = () => ask(`${deployment.origin}/v1/user`, { token: deployment.adminToken })

      // The count begins anew with every minute, so a round that a new minute cut in two is asked again.
      const answers = await waitFor('a round within one minute', async () => {
        const fresh = await waitFor('a new count', async () => {
          const answer = await request()
          return answer.headers.get('x-ratelimit-remaining') === String(limit - 1) && answer
        })
        const round = [fresh]
        while (round.length < limit + 2) round.push(await request())
        const resets = new Set(round.map(({ headers }) => headers.get('x-ratelimit-reset')))
        return resets.size === 1 && round
      })

      expect(answers.map(({ headers }) => headers.get('x-ratelimit-limit'))).toEqual(
        answers.map(() => String(limit)),
      )
      expect(answers.map(({ headers }) => Number(headers.get('x-ratelimit-remaining')))).toEqual([
        ...Array.from({ length: limit }, (_, index) => limit - 1 - index),
        0,
        0,
      ])
      expect(answers.map(({ status }) => status)).toEqual([
        ...Array.from({ length: limit }, () => 200),
        429,
        429,
      ])
      for (const refused of answers.slice(limit)) {
        expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
        expect(refused.body).toMatchObject({ error: { code: 429 } })
      }
    })
  })
}
