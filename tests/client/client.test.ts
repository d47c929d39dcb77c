import { GitBookAPI as OlderClient } from 'gitbook-api-0.143'
import { GitBookAPI as NewerClient } from 'gitbook-api-0.202'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
// The packages do export these types, but through a module that their entry names without its extension: there
// Node's way of resolving, which the compiler follows, finds nothing. So the classes come without their
// operations, and are said to have them below.
import type { Api as OlderApi, MemberRole } from '../../node_modules/gitbook-api-0.143/dist/client.js'
import type {
  Api as NewerApi,
  ChangeRequestReviewStatus,
} from '../../node_modules/gitbook-api-0.202/dist/client.js'
import { type Deployment, deploymentKinds, formatSuiteTitle } from '../support/deployments.ts'
import { Scope } from '../support/scope.ts'

// The value of an enumeration whose names exist only as types here.
const { edit } = { edit: 'edit' } as unknown as { edit: MemberRole.Edit }

const { approved } = { approved: 'approved' } as unknown as { approved: ChangeRequestReviewStatus.Approved }

const leafOf = (words: string) => ({ object: 'leaf' as const, text: words, marks: [] })
const text = (words: string) => ({ object: 'text' as const, leaves: [leafOf(words)] })

interface Options {
  endpoint: string
  authToken: string
}

const newerClient = (options: Options) => new NewerClient(options) as unknown as NewerApi<unknown>

/** Both classes have the operations of the flow under the same names. */
const versions: { version: string; create: (options: Options) => OlderApi<unknown> }[] = [
  { version: '0.143.2', create: (options) => new OlderClient(options) as unknown as OlderApi<unknown> },
  { version: '0.202.0', create: (options) => new NewerClient(options) as unknown as OlderApi<unknown> },
]

