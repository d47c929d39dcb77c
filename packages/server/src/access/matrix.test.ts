import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../common/ids.ts'
import type { Route } from '../http/route.ts'
import type { ChangeRequest } from '../areas/content/change-requests/schema.ts'
import type { OpenAPISpec } from '../areas/openapi/specs/schema.ts'
import type { InviteLink } from '../areas/sign-in/invites/schema.ts'
import type { SentInvitation } from '../areas/organizations/invitations/schema.ts'
import type { Revision, RevisionPage } from '../areas/content/revisions/schema.ts'
import type { Review } from '../areas/review/reviews/schema.ts'
import type { SamlProvider } from '../areas/sign-in/saml/schema.ts'
import type { Site } from '../areas/sites/sites/schema.ts'
import type { NewToken } from '../areas/identity/tokens/schema.ts'
import type { ShareLink } from '../areas/sites/visitors/schema.ts'
import {
  allowLoopback,
  type Client,
  expectStatus,
  type ListBody,
  type Person,
  TestApp,
} from '../testing/app.ts'
import { TestNetwork } from '../testing/network.ts'
import { createProcessedSpec } from '../testing/specs.ts'

/** Who asks: the members of one organization by their role, and the admin of another. */
const callers = ['admin', 'create', 'review', 'edit', 'comment', 'read', 'guest', 'outsider'] as const
type Caller = (typeof callers)[number]

/**
 * Every operation and the status that each caller gets, on fresh content with the default level: the one table that
 * the routes are held against. Nobody without a token gets anything but 401, except where it says so.
 */
