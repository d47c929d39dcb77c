import { SCHEMA_VERSION } from '@verso/editor'
import { newId } from '../../common/ids.ts'
import { expectStatus } from '../app.ts'
import { uploadFontFile } from '../fonts.ts'
import { addSection, createSiteOfSpace, getSitePath } from './content.ts'
import { samples } from './samples.ts'
import type { MatrixWorld } from './world.ts'

/** Something that is computed from the organization's spec. */
const computedFrom = async (world: MatrixWorld, props: object) => ({
  type: 'builtin:openapi',
  dependencies: { spec: { ref: { kind: 'openapi', spec: await world.createSharedSpec() } } },
  props,
})

/** What a request of an operation carries, where it carries something. */
export const requestBodies: Record<string, (world: MatrixWorld, path: string) => object | Promise<object>> = {
  updateUserById: () => ({ displayName: 'Ann' }),
  createToken: () => ({ name: 'mine' }),
  createSession: () => ({ email: `${newId()}@example.com`, password: 'seven purple otters' }),
  updateNotification: () => ({ read: true }),
  updatePreferences: () => ({ language: 'de' }),
  inspectSignInLink: () => ({ secret: newId() }),
  completeSetup: () => ({
    secret: newId(),
    displayName: 'Ann',
    password: 'seven purple otters',
    organization: 'Acme',
  }),
  completeFirstSignIn: () => ({ secret: newId(), displayName: 'Ann', password: 'seven purple otters' }),
  createSessionWithLink: () => ({ secret: newId() }),
  requestSignInLink: () => ({ email: `${newId()}@example.com` }),
  requestPasswordReset: () => ({ email: `${newId()}@example.com` }),
  requestEmailChange: () => ({ email: `${newId()}@example.com` }),
  confirmEmailChange: () => ({ secret: newId() }),
  completePasswordReset: () => ({ secret: newId(), password: 'seven purple otters' }),
  createAccountWithInvite: () => ({ email: `${newId()}@example.com` }),
  updatePassword: () => ({ currentPassword: 'seven purple otters', password: 'a lamp under the table' }),
  createPasskey: () => ({ name: 'Key', response: samples.registration }),
  updatePasskey: () => ({ name: 'Key' }),
  updateSecondFactor: () => ({ required: false }),
  createSessionWithPasskey: () => ({ response: samples.assertion }),
  createSessionWithSecondFactor: () => ({ ticket: 'nothing', recoveryCode: 'nothing' }),
  linkIdentity: () => ({ provider: 'nowhere' }),
  startImportRun: async (world) => ({
    source: { type: 'markdown', url: world.importUrl },
    target: { space: (await world.app.space(world.people.admin, world.organization)).id },
  }),
  createTranslation: async (world) =>
    samples.translation((await world.app.space(world.people.admin, world.organization)).id),
  updateTranslation: () => ({ instructions: { object: 'document', data: {}, nodes: [] } }),
  updateGlossaryEntries: () => samples.glossary,
  createOrganizationSAMLProvider: () => ({ label: 'Company' }),
  createOIDCProvider: () => samples.oidcProvider,
  updateOIDCProvider: () => ({ label: 'Renamed' }),
  updateOrganizationSAMLProvider: () => ({ label: 'Renamed' }),
  getComputedDocument: async (world) => ({ seed: 's', source: await computedFrom(world, { doc: 'models' }) }),
  getComputedRevision: async (world) => ({ seed: 's', source: await computedFrom(world, { models: true }) }),
  createOpenAPISpec: () => ({ slug: newId(), source: { text: '{}' } }),
  createOrUpdateOpenAPISpecBySlug: () => ({ source: { text: '{}' } }),
  updateOpenAPISpecBySlug: () => ({ visibility: 'public' }),
  createOrganization: () => ({ title: 'Mine' }),
  updateOrganizationById: () => ({ title: 'Renamed' }),
  updateMemberInOrganizationById: () => ({ role: 'edit' }),
  inviteUsersToOrganization: () => ({ emails: ['invited@example.com'] }),
  createOrganizationInvite: () => ({ role: 'read' }),
  updateOrganizationInviteById: () => ({ role: 'edit' }),
  createOrganizationTeam: () => ({ title: 'Writers' }),
  updateTeamInOrganizationById: () => ({ title: 'Readers' }),
  updateMembersInOrganizationTeam: (world) => ({ add: [world.people.read.id] }),
  updateCollectionById: () => ({ title: 'Renamed' }),
  moveCollection: () => ({ parent: null }),
  transferCollection: (world) => ({ organization: world.elsewhere }),
  updateSpaceById: () => ({ title: 'Renamed' }),
  moveSpace: () => ({ parent: null }),
  transferSpace: (world) => ({ organization: world.elsewhere }),
  inviteToSpace: (world) => ({ role: 'edit', users: [world.people.read.id] }),
  inviteToCollection: (world) => ({ role: 'edit', users: [world.people.read.id] }),
  updateUserPermissionInSpace: () => ({ role: 'edit' }),
  updateUserPermissionInCollection: () => ({ role: 'edit' }),
  updateTeamPermissionInSpace: () => ({ role: 'edit' }),
  updateTeamPermissionInCollection: () => ({ role: 'edit' }),
  createSite: () => ({ title: 'Docs' }),
  updateSiteById: () => ({ title: 'Renamed' }),
  sortSiteStructure: async (world, path) => ({
    item: { type: 'site-section', id: await addSection(world, getSitePath(path)) },
    position: {},
  }),
  addSectionToSite: (world) => ({ spaceId: world.siteSpaceTarget }),
  updateSiteSectionById: () => ({ title: 'Renamed' }),
  addSectionGroupToSite: async (world, path) => ({
    title: 'Group',
    sections: [await addSection(world, getSitePath(path))],
  }),
  updateSiteSectionGroupById: () => ({ title: 'Renamed' }),
  addSectionToGroup: async (world, path) => ({ sectionId: await addSection(world, getSitePath(path)) }),
  addExternalLinkToSite: async (world, path) => {
    await addSection(world, getSitePath(path))
    return samples.externalLink
  },
  updateSiteExternalLinkById: () => ({ title: 'Renamed' }),
  addSpaceToSite: (world) => ({ spaceId: world.siteSpaceTarget }),
  updateSiteSpaceById: () => ({ path: 'renamed' }),
  updateSiteCustomizationById: () => ({ title: 'Renamed' }),
  changeSiteCustomization: () => ({ title: 'Renamed' }),
  previewSiteCustomization: () => ({ customization: { title: 'Renamed' } }),
  overrideSiteSpaceCustomizationById: () => ({ title: 'Renamed' }),
  createCustomFont: async ({ app, people, organization }) => ({
    fontFamily: 'Sans',
    fontFaces: [{ weight: 400, storageKey: await uploadFontFile(app, people.admin, organization) }],
  }),
  updateCustomFont: () => ({ fontFamily: 'Serif' }),
  createSiteRedirect: () => samples.redirect,
  bulkUpsertSiteRedirects: () => ({ redirects: [samples.redirect] }),
  updateSiteRedirectById: () => ({ source: '/elsewhere' }),
  inviteToSite: (world) => ({ role: 'edit', users: [world.people.read.id] }),
  updateUserPermissionInSite: () => ({ role: 'edit' }),
  updateTeamPermissionInSite: () => ({ role: 'edit' }),
  searchSiteContent: () => ({ query: 'hello', mode: 'all' }),
  createPreviewLink: async (world, path) => ({
    site: await createSiteOfSpace(world, path.split('/')[2] ?? ''),
  }),
  createSiteShareLink: () => ({ name: 'For partners' }),
  updateSiteShareLinkById: () => ({ active: false }),
  updateSitePublishingAuthById: () => ({ backend: 'custom' }),
  updateSiteAdaptiveSchema: () => samples.adaptiveSchema,
  resolvePublishedContentByUrl: () => ({ url: 'https://nowhere.example' }),
  createChangeRequest: () => ({ subject: 'Better words' }),
  planChangeRequestMerge: () => ({}),
  undoChangeRequestMerge: () => ({ subject: 'Fewer words' }),
  updateChangeRequestById: () => ({ status: 'open' }),
  applyTemplateToSpace: () => ({ id: 'changelog' }),
  importContent: (world) => ({ source: 'markdown', url: world.importUrl }),
  importContentInChangeRequest: (world) => ({ source: 'markdown', url: world.importUrl }),
  updateChangeRequestContent: () => ({ changes: [samples.insertPage('Another')] }),
  replaceTextInChangeRequest: () => ({
    text: 'a',
    replacement: 'b',
    pages: [{ page: 'nowhere', version: '', places: ['text.0'] }],
  }),
  undoTextReplacement: async (world, path) => ({
    revision: await readHeadOf(world, path),
    pages: [{ page: 'nowhere', version: '' }],
  }),
  generateStorageUploadURL: () => ({
    kind: 'organization_file',
    file: { name: 'a.txt', type: 'text/plain', size: 1 },
  }),
  submitChangeRequestReview: () => ({ status: 'approved' }),
  requestReviewersForChangeRequest: (world) => ({ users: [world.people.read.id] }),
  importGitRepository: () => samples.repository,
  exportToGitRepository: () => ({ ...samples.repository, commitMessage: 'Words' }),
  startGitSyncPreview: () => ({ ...samples.repository, direction: 'import' }),
  setGitWebhook: () => samples.repository,
  importSiteGitRepository: () => samples.repository,
  exportSiteToGitRepository: () => ({ ...samples.repository, commitMessage: 'Words' }),
  setSiteGitWebhook: () => samples.repository,
  receiveSiteGitWebhook: () => ({ ref: samples.repository.ref }),
  receiveGitWebhook: () => ({ ref: samples.repository.ref }),
  postCommentInSpace: () => samples.comment,
  updateCommentInSpace: () => samples.reaction,
  postCommentReplyInSpace: () => samples.comment,
  updateCommentReplyInSpace: () => samples.reaction,
  postCommentInChangeRequest: () => samples.comment,
  updateCommentInChangeRequest: () => samples.reaction,
  postCommentReplyInChangeRequest: () => samples.comment,
  updateCommentReplyInChangeRequest: () => samples.reaction,
  createDraftComment: () => samples.comment,
  updateDraftComment: () => samples.comment,
  submitDraftComments: () => ({ status: 'approved' }),
  commitLiveSteps: async (world, path) => ({
    session: await openLivePage(world, path),
    schema: SCHEMA_VERSION,
    since: 0,
    client: 'matrix',
    ref: newId(),
    steps: [{ stepType: 'replace', from: 1, to: 1, slice: { content: [{ type: 'text', text: 'x' }] } }],
  }),
  saveLivePage: async (world, path) => ({ session: await openLivePage(world, path) }),
  setLivePresence: async (world, path) => ({
    session: await openLivePage(world, path),
    client: newId(),
    version: 0,
  }),
}

