// Written by `npm run generate:operations` from the route table of the server. Do not edit.

export type AccessExplanation = {
  object: 'access-explanation'
  user: User
  role: MemberRole | null
  rules: Array<{
    kind: 'disabled' | 'admin' | 'grant' | 'team-grant' | 'default-level' | 'organization-role'
    role: MemberRole | null
    on: { object: 'space' | 'collection' | 'site' | 'organization'; id: string; title: string }
    team?: { id: string; title: string }
    decides: boolean
  }>
}

export type ApiInformation = { version: string; build: string }

export type ApplySpaceTemplate = { id: string; params?: { contentRefs?: Record<string, ContentRef> } }

export type BatchResponse = { status: number; body: unknown; requestId?: string }

export type BatchResponses = { responses: Array<BatchResponse> }

export type BlamedLineRange = { from: number; to: number; revision: string; markdown: string }

export type BlamedRevision = {
  object: 'revision-entry'
  id: string
  type: 'merge' | 'git' | 'import' | 'template' | 'computed' | 'update' | 'edits'
  current: boolean
  createdAt: string
  createdBy?: User
  summary?: string
  changeRequest?: { id: string; number: number; subject: string; urls: { app: string; location: string } }
  git?: GitSyncCommit
  urls: { app: string; location: string }
  writtenBy?: User
}

export type ChangeRequest = {
  object: 'change-request'
  id: string
  number: number
  status: ChangeRequestStatus
  subject: string
  description?: JSONDocument
  createdBy: User
  createdAt: string
  updatedAt: string
  mergedBy?: User
  mergedAt?: string
  plannedMerge?: PlannedMerge
  space: string
  revision: string
  revisionInitial: string
  revisionMergedAncestor: string
  revisionMerged?: string
  comments: number
  outdated: boolean
  urls: { app: string; location: string }
}

export type ChangeRequestContentChange =
  | {
      operation: 'insert_page'
      type?: 'document' | 'group' | 'link'
      title?: string
      linkTitle?: string | null
      layout?: {
        width?: 'default' | 'wide'
        cover?: boolean
        coverSize?: 'hero' | 'full' | 'background'
        coverMask?: 'none' | 'radial'
        title?: boolean
        description?: boolean
        tableOfContents?: boolean
        outline?: boolean
        pagination?: boolean
        metadata?: boolean
        tags?: boolean
        actions?: boolean
        anchors?: boolean
      } | null
      cover?: {
        ref: { kind: 'file'; file: string } | { kind: 'url'; url: string }
        refDark?: { kind: 'file'; file: string } | { kind: 'url'; url: string }
        yPos?: number
      } | null
      metaLinks?: {
        canonical?: { kind: 'url'; url: string } | { kind: 'page'; page: string; space?: string }
        alternates?: Array<{ kind: 'url'; url: string } | { kind: 'page'; page: string; space?: string }>
      } | null
      tags?: Array<{ tag: { kind: 'tag'; tag: string }; primary?: boolean }> | null
      target?:
        | { kind: 'url'; url: string }
        | { kind: 'page'; page: string; space?: string }
        | { kind: 'anchor'; anchor: string; page: string; space?: string }
        | { kind: 'space'; space: string }
        | { kind: 'file'; file: string }
      slug?: string
      emoji?: string
      icon?: string
      description?: string
      hidden?: boolean
      noIndex?: boolean
      noRobotsIndex?: boolean
      condition?: string
      into?: string
      at?: number
      ref?: string
      document?: { markdown?: string; document?: JSONDocument }
      computed?: {
        type: 'builtin:openapi'
        dependencies: { spec: { ref: { kind: 'openapi'; spec: string }; value?: unknown } }
        props: { models: boolean; grouping?: 'by-tag' | 'by-operation'; downloadLink?: boolean }
      }
    }
  | {
      operation: 'update_page'
      page: string
      title?: string
      linkTitle?: string | null
      layout?: {
        width?: 'default' | 'wide'
        cover?: boolean
        coverSize?: 'hero' | 'full' | 'background'
        coverMask?: 'none' | 'radial'
        title?: boolean
        description?: boolean
        tableOfContents?: boolean
        outline?: boolean
        pagination?: boolean
        metadata?: boolean
        tags?: boolean
        actions?: boolean
        anchors?: boolean
      } | null
      cover?: {
        ref: { kind: 'file'; file: string } | { kind: 'url'; url: string }
        refDark?: { kind: 'file'; file: string } | { kind: 'url'; url: string }
        yPos?: number
      } | null
      metaLinks?: {
        canonical?: { kind: 'url'; url: string } | { kind: 'page'; page: string; space?: string }
        alternates?: Array<{ kind: 'url'; url: string } | { kind: 'page'; page: string; space?: string }>
      } | null
      tags?: Array<{ tag: { kind: 'tag'; tag: string }; primary?: boolean }> | null
      target?:
        | { kind: 'url'; url: string }
        | { kind: 'page'; page: string; space?: string }
        | { kind: 'anchor'; anchor: string; page: string; space?: string }
        | { kind: 'space'; space: string }
        | { kind: 'file'; file: string }
      slug?: string
      emoji?: string
      icon?: string
      description?: string
      hidden?: boolean
      noIndex?: boolean
      noRobotsIndex?: boolean
      condition?: string
      into?: string | null
      at?: number
      document?: { markdown?: string; document?: JSONDocument }
    }
  | { operation: 'delete_page'; page: string }
  | {
      operation: 'revert_page'
      page: string
      revision?: string
      block?: Array<string>
      words?: { node: string; start: number; end: number }
      earlierWords?: { node: string; start: number; end: number }
    }
  | { operation: 'revert_all'; revision?: string }
  | {
      operation: 'insert_files'
      files: Array<{
        ref?: string
        name: string
        contentType?: string
        url?: string
        base64?: string
        key?: string
      }>
    }
  | { operation: 'delete_files'; files: Array<string> }
  | { operation: 'update_file'; file: string; name: string }
  | {
      operation: 'put_reusable_content'
      reusableContent?: string
      title?: string
      document?: { markdown?: string; document?: JSONDocument }
    }
  | { operation: 'delete_reusable_content'; reusableContent: string }
  | { operation: 'set_variables'; variables: Record<string, string | null> }