// prettier-ignore
const table: Record<string, string> = {
  //                                        admin create review edit comment read guest outsider
  getApiInformation:                       '200   200    200    200  200     200  200   200',

  getAuthenticatedUser:                    '200   200    200    200  200     200  200   200',
  getUserById:                             '200   200    200    200  200     200  200   404',
  updateUserById:                          '403   403    403    403  403     403  403   404',
  listTokens:                              '200   200    200    200  200     200  200   200',
  createToken:                             '201   201    201    201  201     201  201   201',
  deleteToken:                             '205   205    205    205  205     205  205   205',
  listSessions:                            '200   200    200    200  200     200  200   200',
  // None of these callers is signed in with a browser.
  deleteSession:                           '204   204    204    204  204     204  204   204',

  listSAMLProvidersInOrganizationById:     '200   403    403    403  403     403  403   404',
  createOrganizationSAMLProvider:          '201   403    403    403  403     403  403   404',
  getOrganizationSAMLProviderById:         '200   403    403    403  403     403  403   404',
  updateOrganizationSAMLProvider:          '200   403    403    403  403     403  403   404',
  deleteOrganizationSAMLProvider:          '205   403    403    403  403     403  403   404',
  // A person who signs in has no account yet.
  listSSOProviderLoginsInOrganization:     '200   200    200    200  200     200  200   200',

  listOrganizationsForAuthenticatedUser:   '200   200    200    200  200     200  200   200',
  createOrganization:                      '201   201    201    201  201     201  201   201',
  getOrganizationById:                     '200   200    200    200  200     200  200   404',
  updateOrganizationById:                  '200   403    403    403  403     403  403   404',
  getOrganizationsForEmailDomain:          '200   200    200    200  200     200  200   200',

  listMembersInOrganizationById:           '200   200    200    200  200     200  403   404',
  getMemberInOrganizationById:             '200   200    200    200  200     200  404   404',
  updateMemberInOrganizationById:          '200   403    403    403  403     403  403   404',
  removeMemberFromOrganizationById:        '205   403    403    403  403     403  403   404',
  updateOrganizationMemberLastSeenAt:      '200   200    200    200  200     200  200   404',
  setUserAsSSOMemberForOrganization:       '200   403    403    403  403     403  403   404',
  listSpacesForOrganizationMember:         '200   403    403    403  403     403  403   404',
  listTeamsForOrganizationMember:          '200   200    200    200  200     200  404   404',

  inviteUsersToOrganization:               '200   403    403    403  403     403  403   404',
  joinOrganizationWithInvite:              '200   200    200    200  200     200  200   200',
  joinOrganization:                        '204   204    204    204  204     204  204   404',
  listOrganizationInviteLinks:             '200   403    403    403  403     403  403   404',
  createOrganizationInvite:                '201   403    403    403  403     403  403   404',
  getOrganizationInviteLink:               '200   403    403    403  403     403  403   404',
  updateOrganizationInviteById:            '200   403    403    403  403     403  403   404',
  deleteOrganizationInviteById:            '205   403    403    403  403     403  403   404',

  listOrganizationInvitations:             '200   403    403    403  403     403  403   404',
  withdrawOrganizationInvitation:          '205   403    403    403  403     403  403   404',
  // Each of them has an invitation to another organization.
  listInvitations:                         '200   200    200    200  200     200  200   200',
  acceptInvitation:                        '204   204    204    204  204     204  204   204',
  declineInvitation:                       '205   205    205    205  205     205  205   205',

  listTeamsInOrganizationById:             '200   200    200    200  200     200  403   404',
  createOrganizationTeam:                  '201   403    403    403  403     403  403   404',
  getTeamInOrganizationById:               '200   200    200    200  200     200  404   404',
  updateTeamInOrganizationById:            '200   403    403    403  403     403  404   404',
  removeTeamFromOrganizationById:          '205   403    403    403  403     403  403   404',
  listTeamMembersInOrganizationById:       '200   200    200    200  200     200  404   404',
  updateMembersInOrganizationTeam:         '204   403    403    403  403     403  404   404',
  addMemberToOrganizationTeamById:         '204   403    403    403  403     403  404   404',
  deleteMemberFromOrganizationTeamById:    '204   403    403    403  403     403  404   404',

  getCollectionById:                       '200   200    200    200  200     200  404   404',
  updateCollectionById:                    '200   403    403    403  403     403  404   404',
  deleteCollectionById:                    '205   403    403    403  403     403  204   204',
  moveCollection:                          '200   403    403    403  403     403  404   404',
  transferCollection:                      '200   403    403    403  403     403  404   404',
  listCollectionsInOrganizationById:       '200   200    200    200  200     200  200   404',
  createCollection:                        '201   201    403    403  403     403  403   404',

  getSpaceById:                            '200   200    200    200  200     200  404   404',
  updateSpaceById:                         '200   403    403    403  403     403  404   404',
  deleteSpaceById:                         '205   403    403    403  403     403  204   204',
  restoreSpace:                            '200   404    404    404  404     404  404   404',
  duplicateSpace:                          '201   201    403    403  403     403  404   404',
  moveSpace:                               '200   403    403    403  403     403  404   404',
  transferSpace:                           '200   403    403    403  403     403  404   404',
  listSpacesInOrganizationById:            '200   200    200    200  200     200  200   404',
  createSpace:                             '201   201    403    403  403     403  403   404',
  listSpacesInCollectionById:              '200   200    200    200  200     200  404   404',

  inviteToSpace:                           '204   403    403    403  403     403  404   404',
  listUserPermissionsInSpace:              '200   200    200    200  200     200  404   404',
  updateUserPermissionInSpace:             '204   403    403    403  403     403  404   404',
  removeUserFromSpace:                     '204   403    403    403  403     403  404   404',
  listTeamPermissionsInSpace:              '200   200    200    200  200     200  404   404',
  updateTeamPermissionInSpace:             '204   403    403    403  403     403  404   404',
  removeTeamFromSpace:                     '204   403    403    403  403     403  404   404',
  listPermissionsAggregateInSpace:         '200   200    200    200  200     200  404   404',
  inviteToCollection:                      '204   403    403    403  403     403  404   404',
  listUserPermissionsInCollection:         '200   200    200    200  200     200  404   404',
  updateUserPermissionInCollection:        '204   403    403    403  403     403  404   404',
  removeUserFromCollection:                '204   403    403    403  403     403  404   404',
  listTeamPermissionsInCollection:         '200   200    200    200  200     200  404   404',
  updateTeamPermissionInCollection:        '204   403    403    403  403     403  404   404',
  removeTeamFromCollection:                '204   403    403    403  403     403  404   404',
  listPermissionsAggregateInCollection:    '200   200    200    200  200     200  404   404',

  listSites:                               '200   200    200    200  200     200  200   404',
  createSite:                              '201   201    403    403  403     403  403   404',
  getSiteById:                             '200   200    200    200  200     200  404   404',
  updateSiteById:                          '200   403    403    403  403     403  404   404',
  deleteSiteById:                          '205   403    403    403  403     403  204   204',
  publishSite:                             '200   403    403    403  403     403  404   404',
  unpublishSite:                           '200   403    403    403  403     403  404   404',
  getSiteHostname:                         '200   200    200    200  200     200  404   404',
  checkSiteHostname:                       '200   403    403    403  403     403  404   404',
  getSiteStructure:                        '200   200    200    200  200     200  404   404',
  sortSiteStructure:                       '200   200    403    403  403     403  404   404',
  listSiteSections:                        '200   200    200    200  200     200  404   404',
  addSectionToSite:                        '201   201    403    403  403     403  404   404',
  updateSiteSectionById:                   '200   200    403    403  403     403  404   404',
  deleteSiteSectionById:                   '205   205    403    403  403     403  404   404',
  moveSiteSection:                         '200   200    403    403  403     403  404   404',
  listSiteSectionGroups:                   '200   200    200    200  200     200  404   404',
  addSectionGroupToSite:                   '201   201    403    403  403     403  404   404',
  updateSiteSectionGroupById:              '200   200    403    403  403     403  404   404',
  deleteSiteSectionGroupById:              '205   205    403    403  403     403  404   404',
  addSectionToGroup:                       '201   201    403    403  403     403  404   404',
  removeSectionFromGroup:                  '205   205    403    403  403     403  404   404',
  moveSiteSectionGroup:                    '200   200    403    403  403     403  404   404',
  listSiteSpaces:                          '200   200    200    200  200     200  404   404',
  addSpaceToSite:                          '201   201    403    403  403     403  404   404',
  updateSiteSpaceById:                     '200   200    403    403  403     403  404   404',
  deleteSiteSpaceById:                     '205   205    403    403  403     403  404   404',
  moveSiteSpace:                           '200   200    403    403  403     403  404   404',
  duplicateSiteSpace:                      '201   201    403    403  403     403  404   404',
  getSiteCustomizationById:                '200   200    200    200  200     200  404   404',
  updateSiteCustomizationById:             '200   403    403    403  403     403  404   404',
  getSiteSpaceCustomizationById:           '200   200    200    200  200     200  404   404',
  overrideSiteSpaceCustomizationById:      '200   403    403    403  403     403  404   404',
  deleteSiteSpaceCustomizationById:        '204   403    403    403  403     403  404   404',
  listSiteRedirects:                       '200   200    200    200  200     200  404   404',
  createSiteRedirect:                      '201   403    403    403  403     403  404   404',
  bulkUpsertSiteRedirects:                 '200   403    403    403  403     403  404   404',
  updateSiteRedirectById:                  '200   403    403    403  403     403  404   404',
  deleteSiteRedirectById:                  '205   403    403    403  403     403  404   404',
  getSiteRedirectBySource:                 '404   404    404    404  404     404  404   404',
  inviteToSite:                            '204   403    403    403  403     403  404   404',
  listUserPermissionsInSite:               '200   200    200    200  200     200  404   404',
  updateUserPermissionInSite:              '204   403    403    403  403     403  404   404',
  removeUserFromSite:                      '204   403    403    403  403     403  404   404',
  listTeamPermissionsInSite:               '200   200    200    200  200     200  404   404',
  updateTeamPermissionInSite:              '204   403    403    403  403     403  404   404',
  removeTeamFromSite:                      '204   403    403    403  403     403  404   404',

  listSiteShareLinks:                      '200   403    403    403  403     403  404   404',
  createSiteShareLink:                     '201   403    403    403  403     403  404   404',
  updateSiteShareLinkById:                 '200   403    403    403  403     403  404   404',
  deleteSiteShareLinkById:                 '205   403    403    403  403     403  404   404',
  getSitePublishingAuthById:               '200   403    403    403  403     403  404   404',
  updateSitePublishingAuthById:            '200   403    403    403  403     403  404   404',
  regenerateSitePublishingAuthById:        '200   403    403    403  403     403  404   404',
  getSitePublishingPreviewById:            '200   200    200    200  200     200  404   404',
  getSiteAdaptiveSchema:                   '200   200    200    200  200     200  404   404',
  updateSiteAdaptiveSchema:                '200   403    403    403  403     403  404   404',
  listSiteAdaptiveTemplateConditions:      '200   200    200    200  200     200  404   404',

  getPublishedContentSite:                 '200   200    200    200  200     200  404   404',
  searchSiteContent:                       '200   200    200    200  200     200  404   404',
  getPublishedContentByUrl:                '404   404    404    404  404     404  404   404',
  getContentByUrl:                         '404   404    404    404  404     404  404   404',
  getSubdomain:                            '200   200    200    200  200     200  200   404',
  resolvePublishedContentByUrl:            '404   404    404    404  404     404  404   404',

  getCurrentRevision:                      '200   200    200    200  200     200  404   404',
  listPages:                               '200   200    200    200  200     200  404   404',
  getPageById:                             '200   200    200    200  200     200  404   404',
  getPageByPath:                           '200   200    200    200  200     200  404   404',
  getRevisionOfChangeRequestById:          '200   200    200    200  200     200  404   404',
  listPagesInChangeRequest:                '200   200    200    200  200     200  404   404',
  getPageInChangeRequestById:              '200   200    200    200  200     200  404   404',
  getPageInChangeRequestByPath:            '200   200    200    200  200     200  404   404',
  getRevisionById:                         '200   200    200    200  200     200  404   404',
  listPagesInRevisionById:                 '200   200    200    200  200     200  404   404',
  getPageInRevisionById:                   '200   200    200    200  200     200  404   404',
  getPageInRevisionByPath:                 '200   200    200    200  200     200  404   404',
  getPageDocumentInRevisionById:           '200   200    200    200  200     200  404   404',
  getReusableContentById:                  '200   200    200    200  200     200  404   404',
  getReusableContentInChangeRequestById:   '200   200    200    200  200     200  404   404',
  getReusableContentInRevisionById:        '200   200    200    200  200     200  404   404',
  getReusableContentDocumentInRevisionById: '200   200    200    200  200     200  404   404',
  getDocumentById:                         '200   200    200    200  200     200  404   404',
  getEmbedByUrlInSpace:                    '200   200    200    200  200     200  404   404',
  getChangeRequestChanges:                 '200   200    200    200  200     200  404   404',
  getRevisionSemanticChanges:              '200   200    200    200  200     200  404   404',
  getSpacePDF:                             '200   200    200    200  200     200  404   404',
  getChangeRequestPDF:                     '200   200    200    200  200     200  404   404',

  getComputedDocument:                     '200   200    200    200  200     200  404   404',
  getComputedRevision:                     '200   200    200    200  200     200  404   404',

  listSpaceLinks:                          '200   200    200    200  200     200  404   404',
  listPageLinksInSpace:                    '200   200    200    200  200     200  404   404',
  listSpacePageBacklinks:                  '200   200    200    200  200     200  404   404',
  listSpaceFileBacklinks:                  '200   200    200    200  200     200  404   404',
  listPageLinksInChangeRequest:            '200   200    200    200  200     200  404   404',
  listChangeRequestPageBacklinks:          '200   200    200    200  200     200  404   404',
  listChangeRequestFileBacklinks:          '200   200    200    200  200     200  404   404',
  listSpacePageMetaLinks:                  '200   200    200    200  200     200  404   404',
  listChangeRequestPageMetaLinks:          '200   200    200    200  200     200  404   404',
  listRevisionPageMetaLinks:               '200   200    200    200  200     200  404   404',
  searchSpaceContent:                      '200   200    200    200  200     200  404   404',
  searchOrganizationContent:               '200   200    200    200  200     200  200   404',
  listFiles:                               '200   200    200    200  200     200  404   404',
  getFileById:                             '200   200    200    200  200     200  404   404',
  listFilesInChangeRequestById:            '200   200    200    200  200     200  404   404',
  getFileInChangeRequestById:              '200   200    200    200  200     200  404   404',
  listFilesInRevisionById:                 '200   200    200    200  200     200  404   404',
  getFileInRevisionById:                   '200   200    200    200  200     200  404   404',
  generateStorageUploadURL:                '201   201    201    201  403     403  403   404',

  listChangeRequestsForSpace:              '200   200    200    200  200     200  404   404',
  createChangeRequest:                     '201   201    201    201  403     403  404   404',
  getChangeRequestById:                    '200   200    200    200  200     200  404   404',
  updateChangeRequestById:                 '200   200    200    200  403     403  404   404',
  importContent:                           '201   201    201    201  403     403  404   404',
  listTemplates:                           '200   200    200    200  200     200  200   200',
  applyTemplateToSpace:                    '201   201    201    201  403     403  404   404',
  importContentInChangeRequest:            '201   201    201    201  403     403  404   404',
  updateChangeRequestContent:              '200   200    200    200  403     403  404   404',
  updateChangeRequest:                     '200   200    200    200  403     403  404   404',
  mergeChangeRequest:                      '200   200    200    403  403     403  404   404',
  listChangeRequestsForOrganization:       '200   200    200    200  200     200  200   404',

  getReviewsByChangeRequestId:             '200   200    200    200  200     200  404   404',
  submitChangeRequestReview:               '201   201    201    403  403     403  404   404',
  getChangeRequestReviewById:              '200   200    200    200  200     200  404   404',
  getRequestedReviewersByChangeRequestId:  '200   200    200    200  200     200  404   404',
  requestReviewersForChangeRequest:        '200   200    200    200  403     403  404   404',
  removeRequestedReviewerFromChangeRequest: '204  204    204    204  403     403  404   404',
  getContributorsByChangeRequestId:        '200   200    200    200  200     200  404   404',

  listCommentsInSpace:                     '200   200    200    200  200     200  404   404',
  postCommentInSpace:                      '200   200    200    200  200     403  404   404',
  getCommentInSpace:                       '200   200    200    200  200     200  404   404',
  updateCommentInSpace:                    '200   200    200    200  200     403  404   404',
  deleteCommentInSpace:                    '205   403    403    403  403     403  404   404',
  listCommentRepliesInSpace:               '200   200    200    200  200     200  404   404',
  postCommentReplyInSpace:                 '200   200    200    200  200     403  404   404',
  getCommentReplyInSpace:                  '200   200    200    200  200     200  404   404',
  updateCommentReplyInSpace:               '200   200    200    200  200     403  404   404',
  deleteCommentReplyInSpace:               '205   403    403    403  403     403  404   404',
  listCommentersInSpace:                   '200   200    200    200  200     200  404   404',

  listCommentsInChangeRequest:             '200   200    200    200  200     200  404   404',
  postCommentInChangeRequest:              '200   200    200    200  200     403  404   404',
  getCommentInChangeRequest:               '200   200    200    200  200     200  404   404',
  updateCommentInChangeRequest:            '200   200    200    200  200     403  404   404',
  deleteCommentInChangeRequest:            '205   403    403    403  403     403  404   404',
  listCommentRepliesInChangeRequest:       '200   200    200    200  200     200  404   404',
  postCommentReplyInChangeRequest:         '200   200    200    200  200     403  404   404',
  getCommentReplyInChangeRequest:          '200   200    200    200  200     200  404   404',
  updateCommentReplyInChangeRequest:       '200   200    200    200  200     403  404   404',
  deleteCommentReplyInChangeRequest:       '205   403    403    403  403     403  404   404',
  listCommentersInChangeRequest:           '200   200    200    200  200     200  404   404',

  importGitRepository:                     '204   204    204    204  403     403  404   404',
  exportToGitRepository:                   '204   204    204    204  403     403  404   404',
  getSpaceGitInfo:                         '200   200    200    200  200     200  404   404',
  deleteLegacyGitInstallation:             '205   403    403    403  403     403  404   404',
  setGitWebhook:                           '200   403    403    403  403     403  404   404',
  removeGitWebhook:                        '204   403    403    403  403     403  404   404',
  listGitSSHKeys:                          '200   403    403    403  403     403  404   404',
  createGitSSHKey:                         '201   403    403    403  403     403  404   404',
  deleteGitSSHKey:                         '205   403    403    403  403     403  404   404',
  receiveGitWebhook:                       '401   401    401    401  401     401  401   401',

  listOpenAPISpecs:                        '200   200    200    200  200     200  403   404',
  createOpenAPISpec:                       '201   201    403    403  403     403  403   404',
  getOpenAPISpecBySlug:                    '200   200    200    200  200     200  403   404',
  createOrUpdateOpenAPISpecBySlug:         '200   200    403    403  403     403  403   404',
  updateOpenAPISpecBySlug:                 '200   200    403    403  403     403  403   404',
  deleteOpenAPISpecBySlug:                 '205   205    403    403  403     403  403   404',
  listOpenAPISpecVersions:                 '200   200    200    200  200     200  403   404',
  getLatestOpenAPISpecVersion:             '200   200    200    200  200     200  403   404',
  getLatestOpenAPISpecVersionContent:      '200   200    200    200  200     200  403   404',
  getLatestOpenAPISpecVersionContentRaw:   '200   200    200    200  200     200  403   404',
  getOpenAPISpecVersionById:               '200   200    200    200  200     200  403   404',
  getOpenAPISpecVersionContentById:        '200   200    200    200  200     200  403   404',
  listTranslations:                        '200   200    200    200  200     200  200   404',
  createTranslation:                       '201   201    403    403  403     403  404   404',
  getTranslation:                          '200   200    200    200  200     200  404   404',
  updateTranslation:                       '200   200    403    403  403     403  404   404',
  // For those who do not see it, it is not there.
  deleteTranslation:                       '205   205    403    403  403     403  204   404',
  runTranslation:                          '204   204    403    403  403     403  404   404',
  listGlossaryEntries:                     '200   200    200    200  200     200  403   404',
  updateGlossaryEntries:                   '204   204    403    403  403     403  403   404',
  getGlossaryEntry:                        '200   200    200    200  200     200  403   404',

  listJobsInOrganization:                  '200   200    200    200  200     200  200   404',
}

