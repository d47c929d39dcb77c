import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deploymentKinds, formatSuiteTitle } from '../support/deployments.ts'
import { sendRequest } from '../support/http.ts'
import { Scope } from '../support/scope.ts'
import { findDescription, type OperationInput, listSuccessStatuses } from './api.ts'
import { collectionOperations } from './collections.ts'
import { commentOperations } from './comments.ts'
import { contentOperations } from './content.ts'
import { documentOperations } from './documents.ts'
import { fileOperations } from './files.ts'
import { gitOperations } from './git.ts'
import { grantOperations } from './grants.ts'
import { importOperations } from './imports.ts'
import { inviteOperations } from './invites.ts'
import { linkOperations } from './links.ts'
import { memberOperations } from './members.ts'
import { isException } from './exceptions.ts'
import { contractOperations, openOperations, ownOperations } from './operations.ts'
import { openapiSpecOperations } from './openapi-specs.ts'
import { organizationOperations } from './organizations.ts'
import { reviewOperations } from './reviews.ts'
import { siteOperations } from './sites.ts'
import { searchOperations } from './search.ts'
import { siteSettingOperations } from './site-settings.ts'
import { siteStructureOperations } from './site-structures.ts'
import { samlOperations } from './saml.ts'
import { spaceOperations } from './spaces.ts'
import { teamOperations } from './teams.ts'
import { translationOperations } from './translations.ts'
import { visitorOperations } from './visitors.ts'
import { createWorld, type World } from './world.ts'

/** Ids that fit the paths of all operations and belong to nothing. */
const missingIds: OperationInput = {
  organizationId: 'nowhere',
  collectionId: 'nowhere',
  spaceId: 'nowhere',
  siteId: 'nowhere',
  siteSectionId: 'nowhere',
  siteSectionGroupId: 'nowhere',
  siteSpaceId: 'nowhere',
  siteRedirectId: 'nowhere',
  shareLinkId: 'nowhere',
  userId: 'nowhere',
  teamId: 'nowhere',
  samlProviderId: 'nowhere',
  translationId: 'nowhere',
  glossaryEntryId: 'nowhere',
  inviteId: 'nowhere',
  changeRequestId: 'nowhere',
  commentId: 'nowhere',
  commentReplyId: 'nowhere',
  revisionId: 'nowhere',
  reviewId: 'nowhere',
  pageId: 'nowhere',
  fileId: 'nowhere',
  pagePath: 'nowhere',
  reusableContentId: 'nowhere',
  documentId: 'nowhere',
  emailDomain: 'nowhere.example',
  subdomain: 'nowhere',
  specSlug: 'nowhere',
  versionId: 'nowhere',
  fontId: 'nowhere',
  hostname: 'nowhere.example',
  siteExternalLinkId: 'nowhere',
}

/** The part of the served description that is compared with the lists. */
interface ServedDescription {
  openapi: string
  paths: Record<string, Record<string, { operationId: string }>>
}

for (const kind of deploymentKinds) {
  describe.skipIf(kind.missing !== undefined)(`on ${formatSuiteTitle(kind)}`, () => {
    const scope = new Scope()
    let created: World | undefined
    const world = () => {
      if (!created) throw new Error('the deployment did not start')
      return created
    }

    beforeAll(async () => {
      created = await createWorld(kind, scope)
    })
    afterAll(() => scope.close())

    spaceOperations(world)
    collectionOperations(world)
    organizationOperations(world)
    memberOperations(world)
    teamOperations(world)
    samlOperations(world)
    translationOperations(world)
    inviteOperations(world)
    grantOperations(world)
    contentOperations(world)
    documentOperations(world)
    fileOperations(world)
    importOperations(world)
    reviewOperations(world)
    gitOperations(world)
    commentOperations(world)
    siteOperations(world)
    linkOperations(world)
    searchOperations(world)
    siteStructureOperations(world)
    siteSettingOperations(world)
    visitorOperations(world)
    openapiSpecOperations(world)

    test('every operation but the open ones answers 401 without a token', async () => {
      for (const operationId of contractOperations.filter((id) => !openOperations.includes(id))) {
        const { headers } = await world().anonymous.request(operationId, 401, missingIds)
        expect(headers.get('www-authenticate')).toBe('Bearer')
      }
    })

    test('404 for missing objects, and 204 for deleting a missing space, collection or site', async () => {
      const withParent = contractOperations.filter((id) =>
        /\{(organization|space|collection)Id\}/.test(findDescription(id).operation.path),
      )
      for (const operationId of withParent) {
        const { method, path } = findDescription(operationId).operation
        // Deleting a missing space, collection or site is 204, but deleting something inside it is 404.
        const isWhole = /^\/(spaces|collections|orgs\/\{\w+\}\/sites)\/\{\w+\}$/.test(path)
        const status = method === 'DELETE' && isWhole ? 204 : 404
        const { headers } = await world().admin.api.request(operationId, status, {
          ...missingIds,
          query: { query: 'anything' },
        })
        expect(headers.get('x-request-id')).toBeTruthy()
      }
    })

    test('the served description has exactly the listed operations, with the methods and paths of the contract', async () => {
      const { body } = await sendRequest<ServedDescription>(`${world().deployment.origin}/openapi.json`)
      expect(body.openapi).toMatch(/^3\.1\./)
      const served = Object.entries(body.paths).flatMap(([path, operations]) =>
        Object.entries(operations).map(([method, { operationId }]) => ({ operationId, method, path })),
      )
      const known = [...contractOperations, ...ownOperations].toSorted()
      expect(served.map(({ operationId }) => operationId).toSorted()).toEqual(known)
      for (const operationId of contractOperations) {
        const { method, path } = findDescription(operationId).operation
        expect(served).toContainEqual({ operationId, method: method.toLowerCase(), path })
      }
    })

    test('every operation was called, and answered with each of its success statuses', () => {
      const missingStatuses = contractOperations.flatMap((operationId) =>
        listSuccessStatuses(operationId)
          .filter((status) => !isException(operationId, `status ${status}`))
          .filter((status) => !world().coverage.has(operationId, status))
          .map((status) => `${operationId} ${status}`),
      )
      expect(missingStatuses).toEqual([])
    })
  })
}
