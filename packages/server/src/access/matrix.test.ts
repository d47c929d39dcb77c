import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client, Person } from '../testing/app.ts'
import { requestBodies, requestQueries } from '../testing/matrix/bodies.ts'
import { buildRoutePath } from '../testing/matrix/paths.ts'
import { type MatrixCaller, matrixCallers, MatrixWorld } from '../testing/matrix/world.ts'

/**
 * Every operation and the status that each caller gets, on fresh content with the default level: the one table that
 * the routes are held against. Nobody without a token gets anything but 401, except where it says so.
 */
// prettier-ignore
const table: Record<string, string> = {
  //                                        admin create review edit comment read guest outsider
  getApiInformation:                       '200   200    200    200  200     200  200   200',
  // Each of its reads has a status of its own.
  batchReads:                              '200   200    200    200  200     200  200   200',

  getAuthenticatedUser:                    '200   200    200    200  200     200  200   200',
  getUserById:                             '200   200    200    200  200     200  200   404',
  updateUserById:                          '403   403    403    403  403     403  403   404',
  listTokens:                              '200   200    200    200  200     200  200   200',
  createToken:                             '201   201    201    201  201     201  201   201',
  deleteToken:                             '205   205    205    205  205     205  205   205',
  listSessions:                            '200   200    200    200  200     200  200   200',
  // None of these callers is signed in with a browser.
  deleteSession:                           '204   204    204    204  204     204  204   204',

  getPreferences:                          '200   200    200    200  200     200  200   200',
  updatePreferences:                       '200   200    200    200  200     200  200   200',

  getSignInOptions:                        '200   200    200    200  200     200  200   200',
  // The links that are sent do not exist, and there is no mail server.
  inspectSignInLink:                       '404   404    404    404  404     404  404   404',
  completeSetup:                           '404   404    404    404  404     404  404   404',
  completeFirstSignIn:                     '404   404    404    404  404     404  404   404',
  createSessionWithLink:                   '404   404    404    404  404     404  404   404',
  requestSignInLink:                       '412   412    412    412  412     412  412   412',
  requestPasswordReset:                    '412   412    412    412  412     412  412   412',
  completePasswordReset:                   '404   404    404    404  404     404  404   404',
  createMemberPasswordReset:               '201   403    403    403  403     403  403   404',
  deleteOtherSessions:                     '204   204    204    204  204     204  204   204',
  deleteCurrentSession:                    '204   204    204    204  204     204  204   204',
  // None of them has a password: the answer is that to a wrong one.
  createSession:                           '401   401    401    401  401     401  401   401',
  // An address is changed in a browser.
  requestEmailChange:                      '403   403    403    403  403     403  403   403',
  confirmEmailChange:                      '403   403    403    403  403     403  403   403',
  updatePassword:                          '403   403    403    403  403     403  403   403',

  listSignInProviders:                     '200   200    200    200  200     200  200   200',
  listIdentities:                          '200   200    200    200  200     200  200   200',
  // Identities are linked in a browser.
  linkIdentity:                            '403   403    403    403  403     403  403   403',
  unlinkIdentity:                          '204   204    204    204  204     204  204   204',

  listPasskeys:                            '200   200    200    200  200     200  200   200',
  createPasskeyOptions:                    '200   200    200    200  200     200  200   200',
  // What they send is the answer of no authenticator.
  createPasskey:                           '400   400    400    400  400     400  400   400',
  updatePasskey:                           '404   404    404    404  404     404  404   404',
  deletePasskey:                           '204   204    204    204  204     204  204   204',
  getSecondFactor:                         '200   200    200    200  200     200  200   200',
  updateSecondFactor:                      '200   200    200    200  200     200  200   200',
  createRecoveryCodes:                     '201   201    201    201  201     201  201   201',
  createPasskeySignInOptions:              '200   200    200    200  200     200  200   200',
  createSessionWithPasskey:                '401   401    401    401  401     401  401   401',
  createSessionWithSecondFactor:           '401   401    401    401  401     401  401   401',

  listSAMLProvidersInOrganizationById:     '200   403    403    403  403     403  403   404',
  createOrganizationSAMLProvider:          '201   403    403    403  403     403  403   404',
  getOrganizationSAMLProviderById:         '200   403    403    403  403     403  403   404',
  updateOrganizationSAMLProvider:          '200   403    403    403  403     403  403   404',
  deleteOrganizationSAMLProvider:          '205   403    403    403  403     403  403   404',
  listOIDCProvidersInOrganization:         '200   403    403    403  403     403  403   404',
  createOIDCProvider:                      '201   403    403    403  403     403  403   404',
  getOIDCProvider:                         '200   403    403    403  403     403  403   404',
  updateOIDCProvider:                      '200   403    403    403  403     403  403   404',
  deleteOIDCProvider:                      '205   403    403    403  403     403  403   404',
  testOIDCProvider:                        '200   403    403    403  403     403  403   404',
  // A person who signs in has no account yet.
  listSSOProviderLoginsInOrganization:     '200   200    200    200  200     200  200   200',

  listOrganizationsForAuthenticatedUser:   '200   200    200    200  200     200  200   200',
  createOrganization:                      '201   201    201    201  201     201  201   201',
  getOrganizationById:                     '200   200    200    200  200     200  200   404',
  updateOrganizationById:                  '200   403    403    403  403     403  403   404',
  deleteOrganizationById:                  '205   403    403    403  403     403  403   204',
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

  // Whoever has an invite link has no account yet.
  getInvitePreview:                        '200   200    200    200  200     200  200   200',
  createAccountWithInvite:                 '201   201    201    201  201     201  201   201',
  resendOrganizationInvitation:            '201   403    403    403  403     403  403   404',
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
  explainUserAccessInSpace:                '200   403    403    403  403     403  404   404',
  listTeamPermissionsInSpace:              '200   200    200    200  200     200  404   404',
  updateTeamPermissionInSpace:             '204   403    403    403  403     403  404   404',
  removeTeamFromSpace:                     '204   403    403    403  403     403  404   404',
  listPermissionsAggregateInSpace:         '200   200    200    200  200     200  404   404',
  inviteToCollection:                      '204   403    403    403  403     403  404   404',
  listUserPermissionsInCollection:         '200   200    200    200  200     200  404   404',
  updateUserPermissionInCollection:        '204   403    403    403  403     403  404   404',
  removeUserFromCollection:                '204   403    403    403  403     403  404   404',
  explainUserAccessInCollection:           '200   403    403    403  403     403  404   404',
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
  applyTemplateToSite:                     '200   403    403    403  403     403  404   404',
  getSiteHostname:                         '200   200    200    200  200     200  404   404',
  checkSiteHostname:                       '200   403    403    403  403     403  404   404',
  getSiteCertificate:                      '200   403    403    403  403     403  404   404',
  getCustomHostname:                       '200   200    200    200  200     200  404   404',
  // The domain of this table is trusted, so the hostname is proven.
  dnsRevalidateCustomHostname:             '409   403    403    403  403     403  404   404',
  removeCustomHostname:                    '205   403    403    403  403     403  204   204',
  getSiteChecklist:                        '200   403    403    403  403     403  404   404',
  getSiteStructure:                        '200   200    200    200  200     200  404   404',
  importSiteGitRepository:                 '204   403    403    403  403     403  404   404',
  exportSiteToGitRepository:               '204   403    403    403  403     403  404   404',
  getSiteGitInfo:                          '200   200    200    200  200     200  404   404',
  removeSiteGitSync:                       '205   403    403    403  403     403  404   404',
  setSiteGitWebhook:                       '200   403    403    403  403     403  404   404',
  removeSiteGitWebhook:                    '204   403    403    403  403     403  404   404',
  receiveSiteGitWebhook:                   '401   401    401    401  401     401  401   401',
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
  addExternalLinkToSite:                   '201   201    403    403  403     403  404   404',
  updateSiteExternalLinkById:              '200   200    403    403  403     403  404   404',
  deleteSiteExternalLinkById:              '205   205    403    403  403     403  404   404',
  listSiteSpaces:                          '200   200    200    200  200     200  404   404',
  addSpaceToSite:                          '201   201    403    403  403     403  404   404',
  updateSiteSpaceById:                     '200   200    403    403  403     403  404   404',
  deleteSiteSpaceById:                     '205   205    403    403  403     403  404   404',
  moveSiteSpace:                           '200   200    403    403  403     403  404   404',
  duplicateSiteSpace:                      '201   201    403    403  403     403  404   404',
  getSiteCustomizationById:                '200   200    200    200  200     200  404   404',
  updateSiteCustomizationById:             '200   403    403    403  403     403  404   404',
  changeSiteCustomization:                 '200   403    403    403  403     403  404   404',
  // The site of this table shows no page.
  previewSiteCustomization:                '409   403    403    403  403     403  404   404',
  getSiteSpaceCustomizationById:           '200   200    200    200  200     200  404   404',
  overrideSiteSpaceCustomizationById:      '200   403    403    403  403     403  404   404',
  deleteSiteSpaceCustomizationById:        '204   403    403    403  403     403  404   404',
  listCustomFonts:                         '200   200    200    200  200     200  200   404',
  createCustomFont:                        '201   201    201    201  403     403  403   404',
  getCustomFont:                           '200   200    200    200  200     200  200   404',
  updateCustomFont:                        '201   201    201    201  403     403  403   404',
  deleteCustomFont:                        '205   205    205    205  403     403  403   404',
  listSiteRedirects:                       '200   200    200    200  200     200  404   404',
  getSiteMissedPaths:                      '200   403    403    403  403     403  404   404',
  forgetSiteMissedPaths:                   '204   403    403    403  403     403  404   404',
  createSiteRedirect:                      '201   403    403    403  403     403  404   404',
  bulkUpsertSiteRedirects:                 '200   403    403    403  403     403  404   404',
  updateSiteRedirectById:                  '200   403    403    403  403     403  404   404',
  deleteSiteRedirectById:                  '205   403    403    403  403     403  404   404',
  getSiteRedirectBySource:                 '404   404    404    404  404     404  404   404',
  inviteToSite:                            '204   403    403    403  403     403  404   404',
  listPermissionsAggregateInSite:          '200   200    200    200  200     200  404   404',
  listUserPermissionsInSite:               '200   200    200    200  200     200  404   404',
  updateUserPermissionInSite:              '204   403    403    403  403     403  404   404',
  removeUserFromSite:                      '204   403    403    403  403     403  404   404',
  explainUserAccessInSite:                 '200   403    403    403  403     403  404   404',
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
  listRevisionsInSpace:                    '200   200    200    200  200     200  404   404',
  listPageRevisions:                       '200   200    200    200  200     200  404   404',
  getPageBlame:                            '200   200    200    200  200     200  404   404',
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
  compareRevisions:                        '200   200    200    200  200     200  404   404',
  getSpacePDF:                             '200   200    200    200  200     200  404   404',
  getChangeRequestPDF:                     '200   200    200    200  200     200  404   404',

  getComputedDocument:                     '200   200    200    200  200     200  404   404',
  getComputedRevision:                     '200   200    200    200  200     200  404   404',

  listSpaceLinks:                          '200   200    200    200  200     200  404   404',
  listPageLinksInSpace:                    '200   200    200    200  200     200  404   404',
  listSpacePageBacklinks:                  '200   200    200    200  200     200  404   404',
  listSpaceFileBacklinks:                  '200   200    200    200  200     200  404   404',
  listSpaceReusableContentUses:            '200   200    200    200  200     200  404   404',
  listChangeRequestReusableContentUses:    '200   200    200    200  200     200  404   404',
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
  listImportRuns:                          '200   200    200    200  200     200  200   404',
  startImportRun:                          '201   201    201    201  403     403  404   404',
  getImportRun:                            '200   200    200    200  200     200  404   404',
  cancelImportRun:                         '200   200    200    200  403     403  404   404',
  listTemplates:                           '200   200    200    200  200     200  200   200',
  applyTemplateToSpace:                    '201   201    201    201  403     403  404   404',
  importContentInChangeRequest:            '201   201    201    201  403     403  404   404',
  updateChangeRequestContent:              '200   200    200    200  403     403  404   404',
  updateChangeRequest:                     '200   200    200    200  403     403  404   404',
  findTextInChangeRequest:                 '200   200    200    200  200     200  404   404',
  replaceTextInChangeRequest:              '200   200    200    200  403     403  404   404',
  undoTextReplacement:                     '200   200    200    200  403     403  404   404',
  getChangeRequestMergeability:            '200   200    200    200  200     200  404   404',
  mergeChangeRequest:                      '200   200    200    403  403     403  404   404',
  planChangeRequestMerge:                  '200   200    200    403  403     403  404   404',
  cancelPlannedChangeRequestMerge:         '404   404    404    404  403     403  404   404',
  undoChangeRequestMerge:                  '409   409    409    409  403     403  404   404',
  listChangeRequestsForOrganization:       '200   200    200    200  200     200  200   404',

  openLivePage:                            '200   200    200    200  403     403  404   404',
  commitLiveSteps:                         '200   200    200    200  403     403  404   404',
  readLiveUpdates:                         '200   200    200    200  403     403  404   404',
  streamLiveUpdates:                       '200   200    200    200  403     403  404   404',
  saveLivePage:                            '200   200    200    200  403     403  404   404',
  setLivePresence:                         '204   204    204    204  403     403  404   404',

  listPreviewLinks:                        '200   200    200    200  403     403  404   404',
  createPreviewLink:                       '201   201    201    201  403     403  404   404',
  deletePreviewLink:                       '205   205    205    205  403     403  404   404',

  listViewedPages:                         '200   200    200    200  200     200  404   404',
  markPageAsViewed:                        '204   204    204    204  204     204  404   404',
  unmarkPageAsViewed:                      '204   204    204    204  204     204  404   404',

  getReviewsByChangeRequestId:             '200   200    200    200  200     200  404   404',
  submitChangeRequestReview:               '201   201    201    403  403     403  404   404',
  getChangeRequestReviewById:              '200   200    200    200  200     200  404   404',
  getRequestedReviewersByChangeRequestId:  '200   200    200    200  200     200  404   404',
  getChangeRequestReviewers:               '200   200    200    200  200     200  404   404',
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
  applyCommentSuggestion:                  '409   409    409    409  403     403  404   404',
  listDraftComments:                       '200   200    200    200  200     403  404   404',
  createDraftComment:                      '201   201    201    201  201     403  404   404',
  // The draft is the admin's, and nobody else's.
  getDraftComment:                         '200   404    404    404  404     403  404   404',
  updateDraftComment:                      '200   404    404    404  404     403  404   404',
  deleteDraftComment:                      '205   204    204    204  204     403  404   404',
  // Who may not review leaves out the status.
  submitDraftComments:                     '201   201    201    403  403     403  404   404',
  listCommentersInChangeRequest:           '200   200    200    200  200     200  404   404',

  importGitRepository:                     '204   204    204    204  403     403  404   404',
  exportToGitRepository:                   '204   204    204    204  403     403  404   404',
  startGitSyncPreview:                     '201   403    403    403  403     403  404   404',
  getGitSyncPreview:                       '200   403    403    403  403     403  404   404',
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
  getOpenAPISpecVersionChanges:            '200   200    200    200  200     200  403   404',
  listOpenAPISpecUses:                     '200   200    200    200  200     200  403   404',
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

  // None of them has a notification.
  listNotifications:                       '200   200    200    200  200     200  200   200',
  updateNotification:                      '404   404    404    404  404     404  404   404',
  markNotificationsAsRead:                 '204   204    204    204  204     204  204   204',
  streamEventsInOrganization:              '200   200    200    200  200     200  200   404',
  listJobsInOrganization:                  '200   200    200    200  200     200  200   404',
  getJobInOrganization:                    '200   200    200    200  200     200  404   404',
  retryJob:                                '200   200    200    200  403     403  404   404',
  cancelJob:                               '200   200    200    200  403     403  404   404',
}