export type ChangeRequestMergeability = {
  mergeable: boolean
  status: ChangeRequestStatus
  allowed: boolean
  changed: boolean
  outdated: boolean
  bypass: boolean
  rules: Array<{
    rule: string
    met: boolean
    reason?: string
    users?: Array<string>
    missingApprovals?: Array<User>
  }>
  conflicts: Array<{ page?: string; path?: string; kind: string }>
  settledConflicts: Array<{ page: string; path?: string; revision: string }>
}

export type ChangeRequestRequestedReviewer = {
  object: 'change-request-requested-reviewer'
  kind: 'user'
  user: User
  revision: string
  requestedBy: User
  createdAt: string
}

export type ChangeRequestReview = {
  object: 'change-request-review'
  id: string
  revision: string
  reviewer: User
  requestedBy?: User
  status: ChangeRequestReviewStatus
  outdated: boolean
  comment?: Comment
  createdAt: string
  updatedAt: string
  urls: { location: string }
}

export type ChangeRequestReviewStatus = 'changes-requested' | 'approved'

export type ChangeRequestReviewer = { user: User; askedAt?: string; review?: ChangeRequestReview }

export type ChangeRequestReviewers = { reviewers: Array<ChangeRequestReviewer> }

export type ChangeRequestStatus = 'draft' | 'open' | 'archived' | 'merged'

export type ChangedRevisionFile = { id: string; name: string; contentType: string; downloadURL: string }

export type ChangedRevisionPage = {
  id: string
  type: 'document' | 'group' | 'link' | 'computed'
  title: string
  path?: string
}

export type ChangedRevisionReusableContent = { id: string; title: string; document?: string }

export type Collection = {
  object: 'collection'
  id: string
  title: string
  description?: string
  organization: string
  parent?: string
  defaultLevel: DefaultLevel
  urls: { location: string; app: string }
  permissions: { view: boolean; admin: boolean; viewInviteLinks: boolean; create: boolean }
}

export type Comment = {
  object: 'comment'
  id: string
  postedBy: User
  postedAt: string
  editedAt?: string
  reactions: Array<EmojiReaction>
  replies: number
  repliers: Array<{ user: User; count: number; updatedAt: string }>
  body: { markdown?: string; document?: JSONDocument }
  suggestion?: CommentSuggestion
  target: {
    node?: { id: string; preview?: string }
    tableCell?: { record: string; definition: string }
    quote?: { exact: string; prefix: string; suffix: string }
    position?: {
      node: string
      start?: number
      endNode?: string
      end?: number
      prefix?: string
      suffix?: string
    }
    outdated?: boolean
    changeRequest?: string
    review?: string
    page?: {
      id: string
      title: string
      emoji?: string
      icon?: string
      createdAt?: string
      updatedAt?: string
      path: string
      outdated: boolean
    }
    space: string
    revision: string
  }
  urls: { location: string }
  permissions: { view: boolean; edit: boolean; reply: boolean; delete: boolean }
  status: 'open' | 'resolved'
  resolvedAt?: string
  resolvedBy?: User
}

export type CommentReply = {
  object: 'comment-reply'
  id: string
  postedBy: User
  postedAt: string
  editedAt?: string
  reactions: Array<EmojiReaction>
  body: { markdown?: string; document?: JSONDocument }
  urls: { location: string }
  permissions: { view: boolean; edit: boolean; reply: boolean; delete: boolean }
}

export type CommentSuggestion = { replacement: string; appliedAt?: string; appliedBy?: User }

export type ComputedContentSourceDocument = {
  type: 'builtin:openapi'
  dependencies: { spec: { ref: { kind: 'openapi'; spec: string }; value?: unknown } }
  props:
    | { doc: 'models' }
    | { doc: 'operations' | 'info' | 'tag'; page: string }
    | { doc: 'operation'; page: string; method: string; deprecated?: boolean }
}

export type ComputedContentSourceRevision = {
  type: 'builtin:openapi'
  dependencies: { spec: { ref: { kind: 'openapi'; spec: string }; value?: unknown } }
  props: { models: boolean; grouping?: 'by-tag' | 'by-operation'; downloadLink?: boolean }
}

export type ContentImportFailure = { resource: string; reason: string }

export type ContentImportFormat =
  | 'website'
  | 'docx'
  | 'markdown'
  | 'html'
  | 'zip'
  | 'confluence'
  | 'github-wiki'
  | 'notion'
  | 'google-docs'

export type ContentImportPage = {
  id: string
  title: string
  type: 'page' | 'folder'
  status: 'complete'
  sourceURL?: string
  path?: string
}

export type ContentImportRun = {
  object: 'import-run'
  id: string
  status: ContentImportStatus
  reason?: string
  source: ContentImportSource
  target: ContentImportTarget
  progress: { step?: ContentImportStep; done: number; total?: number }
  importedResources?: number
  totalResources?: number
  failures?: Array<ContentImportFailure>
  pages?: Array<ContentImportPage>
  createdBy?: string
  createdAt: string
  updatedAt: string
  startedAt?: string
  completedAt?: string
  permissions: { cancel: boolean }
  urls: { location: string }
}

export type ContentImportSource =
  | { type: ContentImportFormat; url: string }
  | { type: 'file'; files: Array<string>; format?: ContentImportFormat }

export type ContentImportStatus = 'pending' | 'in-progress' | 'completed' | 'failed' | 'cancelled'

export type ContentImportStatusFilter =
  | 'active'
  | 'pending'
  | 'in-progress'
  | 'completed'
  | 'failed'
  | 'cancelled'

export type ContentImportStep = 'read' | 'files' | 'convert' | 'save'

export type ContentImportTarget = { space: string; changeRequest?: string }

export type ContentLocation = {
  kind: 'file' | 'url' | 'page' | 'user' | 'collection' | 'space' | 'reusable-content' | 'openapi'
  organization?: Organization
  space?: Space
  versionContext?: { type: 'revision' | 'changeRequest'; revision?: Revision; changeRequest?: ChangeRequest }
  page?: RevisionPage
  internalLocation?: { type: 'anchor' | 'node'; anchor?: string; node?: string }
  file?: RevisionFile
  reusableContent?: RevisionReusableContent
  url?: string
  user?: User
  collection?: Collection
  openAPISpec?: OpenAPISpec
}

export type ContentLookup =
  | { collection: Collection }
  | { space: Space; changeRequest?: ChangeRequest; page?: RevisionPage }