/** What a request of an operation carries, where it carries something. */
const bodies: Record<
  string,
  (about: Record<'member' | 'elsewhere' | 'path', string>) => object | Promise<object>
> = {
  updateUserById: () => ({ displayName: 'Ann' }),
  createToken: () => ({ name: 'mine' }),
  createTranslation: async () => createTranslationBody((await app.space(people.admin, organization)).id),
  updateTranslation: () => ({ instructions: { object: 'document', data: {}, nodes: [] } }),
  updateGlossaryEntries: () => glossary,
  createOrganizationSAMLProvider: () => ({ label: 'Company' }),
  updateOrganizationSAMLProvider: () => ({ label: 'Renamed' }),
  getComputedDocument: async () => ({ seed: 's', source: await computedFrom({ doc: 'models' }) }),
  getComputedRevision: async () => ({ seed: 's', source: await computedFrom({ models: true }) }),
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
  updateMembersInOrganizationTeam: ({ member }) => ({ add: [member] }),
  updateCollectionById: () => ({ title: 'Renamed' }),
  moveCollection: () => ({ parent: null }),
  transferCollection: ({ elsewhere }) => ({ organization: elsewhere }),
  updateSpaceById: () => ({ title: 'Renamed' }),
  moveSpace: () => ({ parent: null }),
  transferSpace: ({ elsewhere }) => ({ organization: elsewhere }),
  inviteToSpace: ({ member }) => ({ role: 'edit', users: [member] }),
  inviteToCollection: ({ member }) => ({ role: 'edit', users: [member] }),
  updateUserPermissionInSpace: () => ({ role: 'edit' }),
  updateUserPermissionInCollection: () => ({ role: 'edit' }),
  updateTeamPermissionInSpace: () => ({ role: 'edit' }),
  updateTeamPermissionInCollection: () => ({ role: 'edit' }),
  createSite: () => ({ title: 'Docs' }),
  updateSiteById: () => ({ title: 'Renamed' }),
  sortSiteStructure: async ({ path }) => ({
    item: { type: 'site-section', id: await addSection(getSitePath(path)) },
    position: {},
  }),
  addSectionToSite: () => ({ spaceId: siteSpaceTarget }),
  updateSiteSectionById: () => ({ title: 'Renamed' }),
  addSectionGroupToSite: async ({ path }) => ({
    title: 'Group',
    sections: [await addSection(getSitePath(path))],
  }),
  updateSiteSectionGroupById: () => ({ title: 'Renamed' }),
  addSectionToGroup: async ({ path }) => ({ sectionId: await addSection(getSitePath(path)) }),
  addSpaceToSite: () => ({ spaceId: siteSpaceTarget }),
  updateSiteSpaceById: () => ({ path: 'renamed' }),
  updateSiteCustomizationById: () => ({ title: 'Renamed' }),
  overrideSiteSpaceCustomizationById: () => ({ title: 'Renamed' }),
  createSiteRedirect: () => redirect,
  bulkUpsertSiteRedirects: () => ({ redirects: [redirect] }),
  updateSiteRedirectById: () => ({ source: '/elsewhere' }),
  inviteToSite: ({ member }) => ({ role: 'edit', users: [member] }),
  updateUserPermissionInSite: () => ({ role: 'edit' }),
  updateTeamPermissionInSite: () => ({ role: 'edit' }),
  searchSiteContent: () => ({ query: 'hello', mode: 'all' }),
  createSiteShareLink: () => ({ name: 'For partners' }),
  updateSiteShareLinkById: () => ({ active: false }),
  updateSitePublishingAuthById: () => ({ backend: 'custom' }),
  updateSiteAdaptiveSchema: () => adaptiveSchema,
  resolvePublishedContentByUrl: () => ({ url: 'https://nowhere.example' }),
  createChangeRequest: () => ({ subject: 'Better words' }),
  updateChangeRequestById: () => ({ status: 'open' }),
  applyTemplateToSpace: () => ({ id: 'changelog' }),
  importContent: () => ({ source: 'markdown', url: imported }),
  importContentInChangeRequest: () => ({ source: 'markdown', url: imported }),
  updateChangeRequestContent: () => ({ changes: [insertPage('Another')] }),
  generateStorageUploadURL: () => ({
    kind: 'organization_file',
    file: { name: 'a.txt', type: 'text/plain', size: 1 },
  }),
  submitChangeRequestReview: () => ({ status: 'approved' }),
  requestReviewersForChangeRequest: ({ member }) => ({ users: [member] }),
  importGitRepository: () => repository,
  exportToGitRepository: () => ({ ...repository, commitMessage: 'Words' }),
  setGitWebhook: () => repository,
  receiveGitWebhook: () => ({ ref: repository.ref }),
  postCommentInSpace: () => comment,
  updateCommentInSpace: () => reaction,
  postCommentReplyInSpace: () => comment,
  updateCommentReplyInSpace: () => reaction,
  postCommentInChangeRequest: () => comment,
  updateCommentInChangeRequest: () => reaction,
  postCommentReplyInChangeRequest: () => comment,
  updateCommentReplyInChangeRequest: () => reaction,
}

