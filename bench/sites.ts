import { measureBare } from './foundation.ts'
import { type Load, type Measurement, measure } from './support/measure.ts'
import { Verso } from './support/verso.ts'

const json = { 'content-type': 'application/json' }
const sections = 50

/** What a renderer asks before every page: where an address leads, and the site it is in. Of fifty sections. */
export async function sites(): Promise<Measurement[]> {
  const verso = await Verso.start()
  try {
    const ask = <Body>(path: string, body?: object) => verso.call<Body>(body ? 'POST' : 'GET', path, body)
    const [organization] = (await ask<{ items: { id: string }[] }>('/orgs')).items
    const { id: siteId } = await ask<{ id: string }>(`/orgs/${organization?.id}/sites`, { title: 'Docs' })
    const path = `/orgs/${organization?.id}/sites/${siteId}`
    for (let n = 0; n < sections; n++) {
      const title = `Section ${n}`
      const { id: spaceId } = await ask<{ id: string }>(`/orgs/${organization?.id}/spaces`, { title })
      await ask(`${path}/sections`, { spaceId, title })
    }
    const { urls } = await ask<{ urls: { published: string } }>(`${path}/publish`, {})
    const asked = { url: `${urls.published}section-7/a/page`, visitor: { unsignedClaims: {} } }
    const { apiToken } = await ask<{ apiToken: string }>('/urls/published', asked)

    const results: Measurement[] = []
    const compare = async (name: string, load: Load) => {
      const { url, ...init } = load
      const body = await (await fetch(url, init)).text()
      results.push(await measure(`${name}: Verso`, load, verso.meters))
      results.push(await measureBare(`${name}: bare Fastify`, load, body))
    }
    await compare('published-site', {
      url: `${verso.url}/v1${path}/published`,
      headers: { authorization: `Bearer ${apiToken}` },
    })
    await compare('resolve-url', {
      url: `${verso.url}/v1/urls/published`,
      method: 'POST',
      headers: json,
      body: JSON.stringify(asked),
    })
    return results
  } finally {
    await verso.stop()
  }
}