export type ContentPosition = {
  before?: { type: 'space'; space: string } | { type: 'collection'; collection: string }
  after?: { type: 'space'; space: string } | { type: 'collection'; collection: string }
}

export type ContentRef =
  | { kind: 'file'; file: string; space?: string }
  | { kind: 'url'; url: string }
  | { kind: 'page'; page: string; space?: string }
  | { kind: 'anchor'; anchor: string; page?: string; space?: string }
  | { kind: 'user'; user: string }
  | { kind: 'collection'; collection: string }
  | { kind: 'space'; space: string }
  | { kind: 'reusable-content'; reusableContent: string; space?: string }
  | { kind: 'openapi'; spec: string }

export type ContentReferenceStatus = 'ok' | 'broken' | 'in-app'

export type ContentReferenceUsage = {
  status: ContentReferenceStatus
  relation: 'reference' | 'dependsOn'
  targetReference?: ContentLocation
  locationReferences: Array<ContentLocation>
  locations: number
}

export type ContentReferencesStats = { total: number; broken: { total: number; changeRequest?: number } }

export type CustomizationFontDefinition = {
  id: string
  custom: boolean
  fontFamily: string
  fontFaces: Array<{ weight: number; sources: Array<{ url: string; format: 'woff2' | 'woff' }> }>
  permissions: { edit: boolean }
}

export type DefaultLevel = 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read' | null | 'inherit'

export type DeliveredLink = {
  object: 'delivered-link'
  email: string
  sent: boolean
  link?: string
  expiresAt?: string
}

export type DraftComment = {
  object: 'draft-comment'
  id: string
  createdAt: string
  editedAt?: string
  body: { markdown?: string; document?: JSONDocument }
  suggestion?: { replacement: string }
  target: {
    node?: { id: string; preview?: string }
    tableCell?: { record: string; definition: string }
    quote?: { exact: string; prefix: string; suffix: string }
    position?: {
      node: string
      start?: number
      endNode?: string
      end?: number
      prefix?: string
      suffix?: string
    }
    outdated?: boolean
    changeRequest?: string
    review?: string
    page?: {
      id: string
      title: string
      emoji?: string
      icon?: string
      createdAt?: string
      updatedAt?: string
      path: string
      outdated: boolean
    }
    space: string
    revision: string
  }
  urls: { location: string }
}

export type EmailChange = { object: 'email-change'; email: string; sent: boolean }

export type Embed = {
  type: 'link' | 'rich'
  title: string
  site: string
  description?: string
  icon?: string
  html?: string
}

export type EmojiReaction = { emoji: string; count: number; users: Array<{ user: User; reactedAt: string }> }

export type Error = { error: { code: number; message: string } }

export type ExportSiteToGitRepository = {
  url: string
  ref: string
  repoCacheID?: string
  repoTreeURL?: string
  repoCommitURL?: string
  repoProjectDirectory?: string
  gitInfo?: UpdateSpaceGitInfo
  commitMessage: string
}

export type ExportToGitRepository = {
  url: string
  ref: string
  repoCacheID?: string
  repoTreeURL?: string
  repoCommitURL?: string
  repoProjectDirectory?: string
  gitInfo?: UpdateSpaceGitInfo
  timestamp?: string
  force?: boolean
  commitMessage: string
}

export type FormerParentPage = { id: string; title: string }

export type GitOperation = {
  direction: 'import' | 'export'
  status: 'running' | 'success' | 'failure' | 'skipped'
  state: 'running' | 'success' | 'failure'
  startedAt: string
  finishedAt?: string
  endedAt?: string
  error?: string
  problems?: Array<string>
  commit?: string
  revision?: string
  changeRequest?: string
}

export type GitSSHKey = {
  object: 'git-ssh-key'
  id: string
  publicKey: string
  fingerprint: string
  createdAt: string
}

export type GitSSHKeyList = { items: Array<GitSSHKey>; count: number }

export type GitSyncBlob = { oid: string; path: string }

export type GitSyncCommit = {
  oid: string
  message: string
  createdByGitBook: boolean
  createdByService: boolean
  url?: string
  ref?: string
}

export type GitSyncDirection = 'import' | 'export'

export type GitSyncPreview = {
  object: 'git-sync-preview'
  id: string
  direction: GitSyncDirection
  status: 'pending' | 'running' | 'completed' | 'failed' | 'canceled'
  error?: string
  result?: GitSyncPreviewResult
  createdAt: string
  urls: { location: string }
}

export type GitSyncPreviewItem = {
  change: 'remove' | 'change' | 'add'
  kind: 'page' | 'file' | 'reusable-content' | 'variable'
  name: string
  path?: string
}

export type GitSyncPreviewResult = {
  commit?: string
  added: number
  changed: number
  removed: number
  items: Array<GitSyncPreviewItem>
  problems: Array<string>
}

export type GitSyncProvider = 'github' | 'gitlab' | 'github-legacy'

export type GitSyncState = {
  repoName: string
  installationProvider?: GitSyncProvider
  integration?: string
  url?: string
  updatedAt: string
  installationId: string
  parentInstallationId?: string
  installationStatus: 'active' | 'pending'
  ref: string
  repoURL?: string
  repoProjectDirectory?: string
  commit?: string
  webhook: boolean
  webhookUrl?: string
  operation?: GitOperation
}

export type GitWebhook = { url: string; secret: string }

export type GlossaryBatchOperation =
  | { type: 'insert'; translations: GlossaryTranslations }
  | { type: 'update'; id: string; translations: GlossaryTranslations }
  | { type: 'delete'; id: string }

export type GlossaryEntry = {
  object: 'glossary-entry'
  id: string
  translations: Record<string, string>
  createdAt: string
  updatedAt: string
  urls: { location: string }
}

export type GlossaryTranslations = Record<string, string>

export type HTMLDocument = {
  html: string
  styles: string
  outline: Array<{ key?: string; anchor: string; level: number; title: string }>
}

export type Identity = {
  object: 'identity'
  id: string
  provider?: string
  label: string
  issuer: string
  email?: string
  createdAt: string
  lastLoginAt: string
  urls: { location: string }
}

export type IdentityLink = { url: string }

export type ImportContent = { url: string; source: ImportContentSource }

export type ImportContentResult = {
  revision: string
  importedResources: number
  totalResources: number
  failures: Array<{ resource: string; reason: string }>
  urls: { location: string }
}