/** The queries of operations that require one. */
const queries: Record<string, string> = {
  getSiteRedirectBySource: '?source=/nowhere',
  getEmbedByUrlInSpace: '?url=https://docs.example.com/',
  searchSpaceContent: '?query=hello',
  searchOrganizationContent: '?query=hello',
  getPublishedContentByUrl: '?url=https://nowhere.example',
  getContentByUrl: '?url=https://nowhere.example',
}

const redirect = { source: '/old', destination: { kind: 'external', url: 'https://acme.example/new' } }
const adaptiveSchema = { jsonSchema: { type: 'object', properties: {}, additionalProperties: false } }
const comment = { body: { markdown: 'Good.' } }
const repository = {
  url: 'https://git.invalid/acme/docs.git',
  ref: 'refs/heads/main',
  gitInfo: { provider: 'github-legacy' },
}
/** Something that is computed from the organization's spec. */
const computedFrom = async (props: object) => ({
  type: 'builtin:openapi',
  dependencies: { spec: { ref: { kind: 'openapi', spec: await sharedSpec() } } },
  props,
})
/** Reading one takes a thread, so that only what deletes it has one of its own. */
const sharedSpec = () => (spec ??= createProcessedSpec(app, people.admin, organization))
const reaction = { addedReactions: ['1f44d'] }