for (const kind of deploymentKinds) {
  describe.skipIf(kind.missing !== undefined)(`on ${formatSuiteTitle(kind)}`, () => {
    const scope = new Scope()
    let deployment: Deployment | undefined
    /** The next server's address, and the admin's token. */
    const options = (): Options => {
      if (!deployment) throw new Error('the deployment did not start')
      return { endpoint: deployment.origin, authToken: deployment.adminToken }
    }

    beforeAll(async () => {
      deployment = await kind.start(scope)
    })
    afterAll(() => scope.close())

    const newer = () => newerClient(options())

    test('the official client 0.202.0 writes a page, reviews it, merges it and reads it back', async () => {
      const { data: me } = await newer().user.getAuthenticatedUser()
      const { data: organization } = await newer().orgs.createOrganization({ title: 'Writers' })
      const { data: space } = await newer().orgs.createSpace(organization.id, { title: 'Handbook' })
      const { data: request } = await newer().spaces.createChangeRequest(space.id, {
        subject: 'First words',
      })
      const document = {
        object: 'document' as const,
        data: {},
        nodes: [
          {
            object: 'block' as const,
            type: 'paragraph' as const,
            data: {},
            nodes: [text('Written as a tree')],
          },
        ],
      }
      await newer().spaces.updateChangeRequestContent(space.id, request.id, {
        changes: [
          { operation: 'insert_page', title: 'Guide', document: { markdown: '[next](./tree.md)\n' } },
          { operation: 'insert_page', title: 'Tree', ref: 'tree', document: { document } },
        ],
      })
      await newer().spaces.updateChangeRequestById(space.id, request.id, { description: document })
      const { data: changes } = await newer().spaces.getChangeRequestChanges(space.id, request.id)
      expect(changes.changes.map(({ type }) => type)).toEqual(['page_created', 'page_created'])

      const { data: review } = await newer().spaces.submitChangeRequestReview(space.id, request.id, {
        status: approved,
        comment: { markdown: 'Good.' },
      })
      expect(review).toMatchObject({
        status: 'approved',
        reviewer: { id: me.id },
        comment: { object: 'comment' },
      })
      const { data: merge } = await newer().spaces.mergeChangeRequest(space.id, request.id)
      expect(merge.result).toBe('merge')

      const { data: revision } = await newer().spaces.getCurrentRevision(space.id)
      const [guide, tree] = revision.pages
      expect(revision).toMatchObject({
        id: merge.revision,
        type: 'merge',
        files: [],
        reusableContents: [],
        tags: [],
      })
      const { data: markdown } = await newer().spaces.getPageById(space.id, tree?.id ?? '', {
        format: 'markdown',
      })
      expect(markdown).toMatchObject({ title: 'Tree', markdown: 'Written as a tree\n' })
      const { data: read } = await newer().spaces.getPageDocumentInRevisionById(
        space.id,
        revision.id,
        guide?.id ?? '',
      )
      expect(read.nodes).toMatchObject([
        { nodes: [{ type: 'link', data: { ref: { kind: 'page', page: tree?.id } } }] },
      ])
      const { data: done } = await newer().spaces.getChangeRequestById(space.id, request.id)
      expect(done).toMatchObject({ status: 'merged', revisionMerged: merge.revision, comments: 1 })
    })

    test('the official client 0.202.0 uploads a file, and a page shows it', async () => {
      const { data: organization } = await newer().orgs.createOrganization({ title: 'Painters' })
      const { data: space } = await newer().orgs.createSpace(organization.id, {})
      const { data: request } = await newer().spaces.createChangeRequest(space.id, {})
      const bytes = Buffer.from('a,b\n1,2\n')
      await newer().spaces.updateChangeRequestContent(space.id, request.id, {
        changes: [
          {
            operation: 'insert_files',
            files: [
              { ref: 'table', name: 'table.csv', contentType: 'text/csv', base64: bytes.toString('base64') },
            ],
          },
          { operation: 'insert_page', title: 'Data', document: { markdown: '[The table](./table)\n' } },
        ],
      })
      await newer().spaces.mergeChangeRequest(space.id, request.id)
      const { data: files } = await newer().spaces.listFiles(space.id)
      const [file] = files.items
      expect(file).toMatchObject({ name: 'table.csv', contentType: 'text/csv', size: bytes.length })
      expect(Buffer.from(await (await fetch(file?.downloadURL ?? '')).arrayBuffer())).toEqual(bytes)
      const { data: revision } = await newer().spaces.getCurrentRevision(space.id)
      const { data: document } = await newer().spaces.getPageDocumentInRevisionById(
        space.id,
        revision.id,
        revision.pages[0]?.id ?? '',
      )
      expect(document.nodes).toMatchObject([
        { nodes: [{ type: 'link', data: { ref: { kind: 'file', file: file?.id } } }] },
      ])
    })

    describe.each(versions)('the official client $version', ({ version, create }) => {
      // A client keeps to one address, so each call gets a new one: on a pair they alternate.
      const client = () => create(options())

      const createOrganization = async () => {
        const title = `Made for ${version}`
        const { data } = await newerClient(options()).orgs.createOrganization({ title })
        return data.id
      }

      test('creates, changes, deletes and restores spaces and collections', async () => {
        const { data: me } = await client().user.getAuthenticatedUser()
        expect(me.email).toBe('admin@localhost')
        const organization = await createOrganization()
        const { data: organizations } = await client().orgs.listOrganizationsForAuthenticatedUser()
        expect(organizations.items?.map(({ id }) => id)).toContain(organization)

        const { data: collection } = await client().orgs.createCollection(organization, { title: 'Guides' })
        const { data: first } = await client().orgs.createSpace(organization, { title: 'First' })
        const { data: second } = await client().orgs.createSpace(organization, { title: 'Second' })
        for (const space of [first, second]) {
          await client().spaces.moveSpace(space.id, { parent: collection.id })
        }
        await client().spaces.moveSpace(second.id, {
          parent: collection.id,
          position: { before: { type: 'space', space: first.id } },
        })
        const listed = await client().collections.listSpacesInCollectionById(collection.id)
        expect(listed.data.items.map(({ title }) => title)).toEqual(['Second', 'First'])

        await client().spaces.updateSpaceById(first.id, { title: 'Renamed' })
        const deleted = await client().spaces.deleteSpaceById(first.id)
        expect(deleted.status).toBe(205)
        await expect(client().spaces.getSpaceById(first.id)).rejects.toMatchObject({ code: 404 })
        const { data: restored } = await client().spaces.restoreSpace(first.id)
        expect(restored).toMatchObject({ title: 'Renamed', parent: collection.id })

        const { data: all } = await client().orgs.listSpacesInOrganizationById(organization, { limit: 1 })
        expect(all).toMatchObject({ count: 2, items: [{ organization }] })
        const page = all.next?.page ?? ''
        const { data: rest } = await client().orgs.listSpacesInOrganizationById(organization, { page })
        expect(rest.items).toHaveLength(1)
      })

      test('gives access to people and teams', async () => {
        const organization = await createOrganization()
        const { data: space } = await client().orgs.createSpace(organization, { title: 'Shared' })
        const { data: invited } = await client().orgs.inviteUsersToOrganization(organization, {
          emails: [`writer-${organization}@acme.example`],
          role: null,
        })
        const [writer = ''] = invited.users
        const { data: team } = await client().orgs.createOrganizationTeam(organization, {
          title: 'Writers',
          members: [writer],
        })
        await client().spaces.inviteToSpace(space.id, { role: edit, teams: [team.id] })
        const { data: access } = await client().spaces.listPermissionsAggregateInSpace(space.id)
        expect(access.items.find(({ user }) => user.id === writer)?.permission).toBe('edit')
        const { data: grants } = await client().spaces.listTeamPermissionsInSpace(space.id)
        expect(grants.items).toMatchObject([{ permission: 'edit', team: { id: team.id } }])

        await client().spaces.removeTeamFromSpace(space.id, team.id)
        const { data: after } = await client().spaces.listPermissionsAggregateInSpace(space.id)
        expect(after.items.map(({ user }) => user.id)).not.toContain(writer)
      })

      test('gets error messages that it can show', async () => {
        const organization = await createOrganization()
        const refused = client().orgs.createSpace(organization, { title: 'x'.repeat(51) })
        await expect(refused).rejects.toMatchObject({
          code: 400,
          errorMessage: expect.stringContaining('title'),
        })
      })
    })
  })
}