export type ImportContentSource =
  | 'website'
  | 'docx'
  | 'markdown'
  | 'html'
  | 'zip'
  | 'confluence'
  | 'github-wiki'
  | 'notion'
  | 'google-docs'

export type ImportGitRepository = {
  url: string
  ref: string
  repoCacheID?: string
  repoTreeURL?: string
  repoCommitURL?: string
  repoProjectDirectory?: string
  gitInfo?: UpdateSpaceGitInfo
  timestamp?: string
  force?: boolean
  standalone?: boolean
}

export type ImportSiteGitRepository = {
  url: string
  ref: string
  repoCacheID?: string
  repoTreeURL?: string
  repoCommitURL?: string
  repoProjectDirectory?: string
  gitInfo?: UpdateSpaceGitInfo
}

export type InvitePreview = {
  object: 'invite-preview'
  organization: { id: string; title: string }
  state: 'valid' | 'expired' | 'used-up' | 'off'
  emailDomains: Array<string>
}

export type JSONDocument = Record<string, unknown>

export type Job = {
  object: 'job'
  id: string
  type: string
  status: JobStatus
  space?: string
  progress: { done: number; total?: number; step?: string }
  attempts: number
  error?: string
  createdAt: string
  startedAt?: string
  retryAt?: string
  finishedAt?: string
}

export type JobStatus = 'pending' | 'running' | 'completed' | 'failed' | 'canceled'

export type LiveCommit = {
  version: number
  user?: string
  client: string
  ref: string
  steps: Array<unknown>
}

export type LivePage = {
  object: 'live-page'
  session: string
  version: number
  savedVersion: number
  revision: string
  problem?: string
  schema: number
  document: unknown
  people: Array<{ client: string; user: User; version: number; cursor?: { anchor: number; head: number } }>
}

export type LiveUpdate = {
  object: 'live-update'
  session: string
  version: number
  savedVersion: number
  revision: string
  problem?: string
  commits: Array<LiveCommit>
  people?: Array<{ client: string; user: User; version: number; cursor?: { anchor: number; head: number } }>
  lostSteps?: number
  closed?: 'access' | 'merged' | 'archived' | 'restarted'
}

export type MemberContentPermission = { permission: MemberRole; space: Space }

export type MemberPasswordReset = {
  object: 'password-reset'
  email: string
  sent: boolean
  link?: string
  expiresAt?: string
}

export type MemberRole = 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read'

export type MemberRoleOrGuest = 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read' | null

export type MergeRule =
  | {
      rule: 'require_specific_reviewers' | 'require_one_of_specific_reviewers' | 'allow_bypass'
      users: Array<string>
    }
  | {
      rule:
        | 'require_at_least_one_review'
        | 'require_at_least_one_approved_review'
        | 'require_all_reviews_approved'
        | 'require_agent_review'
        | 'require_up_to_date_change_request'
        | 'require_change_request_subject'
        | 'require_change_request_description'
        | 'require_author_to_merge'
    }
  | { rule: 'custom'; expression: string; message?: string }

export type MergeRules = { type: 'inherit' | 'rules' | 'none' }

export type MergeUndo = {
  changeRequest: ChangeRequest
  conflicts: Array<{ page?: string; path?: string; kind: string }>
}

export type NewToken = {
  object: 'token'
  id: string
  name: string
  createdAt: string
  lastUsedAt?: string
  expiresAt?: string
  scope: {
    readOnly: boolean
    organization?: { id: string; title?: string }
    space?: { id: string; title?: string }
    site?: { id: string; title?: string }
  }
  urls: { location: string }
  token: string
}

export type Notification = {
  object: 'notification'
  id: string
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
  organization: string
  space: { id: string; title: string }
  changeRequest?: { id: string; number: number; subject: string }
  comment?: { id: string; reply?: string; page?: string; text: string }
  review?: { id: string; status: 'approved' | 'changes-requested' }
  job?: { id: string; type: string }
  reason?: 'canceled' | 'archived' | 'permission' | 'changes' | 'approval' | 'rules' | 'conflicts'
  actor?: User
  createdAt: string
  readAt?: string
}

export type OidcProvider = {
  object: 'oidc-provider'
  id: string
  label: string
  issuer: string
  clientID: string
  hasClientSecret: boolean
  domains: Array<string>
  trustEmails: boolean
  defaultTeam?: OrganizationTeam
  defaultRole: MemberRoleOrGuest
  createdAt: string
  service: { callbackURL: string; startURL: string }
  urls: { location: string }
}

export type OidcProviderCheck = { object: 'oidc-provider-check'; ok: boolean; problems: Array<string> }

export type OneTimeLink = {
  object: 'one-time-link'
  purpose: 'setup' | 'sign-in' | 'password-reset' | 'invitation' | 'email-change'
  state: 'valid' | 'used' | 'expired'
  expiresAt: string
  email?: string
  displayName?: string
  organization?: { id: string; title: string }
}

export type OpenAPISpec = {
  object: 'openapi-spec'
  id: string
  createdAt: string
  updatedAt: string
  slug: string
  sourceURL?: string
  processingState: 'pending' | 'progress' | 'complete'
  visibility: OpenAPISpecVisibility
  lastVersion?: string
  lastProcessedAt?: string
  lastProcessErrorCode?: 'FETCH_TIMEOUT' | 'FETCH_ERROR' | 'PARSE_ERROR'
  lastProcessedErrors: Array<{ message: string; code?: string }>
  lastProcessedErrorCount: number
  permissions: { view: boolean; edit: boolean }
  urls: { location: string; app: string; published?: string }
}

export type OpenAPISpecChange = 'added' | 'removed' | 'changed'

export type OpenAPISpecChanges = {
  object: 'openapi-spec-changes'
  version: string
  since: string | null
  counts: {
    operations: { added: number; removed: number; changed: number }
    models: { added: number; removed: number; changed: number }
  }
  operations: Array<{
    change: OpenAPISpecChange
    path: string
    method: string
    webhook?: true
    title: string
  }>
  models: Array<{ change: OpenAPISpecChange; name: string }>
}

export type OpenAPISpecContent = {
  filesystem: Array<{
    dir: string
    isEntrypoint: boolean
    references: Record<string, unknown>
    filename: string
    specification: Record<string, unknown>
  }>
  url: string
  urls: { source: string; public: string | null }
}