const insertPage = (title: string) => ({ operation: 'insert_page', title, document: { markdown: 'Hello' } })

let app: TestApp
let organization: string
let elsewhere: string
let people: Record<Caller, Person>
/** A space of which every member is an admin. */
let siteSpaceTarget: string
/** A page to import, on loopback. */
let imported: string
let spec: Promise<string> | undefined
const network = new TestNetwork()

beforeAll(async () => {
  app = await TestApp.start({ outboundAllow: allowLoopback, trustedDomains: ['matrix.example'] }, { network })
  imported = (await network.listen((_request, response) => response.end('# Imported'))).url
  const acme = await app.organization()
  const other = await app.organization('Other')
  organization = acme.id
  elsewhere = (await acme.admin.post<{ id: string }>('/orgs', { title: 'Elsewhere' })).body.id
  expectStatus(200, await acme.admin.patch(`/orgs/${organization}`, { hostname: 'acme' }))
  people = {
    admin: acme.admin,
    create: await app.member(organization, 'create'),
    review: await app.member(organization, 'review'),
    edit: await app.member(organization, 'edit'),
    comment: await app.member(organization, 'comment'),
    read: await app.member(organization, 'read'),
    guest: await app.member(organization, null),
    outsider: other.admin,
  }
  siteSpaceTarget = (await app.space(acme.admin, organization)).id
  expectStatus(200, await acme.admin.patch(`/spaces/${siteSpaceTarget}`, { defaultLevel: 'admin' }))
})
afterAll(async () => {
  await app.stop()
  await network.close()
})

