import type { Site } from '../../../packages/server/src/areas/sites/sites/schema.ts'
import { expectStatus, type Person } from '../../../packages/server/src/testing/app.ts'

/** Publishes a site that is light or dark as the visitor's system is, and returns its URL without a slash at the end. */
export async function publishSite(admin: Person, organizationId: string, siteId: string): Promise<string> {
  const path = `/orgs/${organizationId}/sites/${siteId}`
  expectStatus(200, await admin.put(`${path}/customization`, { themes: { default: 'system' } }))
  const { urls } = expectStatus(200, await admin.post<Site>(`${path}/publish`))
  return (urls.published ?? '').replace(/\/$/, '')
}