export type OpenAPISpecRawContent = { text: string; format: 'json' | 'yaml' }

export type OpenAPISpecVersion = {
  object: 'openapi-spec-version'
  id: string
  createdAt: string
  url: string
  urls: { location: string }
}

export type OpenAPISpecVisibility = 'private' | 'public'

export type Organization = {
  object: 'organization'
  id: string
  title: string
  createdAt: string
  emailDomains: Array<string>
  hostname?: string
  type: 'business' | 'community'
  useCase?: string
  communityType?: string
  defaultRole: MemberRoleOrGuest
  defaultContent?: { type: 'site'; site: string }
  sso: boolean
  ai: boolean
  inviteLinks: boolean
  plan: string
  billing: {
    interval: string
    endDate: string | null
    hasPaymentFailed: boolean
    isScheduledToCancel: boolean
    pricing: {
      members: {
        plus_2024: { monthly: number; yearly: number }
        pro_2024: { monthly: number; yearly: number }
      }
      sites: { premium: { monthly: number; yearly: number }; ultimate: { monthly: number; yearly: number } }
    }
    usageAddons: Record<string, { enabled: boolean }>
    canCheckout: boolean
    canChangeInterval: boolean
    canUseSAML: boolean
    creditsBundle: null
    aiCreditAlertThreshold: null
  }
  trial: { status: string; count: number }
  mergeRules: MergeRules
  urls: { location: string; app: string; logo?: string }
  permissions: {
    view: boolean
    access: boolean
    admin: boolean
    ownTeam: boolean
    createContent: boolean
    createOpenAPISpec: boolean
    ingestConversations: boolean
    viewBilling: boolean
    listMembers: boolean
    listTeams: boolean
    listIntegrations: boolean
    listInstallations: boolean
    installIntegration: boolean
  }
}

export type OrganizationEvent = {
  object: 'event'
  id: string
  type:
    | 'ready'
    | 'reset'
    | 'access_changed'
    | 'space_created'
    | 'space_updated'
    | 'space_removed'
    | 'space_content_updated'
    | 'collection_updated'
    | 'site_updated'
    | 'change_request_created'
    | 'change_request_updated'
    | 'change_request_status_updated'
    | 'change_request_content_updated'
    | 'change_request_conflicted'
    | 'planned_merge_ended'
    | 'comment_created'
    | 'comment_updated'
    | 'comment_deleted'
    | 'comment_replied'
    | 'review_requested'
    | 'review_submitted'
    | 'review_updated'
    | 'job_updated'
    | 'member_updated'
    | 'team_updated'
    | 'notifications_updated'
  createdAt: string
  space?: string
  collection?: string
  site?: string
  revision?: string
  changeRequest?: string
  status?: string
  comment?: string
  batch?: string
  reply?: string
  review?: string
  job?: string
  user?: string
  reason?: string
  endedBy?: string
  team?: string
}

export type OrganizationInviteLink = {
  object: 'invite'
  id: string
  role?: MemberRoleOrGuest
  level?: MemberRoleOrGuest
  space?: Space
  collection?: Collection
  redundant: boolean
  uses: number
  maxUses?: number
  expiresAt?: string
  emailDomains: Array<string>
  urls: { join: string }
}

export type OrganizationMember = {
  object: 'member'
  id: string
  role: MemberRoleOrGuest
  user: User
  disabled: boolean
  joinedAt: string
  lastSeenAt?: string
  sso: boolean
  spaces: number
  teams: number
  sites: number
}

export type OrganizationTeam = {
  object: 'team'
  id: string
  title: string
  members: number
  spaces: number
  createdAt: string
  permissions: { admin: boolean; view: boolean }
}

export type OrganizationTeamMember = {
  organization: OrganizationMember
  team: TeamMember
  permissions: { view: boolean }
}

export type PageBlame = {
  object: 'page-blame'
  page: string
  ranges: Array<BlamedLineRange>
  revisions: Array<BlamedRevision>
}

export type PageRevisionEntry = {
  object: 'page-revision-entry'
  id: string
  type: 'merge' | 'git' | 'import' | 'template' | 'computed' | 'update' | 'edits'
  current: boolean
  createdAt: string
  createdBy?: User
  summary?: string
  changeRequest?: { id: string; number: number; subject: string; urls: { app: string; location: string } }
  git?: GitSyncCommit
  urls: { app: string; location: string }
  previousRevision?: string
  changes: Array<'created' | 'deleted' | 'text' | 'title' | 'place' | 'settings'>
  page: {
    id: string
    title: string
    previousTitle?: string
    parent?: { before?: FormerParentPage; after?: FormerParentPage }
    settings?: Array<string>
  }
}

export type PageTextMatches = {
  page: string
  title: string
  version: string
  places: Array<TextPlace>
  hasMore: boolean
}

export type Passkey = {
  object: 'passkey'
  id: string
  name: string
  createdAt: string
  lastUsedAt?: string
  urls: { location: string }
}

export type PlannedMerge = {
  plannedBy: User
  plannedAt: string
  mergeAt?: string
  waitingFor?: 'changes' | 'approval' | 'rules' | 'conflicts'
}

export type Preferences = {
  object: 'preferences'
  language?: 'en' | 'de' | 'fr' | 'es' | 'pt' | 'ja' | 'zh' | 'ko' | 'ar'
  theme?: 'light' | 'dark' | 'system'
  notificationMail?: 'immediate' | 'daily' | 'never'
  console: Record<string, unknown>
}

export type PreviewLink = {
  object: 'preview-link'
  id: string
  site: { id: string; title: string }
  createdBy: string
  createdAt: string
  expiresAt: string
  url: string
}

export type PublishedContentRedirect = { target: 'content' | 'external'; site: string; redirect: string }

export type PublishedContentSite = {
  object: 'published-content-site'
  site: Site
  structure:
    | { type: 'sections'; structure: Array<SiteSection | SiteExternalLink | SiteSectionGroup> }
    | { type: 'siteSpaces'; structure: Array<SiteSpace> }
  customizations: { site: SiteCustomizationSettings; siteSpaces: Record<string, SiteCustomizationSettings> }
  scripts: Array<{ script: string; contentSecurityPolicy: string; cookies: boolean }>
}

