/**
 * Every operation of the contract that Verso has, in the contract's order. A route that is in neither list
 * fails a test, and so does an operation that the suite never calls.
 */
export const contractOperations = [
  // Spaces
  'getSpaceById',
  'deleteSpaceById',
  'updateSpaceById',
  'duplicateSpace',
  'restoreSpace',
  'moveSpace',
  'transferSpace',
  'listSpacesInOrganizationById',
  // Collections
  'getCollectionById',
  'deleteCollectionById',
  'updateCollectionById',
  'listSpacesInCollectionById',
  'moveCollection',
  'transferCollection',
  'listCollectionsInOrganizationById',
  'createCollection',
  // Organizations
  'listOrganizationsForAuthenticatedUser',
  'getOrganizationById',
  'updateOrganizationById',
  'deleteOrganizationInviteById',
  'getOrganizationsForEmailDomain',
  // Members and teams
  'listMembersInOrganizationById',
  'getMemberInOrganizationById',
  'removeMemberFromOrganizationById',
  'updateMemberInOrganizationById',
  'updateOrganizationMemberLastSeenAt',
  'setUserAsSSOMemberForOrganization',
  'listSpacesForOrganizationMember',
  'listTeamsForOrganizationMember',
  'listTeamsInOrganizationById',
  'createOrganizationTeam',
  'getTeamInOrganizationById',
  'removeTeamFromOrganizationById',
  'updateTeamInOrganizationById',
  'listTeamMembersInOrganizationById',
  'updateMembersInOrganizationTeam',
  'addMemberToOrganizationTeamById',
  'deleteMemberFromOrganizationTeamById',
  // Change requests
  'listChangeRequestsForSpace',
  'createChangeRequest',
  'getChangeRequestById',
  'updateChangeRequestById',
  'mergeChangeRequest',
  'updateChangeRequest',
  // Content
  'getCurrentRevision',
  'listPages',
  'getPageById',
  'getRevisionOfChangeRequestById',
  'listPagesInChangeRequest',
  'getPageInChangeRequestById',
  // Companions: content and revisions
  'updateChangeRequestContent',
  'getChangeRequestChanges',
  'getPageByPath',
  'getPageInChangeRequestByPath',
  'getRevisionById',
  'getRevisionSemanticChanges',
  'listPagesInRevisionById',
  'getPageInRevisionById',
  'getPageInRevisionByPath',
  // Companions: reviews
  'getReviewsByChangeRequestId',
  'submitChangeRequestReview',
  'getChangeRequestReviewById',
  'getRequestedReviewersByChangeRequestId',
  'requestReviewersForChangeRequest',
  'removeRequestedReviewerFromChangeRequest',
  'getContributorsByChangeRequestId',
  'listChangeRequestsForOrganization',
  // Companions: users, organizations, invites
  'getAuthenticatedUser',
  'getUserById',
  'updateUserById',
  'createSpace',
  'createOrganization',
  'inviteUsersToOrganization',
  'joinOrganizationWithInvite',
  'listOrganizationInviteLinks',
  'createOrganizationInvite',
  'getOrganizationInviteLink',
  'updateOrganizationInviteById',
  'joinOrganization',
  'getApiInformation',
  // Companions: grants on spaces and collections
  'inviteToSpace',
  'listTeamPermissionsInSpace',
  'updateTeamPermissionInSpace',
  'removeTeamFromSpace',
  'listUserPermissionsInSpace',
  'updateUserPermissionInSpace',
  'removeUserFromSpace',
  'listPermissionsAggregateInSpace',
  'inviteToCollection',
  'listTeamPermissionsInCollection',
  'updateTeamPermissionInCollection',
  'removeTeamFromCollection',
  'listUserPermissionsInCollection',
  'updateUserPermissionInCollection',
  'removeUserFromCollection',
  'listPermissionsAggregateInCollection',
] as const

export type ContractOperation = (typeof contractOperations)[number]

/** What Verso adds to the contract, because the contract does not say where tokens come from. */
export const ownOperations = ['listTokens', 'createToken', 'deleteToken'] as const

/** Operations that ask nobody who they are. */
export const openOperations: readonly string[] = ['getApiInformation']
