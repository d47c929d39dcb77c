import type { NewToken } from '../../areas/identity/tokens/schema.ts'
import type { OpenAPISpec } from '../../areas/openapi/specs/schema.ts'
import type { InviteLink } from '../../areas/sign-in/invites/schema.ts'
import type { SamlProvider } from '../../areas/sign-in/saml/schema.ts'
import type { Site } from '../../areas/sites/sites/schema.ts'
import type { ShareLink } from '../../areas/sites/visitors/schema.ts'
import type { Route } from '../../http/route.ts'
import { expectStatus, type ListBody, type Person } from '../app.ts'
import { uploadFontFile } from '../fonts.ts'
import { createProcessedSpec } from '../specs.ts'
import { contentMakers, createInvitation, mergePage } from './content.ts'
import { samples } from './samples.ts'
import type { MatrixWorld } from './world.ts'

/** Makes the things that the parameters of a path name. */
function createMakers(
  world: MatrixWorld,
  route: Route,
  caller: Person,
): Record<string, () => Promise<string>> {
  const { admin } = world.people
  return {
    // What deletes the organization has one of its own.
    organizationId: () =>
      route.operationId === 'deleteOrganizationById'
        ? world.createOrganization()
        : Promise.resolve(world.organization),
    subdomain: () => Promise.resolve('acme'),
    emailDomain: () => Promise.resolve('example.com'),
    spaceId: async () => (await world.app.space(admin, world.organization)).id,
    collectionId: async () => (await world.app.collection(admin, world.organization)).id,
    siteId: async () => {
      const { id } = await world.app.site(admin, world.organization)
      await admin.put(`/orgs/${world.organization}/sites/${id}/adaptive-schema`, samples.adaptiveSchema)
      await admin.patch(`/orgs/${world.organization}/sites/${id}`, { hostname: `${id}.matrix.example` })
      return id
    },
    hostname: async () => {
      const { id } = await world.app.site(admin, world.organization)
      const hostname = `${id}.matrix.example`
      expectStatus(200, await admin.patch(`/orgs/${world.organization}/sites/${id}`, { hostname }))
      return hostname
    },
    shareLinkId: async () => {
      const [site] = expectStatus(
        200,
        await admin.get<ListBody<Site>>(`/orgs/${world.organization}/sites?limit=1000`),
      ).items.slice(-1)
      const path = `/orgs/${world.organization}/sites/${site?.id}/share-links`
      return expectStatus(201, await admin.post<ShareLink>(path, { name: 'For friends' })).id
    },
    fontId: async () => {
      const storageKey = await uploadFontFile(world.app, admin, world.organization)
      const body = { fontFamily: 'Sans', fontFaces: [{ weight: 400, storageKey }] }
      return expectStatus(201, await admin.put<{ id: string }>(`/orgs/${world.organization}/fonts`, body)).id
    },
    teamId: async () => (await world.app.team(admin, world.organization, 'Team')).id,
    userId: async () => (await world.app.member(world.organization, 'read')).id,
    tokenId: async () => (await caller.post<NewToken>('/user/tokens', { name: 'x' })).body.id,
    sessionId: () => Promise.resolve('nowhere'),
    notificationId: () => Promise.resolve('nowhere'),
    identityId: () => Promise.resolve('nowhere'),
    passkeyId: () => Promise.resolve('nowhere'),
    specSlug: () =>
      route.method === 'DELETE'
        ? createProcessedSpec(world.app, admin, world.organization)
        : world.createSharedSpec(),
    versionId: async () => {
      const { body } = await admin.get<OpenAPISpec>(
        `/orgs/${world.organization}/openapi/${await world.createSharedSpec()}`,
      )
      return body.lastVersion ?? ''
    },
    samlProviderId: async () => {
      const path = `/orgs/${world.organization}/saml`
      return expectStatus(201, await admin.post<SamlProvider>(path, { label: 'Company' })).id
    },
    oidcProviderId: async () => {
      const path = `/orgs/${world.organization}/oidc`
      // An organization has only so many, and every path makes one.
      const { items } = (await admin.get<ListBody<{ id: string }>>(path)).body
      for (const { id } of items) await admin.delete(`${path}/${id}`)
      return expectStatus(201, await admin.post<{ id: string }>(path, samples.oidcProvider)).id
    },
    translationId: async () => {
      const body = samples.translation((await world.app.space(admin, world.organization)).id)
      return expectStatus(
        201,
        await admin.post<{ id: string }>(`/orgs/${world.organization}/translations`, body),
      ).id
    },
    glossaryEntryId: async () => {
      const path = `/orgs/${world.organization}/translations-glossary`
      expectStatus(204, await admin.put(path, samples.glossary))
      return (await admin.get<ListBody<{ id: string }>>(path)).body.items[0]?.id ?? ''
    },
    importRunId: async () => {
      const space = await world.app.space(admin, world.organization)
      const body = { source: { type: 'markdown', url: world.importUrl }, target: { space: space.id } }
      const path = `/org/${world.organization}/imports`
      const { id } = expectStatus(201, await admin.post<{ id: string }>(path, body))
      // Only so many may wait.
      if (!route.path.endsWith('/cancel')) await admin.post(`${path}/${id}/cancel`)
      return id
    },
    jobId: async () => {
      const space = await world.app.space(admin, world.organization)
      expectStatus(204, await admin.post(`/spaces/${space.id}/git/import`, samples.repository))
      const path = `/orgs/${world.organization}/jobs?space=${space.id}`
      return (await admin.get<ListBody<{ id: string }>>(path)).body.items[0]?.id ?? ''
    },
    invitationId: () => createInvitation(world, route.permission === 'self' ? caller : undefined),
    inviteId: async () => {
      const path = `/orgs/${world.organization}/link-invites`
      return expectStatus(201, await admin.post<InviteLink>(path, { role: 'read' })).id
    },
  }
}

/** The path of a route, with fresh things for each of its parameters, so that no answer depends on an earlier one. */
export async function buildRoutePath(world: MatrixWorld, route: Route, caller: Person): Promise<string> {
  const { admin } = world.people
  const makers = createMakers(world, route, caller)
  let path = route.path
  for (const [, name = ''] of route.path.matchAll(/:(\w+)/g)) {
    const listPath = path.slice(0, path.indexOf(`/:${name}`))
    const id =
      name in contentMakers
        ? await contentMakers[name]?.(world, path.split('/')[2] ?? '', listPath)
        : await makers[name]?.()
    path = path.replace(`:${name}`, id ?? '')
  }
  const spacePath = path.split('/').slice(0, 3).join('/')
  if (route.path.startsWith('/spaces/:spaceId/content/pa')) await mergePage(world, spacePath)
  // Editors synchronise with the repository that is configured; `ways-to-main.test.ts` has all others.
  if (
    /^(getSpaceGitInfo|deleteLegacyGitInstallation|importGitRepository|exportToGitRepository)$/.test(
      route.operationId,
    )
  ) {
    expectStatus(204, await admin.post(`${spacePath}/git/import`, samples.repository))
  }
  if (/^(getSiteGitInfo|removeSiteGitSync)$/.test(route.operationId)) {
    const sitePath = path.split('/').slice(0, 5).join('/')
    expectStatus(204, await admin.post(`${sitePath}/git/import`, samples.repository))
  }
  if (route.operationId === 'getPublishedContentSite')
    await admin.post(path.replace('/published', '/publish'))
  if (route.operationId === 'restoreSpace') await admin.delete(path.replace('/restore', ''))
  return path
}