let world: MatrixWorld

beforeAll(async () => {
  world = await MatrixWorld.start()
})
afterAll(() => world.close())

async function callOperation(operationId: string, client: Client, owner: Person): Promise<number> {
  const route = world.app.app.routes.find((route) => route.operationId === operationId)
  if (!route) throw new Error(`no route ${operationId}`)
  const path = await buildRoutePath(world, route, owner)
  const body = await requestBodies[operationId]?.(world, path)
  const query = requestQueries[operationId] ?? ''
  const queryText = typeof query === 'string' ? query : await query(world, path)
  const { status } = await client.send(route.method, `${path}${queryText}`, body)
  return status
}

test('the table has exactly one row for every operation', () => {
  expect(Object.keys(table).sort()).toEqual(world.app.app.routes.map(({ operationId }) => operationId).sort())
})

describe('every operation answers every caller with the status in the table', () => {
  test.each(Object.entries(table))('%s', async (operationId, row) => {
    const statuses: Partial<Record<MatrixCaller, number>> = {}
    for (const caller of matrixCallers) {
      const person =
        operationId === 'joinOrganizationWithInvite'
          ? await world.createStandIn(caller)
          : world.people[caller]
      statuses[caller] = await callOperation(operationId, person, person)
    }
    const expected = row.trim().split(/\s+/).map(Number)
    expect(statuses).toEqual(
      Object.fromEntries(matrixCallers.map((caller, index) => [caller, expected[index]])),
    )
  })
})

describe('without a token every operation answers 401', () => {
  const open = new Set([
    'listSSOProviderLoginsInOrganization',
    'listSignInProviders',
    'createPasskeySignInOptions',
    'getSignInOptions',
    'inspectSignInLink',
    'completeSetup',
    'completeFirstSignIn',
    'createSessionWithLink',
    'requestSignInLink',
    'requestPasswordReset',
    'completePasswordReset',
    'getInvitePreview',
    'createAccountWithInvite',
    'getApiInformation',
    'batchReads',
    'getPublishedContentByUrl',
    'resolvePublishedContentByUrl',
  ])
  test.each(Object.keys(table).filter((operationId) => !open.has(operationId)))('%s', async (operationId) => {
    expect(await callOperation(operationId, world.app.anonymous, world.people.admin)).toBe(401)
  })
})