/** The head of the change request of a path below it. */
async function readHeadOf(world: MatrixWorld, path: string): Promise<string> {
  const response = await world.people.admin.get<{ revision: string }>(path.replace(/\/content\/.*$/, ''))
  return expectStatus(200, response).revision
}

/** Opens the live page of a path below it, and returns its session. */
async function openLivePage(world: MatrixWorld, path: string): Promise<string> {
  const response = await world.people.admin.get<{ session: string }>(path.replace(/\/live\/.*$/, '/live'))
  return expectStatus(200, response).session
}

const nameLiveSession = async (world: MatrixWorld, path: string): Promise<string> =>
  `?session=${await openLivePage(world, path)}&follow=false`

/** The queries of operations that require one. */
export const requestQueries: Record<
  string,
  string | ((world: MatrixWorld, path: string) => Promise<string>)
> = {
  batchReads: '?path=/user',
  getSiteRedirectBySource: '?source=/nowhere',
  getEmbedByUrlInSpace: '?url=https://docs.example.com/',
  searchSpaceContent: '?query=hello',
  findTextInChangeRequest: '?text=hello',
  searchOrganizationContent: '?query=hello',
  getPublishedContentByUrl: '?url=https://nowhere.example',
  getContentByUrl: '?url=https://nowhere.example',
  streamEventsInOrganization: '?follow=false',
  readLiveUpdates: nameLiveSession,
  streamLiveUpdates: nameLiveSession,
}
