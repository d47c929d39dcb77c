// Generated from the migrated database by `npm run generate:schema`: do not edit.
// ../schema-generator/README.md says how queries use these types.

import type { Timestamp } from './timestamp.ts'

/** The rows of every table, by the name of the table. */
export interface Tables {
  change_request_contributors: {
    changeRequestId: string
    userId: string
    firstAt: Timestamp
    edits: number
    updatedAt: Timestamp
  }
  change_requests: {
    id: string
    spaceId: string
    number: number
    status: 'draft' | 'open' | 'archived' | 'merged'
    subject: string
    createdBy: string | null
    createdAt: Timestamp
    updatedAt: Timestamp
    revisionId: string
    initialId: string
    ancestorId: string
    conflictedPages: string[]
    mergedId: string | null
    mergedBy: string | null
    mergedAt: Timestamp | null
    comments: number
    description: string
    conflictRevisions: unknown
  }
  collections: {
    id: string
    organizationId: string
    parentId: string | null
    /** The array as text: select it `::text[]`, because pg does not parse it. */
    path: string
    title: string
    description: string | null
    defaultLevel: 'inherit' | 'read' | 'comment' | 'edit' | 'review' | 'create' | 'admin' | null
    rank: string
    createdAt: Timestamp
  }
  comment_reactions: {
    commentId: string
    emoji: string
    userId: string
    reactedAt: Timestamp
  }
  comment_replies: {
    id: string
    commentId: string
    postedBy: string | null
    postedAt: Timestamp
    editedAt: Timestamp | null
    markdown: string
  }
  comment_reply_reactions: {
    replyId: string
    emoji: string
    userId: string
    reactedAt: Timestamp
  }
  comments: {
    id: string
    spaceId: string
    changeRequestId: string | null
    postedBy: string | null
    postedAt: Timestamp
    editedAt: Timestamp | null
    markdown: string
    resolvedAt: Timestamp | null
    resolvedBy: string | null
    revisionId: string
    page: unknown
    nodeId: string | null
    nodePreview: string | null
    cellRecord: string | null
    cellDefinition: string | null
    reviewId: string | null
    quote: unknown
    suggestion: string | null
    appliedAt: Timestamp | null
    appliedBy: string | null
    batchId: string | null
  }
  computed_from: {
    spaceId: string
    spec: string
  }
  conflict_checks: {
    changeRequestId: string
    mainId: string
    headId: string
    ancestorId: string
    conflicted: boolean
  }
  custom_fonts: {
    id: string
    organizationId: string
    family: string
    faces: unknown
    createdAt: Timestamp
  }
  document_links: {
    document: Buffer
    refs: unknown
    anchors: string[]
  }
  draft_comments: {
    id: string
    changeRequestId: string
    userId: string
    createdAt: Timestamp
    editedAt: Timestamp | null
    markdown: string
    revisionId: string
    page: unknown
    nodeId: string | null
    nodePreview: string | null
    quote: unknown
    suggestion: string | null
    cellRecord: string | null
    cellDefinition: string | null
  }
  events: {
    id: number
    position: number | null
    organizationId: string
    type: string
    scope: 'organization' | 'members' | 'user' | 'space' | 'collection' | 'site'
    subjectId: string | null
    data: unknown
    createdAt: Timestamp
  }
  git_deliveries: {
    spaceId: string
    digest: Buffer
    receivedAt: Timestamp
  }
  git_ssh_keys: {
    id: string
    spaceId: string
    publicKey: string
    fingerprint: string
    privateKey: Buffer
    createdBy: string | null
    createdAt: Timestamp
  }
  git_syncs: {
    spaceId: string
    url: string
    ref: string
    projectDirectory: string
    provider: 'github' | 'gitlab' | 'github-legacy' | null
    treeUrl: string | null
    commitUrl: string | null
    commitOid: string | null
    revisionId: string | null
    conflictCommitOid: string | null
    conflictRevisionId: string | null
    conflictChangeRequestId: string | null
    pushing: unknown
    orderedAt: Timestamp | null
    operation: unknown
    webhook: Buffer | null
    updatedAt: Timestamp
    redirects: unknown
    siteId: string | null
  }
  glossary_entries: {
    id: string
    organizationId: string
    translations: unknown
    createdAt: Timestamp
    updatedAt: Timestamp
  }
  grants: {
    organizationId: string
    spaceId: string | null
    collectionId: string | null
    userId: string | null
    teamId: string | null
    role: 'read' | 'comment' | 'edit' | 'review' | 'create' | 'admin'
    createdAt: Timestamp
    siteId: string | null
    contentId: string
  }
  invitations: {
    id: string
    organizationId: string
    userId: string
    role: 'read' | 'comment' | 'edit' | 'review' | 'create' | 'admin' | null
    sso: boolean
    invitedBy: string | null
    createdAt: Timestamp
    expiresAt: Timestamp
    firstSignIn: boolean
  }
  invite_links: {
    id: string
    organizationId: string
    spaceId: string | null
    collectionId: string | null
    role: 'read' | 'comment' | 'edit' | 'review' | 'create' | 'admin' | null
    createdAt: Timestamp
    maxUses: number | null
    uses: number
    expiresAt: Timestamp | null
    emailDomains: string[]
  }
  left_slugs: {
    spaceId: string
    slug: string
    parentId: string
    pageId: string
  }
  live_commits: {
    changeRequestId: string
    pageId: string
    version: number
    userId: string | null
    client: string
    ref: string
    steps: string
    createdAt: Timestamp
  }
  live_pages: {
    changeRequestId: string
    pageId: string
    sessionId: string
    schemaVersion: number
    version: number
    savedVersion: number
    savedDocument: string
    savedText: string
    savedHash: string
    revisionId: string
    savedRevisionId: string | null
    savingSince: Timestamp | null
    problem: string | null
    touchedAt: Timestamp
  }
  live_presences: {
    changeRequestId: string
    pageId: string
    client: string
    userId: string
    version: number
    anchor: number | null
    head: number | null
    seenAt: Timestamp
  }
  members: {
    organizationId: string
    userId: string
    role: 'read' | 'comment' | 'edit' | 'review' | 'create' | 'admin' | null
    disabled: boolean
    sso: boolean
    joinedAt: Timestamp
    lastSeenAt: Timestamp | null
  }
  migrations: {
    version: number
    name: string
    appliedAt: Timestamp
  }
  notification_progress: {
    id: number
    position: number
  }
  notifications: {
    id: string
    userId: string
    organizationId: string
    kind:
      | 'mention'
      | 'reply'
      | 'comment'
      | 'review_requested'
      | 'review_submitted'
      | 'merged'
      | 'merge_canceled'
      | 'conflict'
      | 'job_failed'
    spaceId: string
    changeRequestId: string | null
    commentId: string | null
    replyId: string | null
    reviewId: string | null
    taskId: string | null
    actorId: string | null
    source: string
    createdAt: Timestamp
    readAt: Timestamp | null
    mailedAt: Timestamp | null
    reason: 'canceled' | 'archived' | 'permission' | 'changes' | 'approval' | 'rules' | 'conflicts' | null
  }
  objects: {
    hash: Buffer
    bytes: Buffer
    unreachedSince: Timestamp | null
  }
  oidc_identities: {
    id: string
    providerId: string | null
    issuer: string
    subject: string
    userId: string
    email: string | null
    createdAt: Timestamp
    lastLoginAt: Timestamp
  }
  oidc_providers: {
    id: string
    organizationId: string
    label: string
    issuer: string
    clientId: string
    clientSecret: Buffer | null
    domains: string[]
    trustsEmails: boolean
    defaultTeamId: string | null
    defaultRole: 'read' | 'comment' | 'edit' | 'review' | 'create' | 'admin' | null
    createdAt: Timestamp
  }
  oidc_requests: {
    state: Buffer
    provider: string
    browser: Buffer
    redirect: string
    linkingSessionId: string | null
    createdAt: Timestamp
  }
  old_organization_names: {
    name: string
    organizationId: string
  }
  old_site_basenames: {
    organizationId: string
    basename: string
    siteId: string
  }
  one_time_links: {
    id: string
    hash: Buffer
    purpose: 'setup' | 'sign-in' | 'password-reset' | 'invitation' | 'email-change'
    userId: string | null
    organizationId: string | null
    createdAt: Timestamp
    expiresAt: Timestamp
    usedAt: Timestamp | null
    email: string | null
    inviteLinkId: string | null
    mailed: boolean
    newEmail: string | null
  }
  openapi_sources: {
    spaceId: string
    url: string
    askedAt: Timestamp
    readAt: Timestamp | null
    error: string | null
    digest: Buffer | null
    document: string | null
  }
  openapi_specs: {
    id: string
    organizationId: string
    slug: string
    visibility: 'private' | 'public'
    sourceUrl: string | null
    processingState: 'pending' | 'progress' | 'complete'
    taskId: string | null
    lastProcessedAt: Timestamp | null
    lastErrorCode: 'FETCH_TIMEOUT' | 'FETCH_ERROR' | 'PARSE_ERROR' | null
    lastErrors: unknown
    lastErrorCount: number
    createdAt: Timestamp
    updatedAt: Timestamp
  }
  openapi_versions: {
    id: string
    specId: string
    digest: Buffer
    format: 'json' | 'yaml'
    text: string
    files: number
    document: string
    createdAt: Timestamp
    texts: string
  }
  organizations: {
    id: string
    title: string
    hostname: string | null
    type: string
    useCase: string | null
    communityType: string | null
    emailDomains: string[]
    defaultRole: 'read' | 'comment' | 'edit' | 'review' | 'create' | 'admin' | null
    defaultSite: string | null
    sso: boolean
    ai: boolean
    inviteLinks: boolean
    mergeRules: unknown
    logoUrl: string | null
    createdAt: Timestamp
    ssoSetBy: string | null
    deletedAt: Timestamp | null
  }
  page_changes: {
    spaceId: string
    pageId: string
    revisionId: string
    position: number
    kinds: string[]
    detail: unknown
    document: Buffer | null
  }
  page_histories: {
    spaceId: string
    revisionId: string | null
    length: number
  }
  passkey_challenges: {
    hash: Buffer
    purpose: 'register' | 'sign-in' | 'second-factor'
    userId: string | null
    expiresAt: Timestamp
  }
  passkeys: {
    id: string
    userId: string
    name: string
    credentialId: string
    publicKey: Buffer
    counter: number
    transports: string[]
    createdAt: Timestamp
    lastUsedAt: Timestamp | null
  }
  passwords: {
    userId: string
    hash: string
    setAt: Timestamp
  }
  pdfs: {
    key: string
    blob: string
    createdAt: Timestamp
  }
  picture_sizes: {
    source: string
    width: number
    blob: string | null
    size: number | null
    createdAt: Timestamp
  }
  planned_merges: {
    changeRequestId: string
    plannedBy: string | null
    plannedAt: Timestamp
    mergeAt: Timestamp | null
    edits: unknown
    waitingFor: 'changes' | 'approval' | 'rules' | 'conflicts' | null
    checkedState: string | null
    checkedAt: Timestamp | null
    endedAt: Timestamp | null
    endedBy: string | null
    endedReason:
      | 'canceled'
      | 'archived'
      | 'permission'
      | 'changes'
      | 'approval'
      | 'rules'
      | 'conflicts'
      | null
  }
  preview_links: {
    id: string
    changeRequestId: string
    siteId: string
    createdBy: string
    key: string
    createdAt: Timestamp
    expiresAt: Timestamp
  }
  rate_limits: {
    key: string
    minute: number
    count: number
  }
  recovery_codes: {
    userId: string
    hash: Buffer
  }
  removals: {
    removedAt: Timestamp
  }
  review_requests: {
    changeRequestId: string
    userId: string
    requestedBy: string
    revisionId: string
    createdAt: Timestamp
    answered: boolean
  }
  reviews: {
    id: string
    changeRequestId: string
    revisionId: string
    reviewerId: string
    requestedBy: string | null
    status: 'approved' | 'changes-requested'
    replaced: boolean
    askedAgain: boolean
    createdAt: Timestamp
    updatedAt: Timestamp
  }
  revisions: {
    id: string
    spaceId: string
    /** The array as text: select it `::text[]`, because pg does not parse it. */
    parents: string
    createdBy: string | null
    createdAt: Timestamp
    root: Buffer
    type: 'edits' | 'merge' | 'update' | 'computed'
    git: unknown
    shown: Buffer | null
    origin: 'import' | 'template' | null
    currentAt: Timestamp | null
  }
  saml_assertions: {
    providerId: string
    id: string
    expiresAt: Timestamp
  }
  saml_identities: {
    providerId: string
    nameId: string
    userId: string
    createdAt: Timestamp
    lastLoginAt: Timestamp
  }
  saml_providers: {
    id: string
    organizationId: string
    label: string
    entityId: string
    ssoUrl: string
    logoutUrl: string
    certificate: string
    defaultTeamId: string | null
    defaultRole: 'read' | 'comment' | 'edit' | 'review' | 'create' | 'admin' | null
    createdAt: Timestamp
    idpInitiated: boolean
  }
  saml_requests: {
    id: string
    providerId: string
    redirect: string
    createdAt: Timestamp
    browser: Buffer
  }
  search_includes: {
    spaceId: string
    pageId: string
    name: string
    relative: boolean
  }
  search_indexes: {
    id: number
    language: string
    organizationId: string
    shared: boolean
  }
  search_left_indexes: {
    id: number
    indexId: number
  }
  search_pages: {
    spaceId: string
    pageId: string
    parentId: string | null
    slug: string | null
    textId: number | null
  }
  search_sections: {
    textId: number
    position: number
    anchor: string | null
    heading: string | null
    body: string
    conditional: boolean
    words: string
  }
  search_spaces: {
    spaceId: string
    indexId: number
    root: Buffer
    pendingRoot: Buffer | null
    pendingPages: number
    pendingTotal: number
  }
  search_stale_spaces: {
    spaceId: string
    version: number
    awaited: boolean
  }
  search_texts: {
    id: number
    indexId: number
    key: Buffer
    title: string
    titleWords: number
    words: string
  }
  search_words: {
    word: string
  }
  second_factor_tickets: {
    hash: Buffer
    userId: string
    expiresAt: Timestamp
    signedInWith: string
  }
  second_factors: {
    userId: string
    requiredAt: Timestamp
  }
  secrets: {
    name: string
    value: Buffer
  }
  shown_specs: {
    spaceId: string
    spec: string
    addedBy: string | null
    addedAt: Timestamp
  }
  sign_in_attempts: {
    key: string
    failures: number
    lastFailedAt: Timestamp
    blockedUntil: Timestamp
  }
  site_adaptive_schemas: {
    siteId: string
    jsonSchema: unknown
    updatedAt: Timestamp
  }
  site_external_links: {
    id: string
    siteId: string
    groupId: string | null
    title: string
    description: string | null
    icon: string | null
    url: string
    condition: string | null
    isDraft: boolean
    rank: string
    createdAt: Timestamp
    localizedTitle: unknown
    localizedDescription: unknown
  }
  site_git_deliveries: {
    siteId: string
    digest: Buffer
    receivedAt: Timestamp
  }
  site_git_syncs: {
    siteId: string
    url: string
    ref: string
    projectDirectory: string
    provider: 'github' | 'gitlab' | 'github-legacy' | null
    treeUrl: string | null
    commitUrl: string | null
    commitOid: string | null
    configName: string | null
    configText: string | null
    nodeIds: unknown
    pushing: unknown
    operation: unknown
    webhook: Buffer | null
    updatedAt: Timestamp
  }
  site_missed_paths: {
    siteId: string
    path: string
    count: number
    lastSeenAt: Timestamp
  }
  site_redirects: {
    id: string
    siteId: string
    source: string
    draft: boolean
    captureWildcard: boolean
    permanent: boolean
    sectionId: string | null
    siteSpaceId: string | null
    pageId: string | null
    url: string | null
    createdAt: Timestamp
    updatedAt: Timestamp | null
  }
  site_section_groups: {
    id: string
    siteId: string
    parentId: string | null
    title: string
    icon: string | null
    rank: string
    createdAt: Timestamp
    isDraft: boolean
    localizedTitle: unknown
  }
  site_sections: {
    id: string
    siteId: string
    groupId: string | null
    title: string
    description: string | null
    icon: string | null
    path: string
    condition: string | null
    isDefault: boolean
    rank: string
    createdAt: Timestamp
    isDraft: boolean
    localizedTitle: unknown
    localizedDescription: unknown
  }
  site_share_links: {
    id: string
    siteId: string
    name: string
    active: boolean
    key: string
    createdAt: Timestamp
    expiresAt: Timestamp | null
  }
  site_spaces: {
    id: string
    organizationId: string
    siteId: string
    sectionId: string | null
    spaceId: string
    path: string
    condition: string | null
    isDefault: boolean
    customization: unknown
    rank: string
    createdAt: Timestamp
    isDraft: boolean
    isHidden: boolean
    localizedTitle: unknown
  }
  site_visitor_auth: {
    siteId: string
    keyId: string
    privateKey: string
    fallbackUrl: string | null
  }
  sites: {
    id: string
    organizationId: string
    type: string
    title: string
    basename: string
    hostname: string | null
    proxyOrigin: string | null
    visibility: 'public' | 'unlisted' | 'share-link' | 'visitor-auth'
    published: boolean
    defaultLevel: 'inherit' | 'read' | 'comment' | 'edit' | 'review' | 'create' | 'admin' | null
    adaptiveContent: boolean
    agentsContext: 'included' | 'excluded'
    customization: unknown
    createdAt: Timestamp
    updatedAt: Timestamp
    hostnameProof: 'record' | 'trusted' | 'earlier' | null
    hostnameClaimedAt: Timestamp | null
    embedOrigins: string[]
  }
  spaces: {
    id: string
    organizationId: string
    parentId: string | null
    title: string
    emoji: string | null
    iconUrl: string | null
    editMode: 'live' | 'locked'
    defaultLevel: 'inherit' | 'read' | 'comment' | 'edit' | 'review' | 'create' | 'admin' | null
    language: string | null
    mergeRules: unknown
    revisionId: string
    rank: string
    createdAt: Timestamp
    updatedAt: Timestamp
    deletedAt: Timestamp | null
    changeRequests: number
    changeRequestsOpen: number
    changeRequestsDraft: number
    comments: number
    summaryHeading: string | null
  }
  tasks: {
    id: string
    organizationId: string
    spaceId: string | null
    createdBy: string | null
    type: string
    key: string
    data: unknown
    status: 'pending' | 'running' | 'completed' | 'failed' | 'canceled'
    attempts: number
    dueAt: Timestamp
    progressDone: number
    progressTotal: number | null
    error: string | null
    createdAt: Timestamp
    startedAt: Timestamp | null
    finishedAt: Timestamp | null
    subject: unknown
    progressStep: string | null
    report: unknown
  }
  team_members: {
    organizationId: string
    teamId: string
    userId: string
    role: 'member' | 'owner'
  }
  teams: {
    id: string
    organizationId: string
    title: string
    createdAt: Timestamp
  }
  tokens: {
    id: string
    userId: string
    name: string
    hash: Buffer
    createdAt: Timestamp
    lastUsedAt: Timestamp | null
    expiresAt: Timestamp | null
    kind: 'token' | 'session'
    organizationId: string | null
    samlProviderId: string | null
    samlSession: unknown
    signedInAt: Timestamp | null
    signedInWith: string | null
    lastAddress: string | null
    oidcProviderId: string | null
    readOnly: boolean
    spaceId: string | null
    siteId: string | null
  }
  translation_memory: {
    organizationId: string
    hash: Buffer
    text: string
    usedAt: Timestamp
  }
  translations: {
    id: string
    organizationId: string
    sourceSpaceId: string
    sourceLanguage: string
    language: string
    instructions: string
    createdBy: string | null
    spaceId: string | null
    revisionId: string | null
    sourceRevisionId: string | null
    translatedRevisionId: string | null
    fingerprint: Buffer | null
    unfinished: string[]
    problems: unknown
    error: string | null
    runId: string | null
    runStartedAt: Timestamp | null
    runs: number
    totalWords: number
    totalPages: number
    totalMs: number
    latestWords: number
    latestPages: number
    latestMs: number
    createdAt: Timestamp
    updatedAt: Timestamp
  }
  unnamed_blobs: {
    blob: string
    since: Timestamp
  }
  uploads: {
    key: string
    organizationId: string
    kind: string
    file: unknown
    createdAt: Timestamp
  }
  user_preferences: {
    userId: string
    language: string | null
    theme: string | null
    console: unknown
    updatedAt: Timestamp
    notificationMail: string | null
    notificationMailSince: Timestamp | null
  }
  users: {
    id: string
    displayName: string
    email: string
    photoUrl: string | null
    createdAt: Timestamp
    managed: boolean
    firstSignedInAt: Timestamp | null
    emailUnproven: boolean
  }
  viewed_pages: {
    changeRequestId: string
    userId: string
    pageId: string
    stateHash: string
    viewedAt: Timestamp
  }
}