export type PublishedSiteContent = {
  site: string
  siteSection?: string
  siteSpace: string
  space: string
  changeRequest?: string
  revision?: string
  organization: string
  pathname: string
  basePath: string
  siteBasePath: string
  canonicalUrl: string
  complete: boolean
  apiToken: string
  shareKey?: string
  contextId?: string
  preview?: boolean
}

export type PublishedSiteContentLookup = PublishedSiteContent | PublishedContentRedirect

export type ReceivedInvitation = {
  object: 'invitation'
  id: string
  role: MemberRoleOrGuest
  createdAt: string
  expiresAt: string
  invitedBy: User
  organization: { id: string; title: string }
}

export type RecoveryCodes = { object: 'recovery-codes'; codes: Array<string> }

export type ReplacedPage = {
  page: string
  result: 'replaced' | 'unchanged' | 'outdated' | 'missing' | 'refused'
  version?: string
  problem?: string
}

export type ReplacedReusableContent = {
  reusableContent: string
  result: 'replaced' | 'unchanged' | 'outdated' | 'missing' | 'refused'
  version?: string
  problem?: string
}

export type ReusableTextMatches = {
  reusableContent: string
  title: string
  version: string
  places: Array<TextPlace>
  hasMore: boolean
}

export type Revision = {
  object: 'revision'
  id: string
  parents: Array<string>
  type: 'edits' | 'merge' | 'update' | 'computed'
  mergedFrom?: ChangeRequest
  pages: Array<RevisionPage>
  files: Array<RevisionFile>
  reusableContents: Array<RevisionReusableContent>
  tags: Array<Record<string, unknown>>
  variables: Record<string, string>
  createdAt: string
  git?: GitSyncCommit
  urls: { app: string }
}

export type RevisionEntry = {
  object: 'revision-entry'
  id: string
  type: 'merge' | 'git' | 'import' | 'template' | 'computed' | 'update' | 'edits'
  current: boolean
  createdAt: string
  createdBy?: User
  summary?: string
  changeRequest?: { id: string; number: number; subject: string; urls: { app: string; location: string } }
  git?: GitSyncCommit
  urls: { app: string; location: string }
}

export type RevisionFile = {
  id: string
  name: string
  contentType: string
  downloadURL: string
  size: number
  dimensions?: { width: number; height: number }
  git?: { oid: string; path: string }
}

export type RevisionPage = {
  id: string
  parent?: string
  title: string
  linkTitle?: string
  emoji?: string
  icon?: string
  createdAt?: string
  updatedAt?: string
  kind?: string
  type: 'document' | 'group' | 'link' | 'computed'
  urls?: { app: string }
  slug?: string
  path?: string
  description?: string
  layout?: {
    width: string
    cover: boolean
    coverSize: string
    coverMask: string
    title: boolean
    description: boolean
    tableOfContents: boolean
    outline: boolean
    pagination: boolean
    metadata: boolean
    tags: boolean
    actions: boolean
    anchors: boolean
  }
  cover?: Record<string, unknown>
  variables?: Record<string, unknown>
  target?: Record<string, unknown>
  computed?: Record<string, unknown>
  computedSeed?: string
  hidden?: boolean
  noIndex?: boolean
  noRobotsIndex?: boolean
  condition?: string
  metaLinks?: Record<string, unknown>
  tags?: Array<Record<string, unknown>>
  git?: GitSyncBlob
  documentId?: string
  markdown?: string
  document?: JSONDocument
  html?: string
  styles?: string
  outline?: Array<{ key?: string; anchor: string; level: number; title: string }>
  pages?: Array<unknown>
}

export type RevisionPageMetaLinkTarget = { kind: 'page' | 'url'; page?: string; space?: string; url?: string }

export type RevisionPageMetaLinks = {
  canonical?: RevisionPageMetaLinkTarget
  alternates?: Array<RevisionPageMetaLinkTarget>
}

export type RevisionReusableContent = {
  id: string
  title: string
  document?: string
  markdown?: string
  git?: GitSyncBlob
}

export type RevisionSemanticChange = {
  type:
    | 'page_created'
    | 'page_edited'
    | 'page_moved'
    | 'page_deleted'
    | 'file_created'
    | 'file_edited'
    | 'file_deleted'
    | 'reusable_content_created'
    | 'reusable_content_edited'
    | 'reusable_content_deleted'
    | 'variables_edited'
  page?: ChangedRevisionPage
  file?: ChangedRevisionFile
  reusableContent?: ChangedRevisionReusableContent
  variables?: Record<string, unknown>
  attributes?: Record<string, unknown>
  parent?: { before?: ChangedRevisionPage; after?: ChangedRevisionPage }
}

export type RevisionSemanticChanges = {
  mergedFrom?: ChangeRequest
  changes: Array<RevisionSemanticChange>
  more?: number
}

export type SamlProvider = {
  object: 'saml-provider'
  id: string
  label: string
  ssoURL: string
  entityID: string
  certificate: string
  logoutURL?: string
  defaultTeam?: OrganizationTeam
  defaultRole: MemberRoleOrGuest
  idpInitiated: boolean
  createdAt: string
  status: 'pending' | 'active'
  service: { acsURL: string; startURL: string; entityID: string; logoutURL: string }
  urls: { location: string }
}

export type SearchPageResult = {
  id: string
  title: string
  description: string
  path: string
  score: number
  rank: number
  ancestors: Array<{ title: string }>
  sections: Array<SearchSectionResult>
  urls: { app: string }
}

export type SearchSectionResult = {
  id: string
  title: string
  path: string
  score: number
  body: string
  urls: { app: string }
}

export type SearchSpaceResult = {
  type: 'space'
  id: string
  title: string
  score: number
  pages: Array<SearchPageResult>
}

export type SecondFactor = {
  object: 'second-factor'
  required: boolean
  passkeys: number
  recoveryCodes: number
}

export type SecondFactorRequest = {
  object: 'second-factor-request'
  ticket: string
  expiresAt: string
  methods: Array<'passkey' | 'recovery-code'>
}

export type SentInvitation = {
  object: 'invitation'
  id: string
  role: MemberRoleOrGuest
  createdAt: string
  expiresAt: string
  invitedBy: User
  email: string
  sso: boolean
  user: string | null
  firstSignIn: boolean
  expired: boolean
}