/** Fresh things for each of the path's parameters, so that no answer depends on an earlier one. */
/** What is inside a space: a change request with a page, merged where the route reads what the space shows. */
const content: Record<string, (spaceId: string, listPath: string) => Promise<string>> = {
  changeRequestId: async (spaceId) => (await createChangeRequest(spaceId)).id,
  revisionId: async (spaceId) => (await createChangeRequest(spaceId)).revision,
  commentId: (_, listPath) => postComment(listPath),
  commentReplyId: (_, listPath) => postComment(listPath),
  sshKeyId: async (_, listPath) => expectStatus(201, await people.admin.post<{ id: string }>(listPath)).id,
  pagePath: () => Promise.resolve('hello'),
  siteSectionId: async (_, listPath) => {
    const sectionId = await addSection(getSitePath(listPath))
    if (listPath.includes('/section-groups/'))
      expectStatus(201, await people.admin.post(listPath, { sectionId }))
    return sectionId
  },
  siteSectionGroupId: async (_, listPath) => {
    await addSection(getSitePath(listPath))
    return expectStatus(201, await people.admin.post<{ id: string }>(listPath, { title: 'Group' })).id
  },
  siteRedirectId: async (_, listPath) =>
    expectStatus(201, await people.admin.post<{ id: string }>(listPath, redirect)).id,
  siteSpaceId: async (_, listPath) =>
    expectStatus(201, await people.admin.post<{ id: string }>(listPath, { spaceId: siteSpaceTarget })).id,
  reusableContentId: async (spaceId, listPath) => {
    if (listPath === `/spaces/${spaceId}/content/reusable-contents`) await mergePage(`/spaces/${spaceId}`)
    const { body } = await people.admin.get<Revision>(listPath.replace('/reusable-contents', ''))
    return body.reusableContents[0]?.id ?? ''
  },
  documentId: async (spaceId) => {
    const { id } = await createChangeRequest(spaceId)
    const path = `/spaces/${spaceId}/change-requests/${id}/content/path/hello`
    return expectStatus(200, await people.admin.get<RevisionPage>(path)).documentId ?? ''
  },
  fileId: async (spaceId, listPath) => {
    if (listPath === `/spaces/${spaceId}/content/files`) await mergePage(`/spaces/${spaceId}`)
    return (await people.admin.get<ListBody<{ id: string }>>(listPath)).body.items[0]?.id ?? ''
  },
  reviewId: async (spaceId) => {
    // The only one in its space.
    const path = `/spaces/${spaceId}/change-requests/1/reviews`
    return expectStatus(201, await people.admin.post<Review>(path, { status: 'approved' })).id
  },
  pageId: async (spaceId) => {
    const { body } = await people.admin.get<ListBody<ChangeRequest>>(
      `/spaces/${spaceId}/change-requests?status=draft`,
    )
    const changeRequestBody = body.items[0] ?? (await createChangeRequest(spaceId))
    const page = await people.admin.get<{ id: string }>(
      `/spaces/${spaceId}/change-requests/${changeRequestBody.id}/content/path/hello`,
    )
    return page.body.id
  },
}