/** The unique and foreign keys, as PostgreSQL names them when a statement breaks one. */
export type ConstraintName =
  | 'change_request_contributors_change_request_id_fkey'
  | 'change_request_contributors_user_id_fkey'
  | 'change_requests_ancestor_id_fkey'
  | 'change_requests_created_by_fkey'
  | 'change_requests_initial_id_fkey'
  | 'change_requests_merged_by_fkey'
  | 'change_requests_merged_id_fkey'
  | 'change_requests_revision_id_fkey'
  | 'change_requests_space_id_fkey'
  | 'change_requests_space_id_number_key'
  | 'collections_organization_id_fkey'
  | 'collections_organization_id_id_key'
  | 'collections_organization_id_parent_id_fkey'
  | 'comment_reactions_comment_id_fkey'
  | 'comment_reactions_user_id_fkey'
  | 'comment_replies_comment_id_fkey'
  | 'comment_replies_posted_by_fkey'
  | 'comment_reply_reactions_reply_id_fkey'
  | 'comment_reply_reactions_user_id_fkey'
  | 'comments_applied_by_fkey'
  | 'comments_change_request_id_fkey'
  | 'comments_posted_by_fkey'
  | 'comments_resolved_by_fkey'
  | 'comments_review_id_fkey'
  | 'comments_review_summary'
  | 'comments_revision_id_fkey'
  | 'comments_space_id_fkey'
  | 'computed_from_space_id_fkey'
  | 'conflict_checks_change_request_id_fkey'
  | 'custom_fonts_organization_id_fkey'
  | 'draft_comments_change_request_id_fkey'
  | 'draft_comments_revision_id_fkey'
  | 'draft_comments_user_id_fkey'
  | 'events_position'
  | 'git_deliveries_space_id_fkey'
  | 'git_ssh_keys_created_by_fkey'
  | 'git_ssh_keys_space_id_fkey'
  | 'git_syncs_conflict_change_request_id_fkey'
  | 'git_syncs_conflict_revision_id_fkey'
  | 'git_syncs_revision_id_fkey'
  | 'git_syncs_site_id_fkey'
  | 'git_syncs_space_id_fkey'
  | 'glossary_entries_organization_id_fkey'
  | 'grants_content_id_team_id_key'
  | 'grants_content_id_user_id_key'
  | 'grants_organization_id_collection_id_fkey'
  | 'grants_organization_id_site_id_fkey'
  | 'grants_organization_id_space_id_fkey'
  | 'grants_organization_id_team_id_fkey'
  | 'grants_organization_id_user_id_fkey'
  | 'invitations_invited_by_fkey'
  | 'invitations_organization_id_fkey'
  | 'invitations_organization_id_user_id_key'
  | 'invitations_user_id_fkey'
  | 'invite_links_organization_id_collection_id_fkey'
  | 'invite_links_organization_id_fkey'
  | 'invite_links_organization_id_space_id_fkey'
  | 'left_slugs_space_id_fkey'
  | 'live_commits_change_request_id_page_id_fkey'
  | 'live_commits_change_request_id_page_id_user_id_client_ref_key'
  | 'live_commits_user_id_fkey'
  | 'live_pages_change_request_id_fkey'
  | 'live_presences_change_request_id_fkey'
  | 'live_presences_user_id_fkey'
  | 'members_organization_id_fkey'
  | 'members_user_id_fkey'
  | 'notifications_actor_id_fkey'
  | 'notifications_change_request_id_fkey'
  | 'notifications_comment_id_fkey'
  | 'notifications_organization_id_fkey'
  | 'notifications_reply_id_fkey'
  | 'notifications_review_id_fkey'
  | 'notifications_space_id_fkey'
  | 'notifications_task_id_fkey'
  | 'notifications_user_id_fkey'
  | 'notifications_user_id_source_key'
  | 'oidc_identities_provider_id_fkey'
  | 'oidc_identities_provider_id_issuer_subject_key'
  | 'oidc_identities_user_id_fkey'
  | 'oidc_providers_organization_id_default_team_id_fkey'
  | 'oidc_providers_organization_id_fkey'
  | 'oidc_requests_linking_session_id_fkey'
  | 'old_organization_names_organization_id_fkey'
  | 'old_site_basenames_organization_id_fkey'
  | 'old_site_basenames_site_id_fkey'
  | 'one_time_links_hash_key'
  | 'one_time_links_invite_link_id_fkey'
  | 'one_time_links_organization_id_fkey'
  | 'one_time_links_user_id_fkey'
  | 'openapi_sources_space_id_fkey'
  | 'openapi_specs_organization_id_fkey'
  | 'openapi_specs_organization_id_slug_key'
  | 'openapi_versions_spec_id_fkey'
  | 'organizations_default_site_fkey'
  | 'organizations_hostname_key'
  | 'organizations_sso_set_by_fkey'
  | 'page_changes_revision_id_fkey'
  | 'page_changes_space_id_fkey'
  | 'page_histories_space_id_fkey'
  | 'passkey_challenges_user_id_fkey'
  | 'passkeys_credential_id_key'
  | 'passkeys_user_id_fkey'
  | 'passwords_user_id_fkey'
  | 'planned_merges_change_request_id_fkey'
  | 'planned_merges_ended_by_fkey'
  | 'planned_merges_planned_by_fkey'
  | 'preview_links_change_request_id_fkey'
  | 'preview_links_created_by_fkey'
  | 'preview_links_key_key'
  | 'preview_links_site_id_fkey'
  | 'recovery_codes_user_id_fkey'
  | 'review_requests_change_request_id_fkey'
  | 'review_requests_requested_by_fkey'
  | 'review_requests_revision_id_fkey'
  | 'review_requests_user_id_fkey'
  | 'reviews_change_request_id_fkey'
  | 'reviews_last'
  | 'reviews_requested_by_fkey'
  | 'reviews_reviewer_id_fkey'
  | 'reviews_revision_id_fkey'
  | 'revisions_created_by_fkey'
  | 'revisions_root_fkey'
  | 'revisions_shown_fkey'
  | 'revisions_space_id_fkey'
  | 'saml_assertions_provider_id_fkey'
  | 'saml_identities_provider_id_fkey'
  | 'saml_identities_provider_id_user_id_key'
  | 'saml_identities_user_id_fkey'
  | 'saml_providers_organization_id_default_team_id_fkey'
  | 'saml_providers_organization_id_fkey'
  | 'saml_providers_organization_id_id_key'
  | 'saml_requests_provider_id_fkey'
  | 'search_includes_space_id_page_id_fkey'
  | 'search_indexes_organization_id_fkey'
  | 'search_pages_space_id_fkey'
  | 'search_pages_text_id_fkey'
  | 'search_sections_text_id_fkey'
  | 'search_spaces_index_id_fkey'
  | 'search_spaces_space_id_fkey'
  | 'search_stale_spaces_space_id_fkey'
  | 'search_texts_index_id_fkey'
  | 'search_texts_index_id_key_key'
  | 'second_factor_tickets_user_id_fkey'
  | 'second_factors_user_id_fkey'
  | 'shown_specs_added_by_fkey'
  | 'shown_specs_space_id_fkey'
  | 'site_adaptive_schemas_site_id_fkey'
  | 'site_external_links_site_id_fkey'
  | 'site_external_links_site_id_group_id_fkey'
  | 'site_git_deliveries_site_id_fkey'
  | 'site_git_syncs_site_id_fkey'
  | 'site_missed_paths_site_id_fkey'
  | 'site_redirects_site_id_fkey'
  | 'site_redirects_site_id_section_id_fkey'
  | 'site_redirects_site_id_site_space_id_fkey'
  | 'site_redirects_site_id_source_draft_key'
  | 'site_section_groups_site_id_fkey'
  | 'site_section_groups_site_id_id_key'
  | 'site_section_groups_site_id_parent_id_fkey'
  | 'site_sections_default'
  | 'site_sections_site_id_fkey'
  | 'site_sections_site_id_group_id_fkey'
  | 'site_sections_site_id_id_key'
  | 'site_sections_site_id_path_key'
  | 'site_share_links_key_key'
  | 'site_share_links_site_id_fkey'
  | 'site_spaces_default'
  | 'site_spaces_organization_id_site_id_fkey'
  | 'site_spaces_organization_id_space_id_fkey'
  | 'site_spaces_path'
  | 'site_spaces_site_id_id_key'
  | 'site_spaces_site_id_section_id_fkey'
  | 'site_visitor_auth_site_id_fkey'
  | 'sites_hostname_key'
  | 'sites_organization_id_basename_key'
  | 'sites_organization_id_fkey'
  | 'sites_organization_id_id_key'
  | 'sites_proxy_origin_key'
  | 'spaces_organization_id_fkey'
  | 'spaces_organization_id_id_key'
  | 'spaces_organization_id_parent_id_fkey'
  | 'spaces_revision_id_fkey'
  | 'tasks_created_by_fkey'
  | 'tasks_organization_id_fkey'
  | 'tasks_space_id_fkey'
  | 'team_members_organization_id_team_id_fkey'
  | 'team_members_organization_id_user_id_fkey'
  | 'teams_organization_id_fkey'
  | 'teams_organization_id_id_key'
  | 'tokens_hash_key'
  | 'tokens_oidc_provider_id_fkey'
  | 'tokens_organization_id_user_id_fkey'
  | 'tokens_saml_provider_id_fkey'
  | 'tokens_site_id_fkey'
  | 'tokens_space_id_fkey'
  | 'tokens_user_id_fkey'
  | 'translation_memory_organization_id_fkey'
  | 'translations_created_by_fkey'
  | 'translations_organization_id_fkey'
  | 'translations_revision_id_fkey'
  | 'translations_source_revision_id_fkey'
  | 'translations_source_space_id_fkey'
  | 'translations_space_id_fkey'
  | 'translations_translated_revision_id_fkey'
  | 'uploads_organization_id_fkey'
  | 'user_preferences_user_id_fkey'
  | 'users_email'
  | 'viewed_pages_change_request_id_fkey'
  | 'viewed_pages_user_id_fkey'