export type Session = {
  object: 'session'
  id: string
  name: string
  device?: { browser?: string; system?: string }
  organization?: string
  current: boolean
  createdAt: string
  signedInAt: string
  lastAddress?: string
  lastUsedAt?: string
  expiresAt: string
  urls: { location: string }
}

export type SetGitWebhook = {
  url: string
  ref: string
  repoCacheID?: string
  repoTreeURL?: string
  repoCommitURL?: string
  repoProjectDirectory?: string
  gitInfo?: UpdateSpaceGitInfo
}

export type ShareLink = {
  object: 'share-link'
  id: string
  createdAt: string
  name: string
  active: boolean
  expiresAt?: string
  urls: { location: string; published: string }
}

export type SignInOptions = {
  object: 'sign-in-options'
  setupPending: boolean
  passwords: boolean
  passkeys: boolean
  mail: boolean
  providers: Array<{ id: string; label: string; startURL: string }>
  languages: Array<'en' | 'de' | 'fr' | 'es' | 'pt' | 'ja' | 'zh' | 'ko' | 'ar'>
}

export type SignInProviders = { items: Array<{ id: string; label: string; startURL: string }> }

export type Site = {
  object: 'site'
  id: string
  type: SiteType
  appliedType: SiteType
  title: string
  icon?: Record<string, unknown>
  hostname?: string
  basename: string
  proxy?: { origin: string; target: string }
  visibility: SiteVisibility
  defaultLevel: DefaultLevel
  published: boolean
  siteSpaces: number
  gitSync?: SiteGitSync
  createdAt: string
  adaptiveContent: { enabled: boolean }
  ads: { status: 'disabled'; submittable: boolean; topic: 'webdev'; zoneId: string }
  agentsContext: 'excluded' | 'included'
  embedding: SiteEmbedding
  features: Array<{ id: string; plan: SiteType; frozen: boolean }>
  urls: { location: string; app: string; published?: string; preview: string }
  permissions: {
    view: boolean
    access: boolean
    edit: boolean
    create: boolean
    admin: boolean
    installIntegration: boolean
    viewAdaptiveSchema: boolean
    editAdaptiveSchema: boolean
  }
}

export type SiteAdaptiveSchema = {
  object: 'site-adaptive-schema'
  jsonSchema: Record<string, unknown>
  updatedAt: string
}

export type SiteAdaptiveTemplateCondition = { description: string; condition: string }

export type SiteCertificate = {
  object: 'site-certificate'
  hostname: string
  status: 'live' | 'ssl_pending' | 'ssl_failed' | 'ssl_unknown'
  issuer?: string
  validUntil?: string
  problem?: string
  checkedAt: string
}

export type SiteChecklist = {
  object: 'site-checklist'
  spaces: Array<{
    id: string
    title: string
    pages: number
    brokenLinks: number
    withoutTitle: { count: number; pages: Array<{ id: string; title: string }> }
    withoutDescription: { count: number; pages: Array<{ id: string; title: string }> }
  }>
  unchecked: number
}

export type SiteCustomizationSettings = Record<string, unknown>

export type SiteEmbedding = { origins: Array<string> }

export type SiteExternalLink = {
  object: 'site-external-link'
  id: string
  title: string
  description?: string
  localizedTitle?: Record<string, string>
  localizedDescription?: Record<string, string>
  icon?: string
  url: string
  sectionGroup?: string
  draft: boolean
  condition?: string
  urls: { location: string }
}

export type SiteGitSync = {
  repoName: string
  installationProvider?: GitSyncProvider
  integration?: string
  url?: string
  updatedAt: string
  installationId: string
  installationStatus: 'active' | 'pending'
  ref: string
  commit?: string
  operation?: GitOperation
}

export type SiteGitSyncState = {
  repoName: string
  installationProvider?: GitSyncProvider
  integration?: string
  url?: string
  updatedAt: string
  installationId: string
  installationStatus: 'active' | 'pending'
  ref: string
  commit?: string
  operation?: GitOperation
  repoURL?: string
  repoProjectDirectory?: string
  webhook: boolean
  webhookUrl?: string
}

export type SiteLookPreview = {
  html: string
  css: string
  basePath: string
  path: string
  siteSpace: string
  overrides: Record<string, unknown>
}

export type SiteMissedPaths = {
  object: 'site-missed-paths'
  paths: Array<{ path: string; count: number; lastSeenAt: string }>
}

export type SitePreview = { url: string }

export type SitePublishingAuth = {
  object: 'publishing-auth'
  backend: 'custom'
  privateKey: string
  fallbackURL?: string
}

export type SiteRedirect = {
  object: 'site-redirect'
  id: string
  source: string
  draft: boolean
  captureWildcard: boolean
  permanent: boolean
  destination:
    | { kind: 'site-section'; siteSectionId: string }
    | { kind: 'site-space'; siteSpaceId: string }
    | { kind: 'site-page'; siteSpaceId: string; pageId: string }
    | { kind: 'external'; url: string }
  createdAt: string
  updatedAt?: string
  urls: { location: string }
}

export type SiteSection = {
  object: 'site-section'
  id: string
  title: string
  description?: string
  localizedTitle?: Record<string, string>
  localizedDescription?: Record<string, string>
  default: boolean
  draft: boolean
  path: string
  condition?: string
  sectionGroup?: string
  siteSpaces: Array<SiteSpace>
  urls: { location: string; published?: string }
  icon?: string
}

export type SiteSectionGroup = {
  object: 'site-section-group'
  id: string
  title: string
  localizedTitle?: Record<string, string>
  draft: boolean
  sections: Array<SiteSection>
  sectionGroup?: string
  children: Array<
    | SiteSection
    | SiteExternalLink
    | {
        object: 'site-section-group'
        id: string
        title: string
        localizedTitle?: Record<string, string>
        draft: boolean
        sections: Array<SiteSection>
        sectionGroup?: string
        children: Array<
          | SiteSection
          | SiteExternalLink
          | {
              object: 'site-section-group'
              id: string
              title: string
              localizedTitle?: Record<string, string>
              draft: boolean
              sections: Array<SiteSection>
              sectionGroup?: string
              children: Array<SiteSection | SiteExternalLink>
              icon?: string
              urls: { location: string }
            }
        >
        icon?: string
        urls: { location: string }
      }
  >
  icon?: string
  urls: { location: string }
}