const createTranslationBody = (space: string) => ({ source: { space, language: 'en' }, language: 'es' })

const glossary = { operations: [{ type: 'insert', translations: { en: 'space', es: 'espacio' } }] }

const getSitePath = (path: string): string => path.split('/').slice(0, 5).join('/')

async function addSection(sitePath: string): Promise<string> {
  const path = `${sitePath}/sections`
  return expectStatus(201, await people.admin.post<{ id: string }>(path, { spaceId: siteSpaceTarget })).id
}

async function postComment(listPath: string): Promise<string> {
  return expectStatus(200, await people.admin.post<{ id: string }>(listPath, comment)).id
}

async function createChangeRequest(spaceId: string): Promise<ChangeRequest> {
  const path = `/spaces/${spaceId}/change-requests`
  const { id } = expectStatus(201, await people.admin.post<ChangeRequest>(path, {}))
  const reusable = { operation: 'put_reusable_content', title: 'Note', document: { markdown: 'Note' } }
  const file = { operation: 'insert_files', files: [{ name: 'a.txt', base64: 'YQ==' }] }
  const changes = { changes: [insertPage('Hello'), reusable, file] }
  return expectStatus(200, await people.admin.post<ChangeRequest>(`${path}/${id}/content`, changes))
}

async function buildPath(route: Route, caller: Person) {
  const { admin } = people
  const makers: Record<string, () => Promise<string>> = {
    organizationId: () => Promise.resolve(organization),
    subdomain: () => Promise.resolve('acme'),
    emailDomain: () => Promise.resolve('example.com'),
    spaceId: async () => (await app.space(admin, organization)).id,
    collectionId: async () => (await app.collection(admin, organization)).id,
    siteId: async () => {
      const { id } = await app.site(admin, organization)
      await admin.put(`/orgs/${organization}/sites/${id}/adaptive-schema`, adaptiveSchema)
      await admin.patch(`/orgs/${organization}/sites/${id}`, { hostname: `${id}.matrix.example` })
      return id
    },
    shareLinkId: async () => {
      const [site] = expectStatus(
        200,
        await admin.get<ListBody<Site>>(`/orgs/${organization}/sites?limit=1000`),
      ).items.slice(-1)
      const path = `/orgs/${organization}/sites/${site?.id}/share-links`
      return expectStatus(201, await admin.post<ShareLink>(path, { name: 'For friends' })).id
    },
    teamId: async () => (await app.team(admin, organization, 'Team')).id,
    userId: async () => (await app.member(organization, 'read')).id,
    tokenId: async () => (await caller.post<NewToken>('/user/tokens', { name: 'x' })).body.id,
    sessionId: () => Promise.resolve('nowhere'),
    specSlug: () =>
      route.method === 'DELETE' ? createProcessedSpec(app, admin, organization) : sharedSpec(),
    versionId: async () => {
      const { body } = await admin.get<OpenAPISpec>(`/orgs/${organization}/openapi/${await spec}`)
      return body.lastVersion ?? ''
    },
    samlProviderId: async () => {
      const path = `/orgs/${organization}/saml`
      return expectStatus(201, await admin.post<SamlProvider>(path, { label: 'Company' })).id
    },
    translationId: async () => {
      const body = createTranslationBody((await app.space(admin, organization)).id)
      return expectStatus(201, await admin.post<{ id: string }>(`/orgs/${organization}/translations`, body))
        .id
    },
    glossaryEntryId: async () => {
      const path = `/orgs/${organization}/translations-glossary`
      expectStatus(204, await admin.put(path, glossary))
      return (await admin.get<ListBody<{ id: string }>>(path)).body.items[0]?.id ?? ''
    },
    invitationId: () => createInvitation(route.permission === 'self' ? caller : undefined),
    inviteId: async () => {
      const path = `/orgs/${organization}/link-invites`
      return expectStatus(201, await admin.post<InviteLink>(path, { role: 'read' })).id
    },
  }
  let path = route.path
  for (const [, name = ''] of route.path.matchAll(/:(\w+)/g)) {
    const listPath = path.slice(0, path.indexOf(`/:${name}`))
    const id =
      name in content ? await content[name]?.(path.split('/')[2] ?? '', listPath) : await makers[name]?.()
    path = path.replace(`:${name}`, id ?? '')
  }
  const spacePath = path.split('/').slice(0, 3).join('/')
  if (route.path.startsWith('/spaces/:spaceId/content/pa')) await mergePage(spacePath)
  // Editors synchronise with the repository that is configured; `ways-to-main.test.ts` has all others.
  if (
    /^(getSpaceGitInfo|deleteLegacyGitInstallation|importGitRepository|exportToGitRepository)$/.test(
      route.operationId,
    )
  ) {
    expectStatus(204, await admin.post(`${spacePath}/git/import`, repository))
  }
  if (route.operationId === 'getPublishedContentSite')
    await admin.post(path.replace('/published', '/publish'))
  if (route.operationId === 'restoreSpace') await admin.delete(path.replace('/restore', ''))
  return path
}

