import type { ChangeRequest } from '../../areas/content/change-requests/schema.ts'
import type { Revision, RevisionPage } from '../../areas/content/revisions/schema.ts'
import type { SentInvitation } from '../../areas/organizations/invitations/schema.ts'
import type { Review } from '../../areas/review/reviews/schema.ts'
import { expectStatus, type ListBody, type Person } from '../app.ts'
import { samples } from './samples.ts'
import type { MatrixWorld } from './world.ts'

/** What is inside a space: a change request with a page, merged where the route reads what the space shows. */
export const contentMakers: Record<
  string,
  (world: MatrixWorld, spaceId: string, listPath: string) => Promise<string>
> = {
  changeRequestId: async (world, spaceId) => (await createChangeRequest(world, spaceId)).id,
  revisionId: async (world, spaceId) => (await createChangeRequest(world, spaceId)).revision,
  baseRevisionId: async (world, spaceId) => (await createChangeRequest(world, spaceId)).revisionInitial,
  commentId: (world, _, listPath) => postComment(world, listPath),
  commentReplyId: (world, _, listPath) => postComment(world, listPath),
  draftCommentId: async (world, _, listPath) =>
    expectStatus(201, await world.people.admin.post<{ id: string }>(listPath, samples.comment)).id,
  sshKeyId: async (world, _, listPath) =>
    expectStatus(201, await world.people.admin.post<{ id: string }>(listPath)).id,
  gitPreviewId: async (world, _, listPath) => {
    const body = { ...samples.repository, direction: 'import' }
    return expectStatus(201, await world.people.admin.post<{ id: string }>(listPath, body)).id
  },
  pagePath: () => Promise.resolve('hello'),
  siteSectionId: async (world, _, listPath) => {
    const sectionId = await addSection(world, getSitePath(listPath))
    if (listPath.includes('/section-groups/'))
      expectStatus(201, await world.people.admin.post(listPath, { sectionId }))
    return sectionId
  },
  siteSectionGroupId: async (world, _, listPath) => {
    await addSection(world, getSitePath(listPath))
    return expectStatus(201, await world.people.admin.post<{ id: string }>(listPath, { title: 'Group' })).id
  },
  siteExternalLinkId: async (world, _, listPath) => {
    await addSection(world, getSitePath(listPath))
    return expectStatus(201, await world.people.admin.post<{ id: string }>(listPath, samples.externalLink)).id
  },
  siteRedirectId: async (world, _, listPath) =>
    expectStatus(201, await world.people.admin.post<{ id: string }>(listPath, samples.redirect)).id,
  siteSpaceId: async (world, _, listPath) =>
    expectStatus(
      201,
      await world.people.admin.post<{ id: string }>(listPath, { spaceId: world.siteSpaceTarget }),
    ).id,
  reusableContentId: async (world, spaceId, listPath) => {
    if (listPath === `/spaces/${spaceId}/content/reusable-contents`)
      await mergePage(world, `/spaces/${spaceId}`)
    const { body } = await world.people.admin.get<Revision>(listPath.replace('/reusable-contents', ''))
    return body.reusableContents[0]?.id ?? ''
  },
  documentId: async (world, spaceId) => {
    const { id } = await createChangeRequest(world, spaceId)
    const path = `/spaces/${spaceId}/change-requests/${id}/content/path/hello`
    return expectStatus(200, await world.people.admin.get<RevisionPage>(path)).documentId ?? ''
  },
  fileId: async (world, spaceId, listPath) => {
    if (listPath === `/spaces/${spaceId}/content/files`) await mergePage(world, `/spaces/${spaceId}`)
    return (await world.people.admin.get<ListBody<{ id: string }>>(listPath)).body.items[0]?.id ?? ''
  },
  previewLinkId: async (world, spaceId, listPath) => {
    const site = await createSiteOfSpace(world, spaceId)
    return expectStatus(201, await world.people.admin.post<{ id: string }>(listPath, { site })).id
  },
  reviewId: async (world, spaceId) => {
    // The only one in its space.
    const path = `/spaces/${spaceId}/change-requests/1/reviews`
    return expectStatus(201, await world.people.admin.post<Review>(path, { status: 'approved' })).id
  },
  pageId: async (world, spaceId) => {
    const { body } = await world.people.admin.get<ListBody<ChangeRequest>>(
      `/spaces/${spaceId}/change-requests?status=draft`,
    )
    const changeRequestBody = body.items[0] ?? (await createChangeRequest(world, spaceId))
    const page = await world.people.admin.get<{ id: string }>(
      `/spaces/${spaceId}/change-requests/${changeRequestBody.id}/content/path/hello`,
    )
    return page.body.id
  },
}

/** Creates a site that shows a space, and returns its id. */
export async function createSiteOfSpace(world: MatrixWorld, spaceId: string): Promise<string> {
  const { id } = await world.app.site(world.people.admin, world.organization, { spaces: [spaceId] })
  return id
}

export const getSitePath = (path: string): string => path.split('/').slice(0, 5).join('/')

export async function addSection(world: MatrixWorld, sitePath: string): Promise<string> {
  const path = `${sitePath}/sections`
  return expectStatus(
    201,
    await world.people.admin.post<{ id: string }>(path, { spaceId: world.siteSpaceTarget }),
  ).id
}

async function postComment(world: MatrixWorld, listPath: string): Promise<string> {
  return expectStatus(200, await world.people.admin.post<{ id: string }>(listPath, samples.comment)).id
}

async function createChangeRequest(world: MatrixWorld, spaceId: string): Promise<ChangeRequest> {
  const path = `/spaces/${spaceId}/change-requests`
  const { id } = expectStatus(201, await world.people.admin.post<ChangeRequest>(path, {}))
  const reusable = { operation: 'put_reusable_content', title: 'Note', document: { markdown: 'Note' } }
  const file = { operation: 'insert_files', files: [{ name: 'a.txt', base64: 'YQ==' }] }
  const changes = { changes: [samples.insertPage('Hello'), reusable, file] }
  return expectStatus(200, await world.people.admin.post<ChangeRequest>(`${path}/${id}/content`, changes))
}

export async function mergePage(world: MatrixWorld, spacePath: string): Promise<void> {
  const { body } = await world.people.admin.get<ListBody<ChangeRequest>>(
    `${spacePath}/change-requests?status=draft`,
  )
  const { id } = body.items[0] ?? (await createChangeRequest(world, spacePath.split('/')[2] ?? ''))
  expectStatus(200, await world.people.admin.post(`${spacePath}/change-requests/${id}/merge`))
}

/** An invitation of this person to an organization of its own; without one, of somebody to the organization here. */
export async function createInvitation(world: MatrixWorld, person?: Person): Promise<string> {
  const inviter = person
    ? await world.app.organization('Inviting')
    : { id: world.organization, admin: world.people.admin }
  const { email } = person ?? (await world.app.person())
  expectStatus(200, await inviter.admin.post(`/orgs/${inviter.id}/invites`, { emails: [email] }))
  const path = `/orgs/${inviter.id}/invitations?limit=1000`
  const { items } = expectStatus(200, await inviter.admin.get<ListBody<SentInvitation>>(path))
  return items.find((invitation) => invitation.email === email)?.id ?? ''
}