export type SiteSpace = {
  object: 'site-space'
  id: string
  path: string
  section?: string
  space: Space
  title: string
  localizedTitle?: Record<string, string>
  default: boolean
  condition?: string
  draft: boolean
  hidden: boolean
  hasAdvancedCustomizationFeature: boolean
  urls: { location: string; published?: string }
}

export type SiteType = 'basic' | 'premium' | 'ultimate' | 'sponsored' | 'legacy-basic' | 'legacy-premium'

export type SiteVisibility = 'public' | 'unlisted' | 'share-link' | 'visitor-auth'

export type SiteVisitorPayload = {
  jwtToken?: string
  unsignedClaims?: Record<string, unknown>
  type?: 'human' | 'agent'
}

export type Space = {
  object: 'space'
  id: string
  title: string
  emoji: string
  visibility: 'public' | 'unlisted' | 'share-link' | 'visitor-auth' | 'in-collection' | 'private'
  createdAt: string
  updatedAt: string
  deletedAt?: string
  editMode: 'live' | 'locked'
  mergeRules: MergeRules
  urls: { location: string; app: string; published?: string; public?: string; icon?: string }
  organization: string
  parent?: string
  language?: string
  revision: string
  defaultLevel: DefaultLevel
  comments: number
  changeRequests: number
  changeRequestsOpen: number
  changeRequestsDraft: number
  gitSync?: SpaceGitSync
  permissions: {
    view: boolean
    access: boolean
    admin: boolean
    viewInviteLinks: boolean
    edit: boolean
    triggerGitSync: boolean
    comment: boolean
    merge: boolean
    review: boolean
    installIntegration: boolean
  }
}

export type SpaceGitSync = {
  repoName: string
  installationProvider?: GitSyncProvider
  integration?: string
  url?: string
  updatedAt: string
}

export type StartContentImportSource =
  | { type: ContentImportFormat; url: string }
  | { type: 'file'; files: Array<string>; format?: ContentImportFormat }

export type StartGitSyncPreview = {
  url: string
  ref: string
  repoCacheID?: string
  repoTreeURL?: string
  repoCommitURL?: string
  repoProjectDirectory?: string
  gitInfo?: UpdateSpaceGitInfo
  direction: GitSyncDirection
}

export type StartImportRun = {
  source: StartContentImportSource
  target: ContentImportTarget
  enhance?: boolean
}

export type StorageUploadKind = 'customization_font' | 'import_file' | 'organization_file'

export type StorageUploadURL = { object: 'storage-signed-url'; url: string; key: string }

export type Subdomain = {
  object: 'subdomain'
  subdomain: string
  target: { type: 'organization'; organization: string }
  isActive: boolean
}

export type SubmittedDraftComments = { review?: ChangeRequestReview; comments: Array<string> }

export type TeamContentPermission = { permission: MemberRole; team: OrganizationTeam }

export type TeamMember = { role: TeamMemberRole }

export type TeamMemberRole = 'owner' | 'member'

export type Template = {
  object: 'template'
  id: string
  title: string
  subtitle: string
  emoji: string
  features: Array<string>
  pages: number
  contentRefs: Array<{ name: string; description: string }>
}

export type TextMatchList = {
  revision: string
  pages: Array<PageTextMatches>
  reusableContents: Array<ReusableTextMatches>
  unreadablePages: Array<string>
  unreadableReusableContents: Array<string>
  searchedPages: number
  totalPages: number
  next?: number
}

export type TextPlace = {
  place: string
  kind: 'title' | 'description' | 'heading' | 'text' | 'code' | 'label'
  before: string
  text: string
  after: string
}

export type TextReplacement = {
  previousRevision: string
  revision: string
  pages: Array<ReplacedPage>
  reusableContents: Array<ReplacedReusableContent>
}

export type Token = {
  object: 'token'
  id: string
  name: string
  createdAt: string
  lastUsedAt?: string
  expiresAt?: string
  scope: {
    readOnly: boolean
    organization?: { id: string; title?: string }
    space?: { id: string; title?: string }
    site?: { id: string; title?: string }
  }
  urls: { location: string }
}

export type Translation = {
  object: 'translation'
  id: string
  status: TranslationStatus
  source: TranslationSource
  language: TranslationLanguage
  instructions: JSONDocument
  result?: { space: string; revision: string; language: TranslationLanguage }
  error?: string
  run?: { job: string; progress: { done: number; total?: number } }
  problems: Array<{ page?: string; text?: string; message: string }>
  stats: {
    runs: number
    totalWords: number
    totalPages: number
    totalDuration: number
    latestRunDuration: number
    latestPages: number
    latestWords: number
  }
  permissions: { view: boolean; edit: boolean }
  createdAt: string
  updatedAt: string
  urls: { location: string }
}

export type TranslationLanguage =
  | 'en'
  | 'fr'
  | 'de'
  | 'es'
  | 'it'
  | 'pt'
  | 'pt-br'
  | 'ru'
  | 'ja'
  | 'zh'
  | 'yue'
  | 'ko'
  | 'ar'
  | 'hi'
  | 'nl'
  | 'pl'
  | 'tr'
  | 'sv'
  | 'no'
  | 'da'
  | 'fi'
  | 'el'
  | 'cs'
  | 'hu'
  | 'ro'
  | 'th'
  | 'vi'
  | 'id'
  | 'ms'
  | 'he'
  | 'uk'
  | 'sk'
  | 'bg'
  | 'hr'
  | 'lt'
  | 'lv'
  | 'et'
  | 'sl'

export type TranslationSource = { space: string; language: TranslationLanguage }

export type TranslationStatus = 'pending' | 'running' | 'completed'

export type UpdateSpaceGitInfo = { provider?: GitSyncProvider; url?: string }

export type User = {
  object: 'user'
  id: string
  displayName: string
  email?: string
  photoURL?: string
  urls: { location: string }
}

export type UserContentPermission = { permission: MemberRole; user: User }

export type UserContributor = { user: User; actionType: 'edit'; count: number; updatedAt: string }

export type UserSitePermission = {
  permission: MemberRole
  user: User
  origin:
    | { type: 'organization'; organization: string }
    | { type: 'site'; site: string; reason: 'member' | 'team' | 'default'; team?: string }
  disabled: boolean
  lastSeenAt?: string
}

export type ViewedPages = { object: 'viewed-pages'; pages: Array<string> }