async function mergePage(spacePath: string): Promise<void> {
  const { body } = await people.admin.get<ListBody<ChangeRequest>>(
    `${spacePath}/change-requests?status=draft`,
  )
  const { id } = body.items[0] ?? (await createChangeRequest(spacePath.split('/')[2] ?? ''))
  expectStatus(200, await people.admin.post(`${spacePath}/change-requests/${id}/merge`))
}

/** An invitation of this person to an organization of its own; without one, of somebody to the organization here. */
async function createInvitation(person?: Person): Promise<string> {
  const inviter = person ? await app.organization('Inviting') : { id: organization, admin: people.admin }
  const { email } = person ?? (await app.person())
  expectStatus(200, await inviter.admin.post(`/orgs/${inviter.id}/invites`, { emails: [email] }))
  const path = `/orgs/${inviter.id}/invitations?limit=1000`
  const { items } = expectStatus(200, await inviter.admin.get<ListBody<SentInvitation>>(path))
  return items.find((invitation) => invitation.email === email)?.id ?? ''
}

/** Joining changes who one is, so somebody else of the same kind does it. */
function createStandIn(caller: Caller): Promise<Person> {
  if (caller === 'outsider') return app.person()
  return app.member(organization, caller === 'guest' ? null : caller)
}

async function callOperation(operationId: string, client: Client, owner: Person): Promise<number> {
  const route = app.app.routes.find((route) => route.operationId === operationId)
  if (!route) throw new Error(`no route ${operationId}`)
  const path = await buildPath(route, owner)
  const member = people.read.id
  const url = `${path}${queries[operationId] ?? ''}`
  const body = await bodies[operationId]?.({ member, elsewhere, path })
  const { status } = await client.send(route.method, url, body)
  return status
}

test('the table has exactly one row for every operation', () => {
  expect(Object.keys(table).sort()).toEqual(app.app.routes.map(({ operationId }) => operationId).sort())
})

describe('every operation answers every caller with the status in the table', () => {
  test.each(Object.entries(table))('%s', async (operationId, row) => {
    const statuses: Partial<Record<Caller, number>> = {}
    for (const caller of callers) {
      const person =
        operationId === 'joinOrganizationWithInvite' ? await createStandIn(caller) : people[caller]
      statuses[caller] = await callOperation(operationId, person, person)
    }
    const expected = row.trim().split(/\s+/).map(Number)
    expect(statuses).toEqual(Object.fromEntries(callers.map((caller, index) => [caller, expected[index]])))
  })
})

describe('without a token every operation answers 401', () => {
  const open = new Set([
    'listSSOProviderLoginsInOrganization',
    'getApiInformation',
    'getPublishedContentByUrl',
    'resolvePublishedContentByUrl',
  ])
  test.each(Object.keys(table).filter((operationId) => !open.has(operationId)))('%s', async (operationId) => {
    expect(await callOperation(operationId, app.anonymous, people.admin)).toBe(401)
  })
})
