// Written by `npm run generate:operations` from the route table of the server. Do not edit.
import { defineOperation } from './operation.ts'

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

/** Accept an invitation, and become a member. */
export const acceptInvitation = /* @__PURE__ */ defineOperation<{ invitationId: string }, undefined>(
  'acceptInvitation',
  'POST',
  '/user/invitations/{invitationId}/accept',
)

/** Add a link to elsewhere among the sections of a site. */
export const addExternalLinkToSite = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    siteId: string
    body: {
      title: string
      url: string
      description?: string | null
      icon?: string | null
      parent?: string
      draft?: boolean
      localizedTitle?: Record<string, string> | null
      localizedDescription?: Record<string, string> | null
      condition?: string | null
    }
  },
  SiteExternalLink
>('addExternalLinkToSite', 'POST', '/orgs/{organizationId}/sites/{siteId}/external-links')

/** Add a member to a team, or change their role in it. */
export const addMemberToOrganizationTeamById = /* @__PURE__ */ defineOperation<
  { organizationId: string; teamId: string; userId: string; body?: { role?: TeamMemberRole } },
  undefined
>('addMemberToOrganizationTeamById', 'PUT', '/orgs/{organizationId}/teams/{teamId}/members/{userId}')

/** Add a section group to a site. */
export const addSectionGroupToSite = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    siteId: string
    body: { title: string; icon?: string | null; sections?: Array<string>; parent?: string; draft?: boolean }
  },
  SiteSectionGroup
>('addSectionGroupToSite', 'POST', '/orgs/{organizationId}/sites/{siteId}/section-groups')

/** Put a section at the end of a group. */
export const addSectionToGroup = /* @__PURE__ */ defineOperation<
  { organizationId: string; siteId: string; siteSectionGroupId: string; body: { sectionId: string } },
  SiteSectionGroup
>(
  'addSectionToGroup',
  'POST',
  '/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/sections',
)

/** Add a section to a site. */
export const addSectionToSite = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    siteId: string
    body: {
      spaceId: string
      title?: string | null
      icon?: string | null
      siteSectionGroupId?: string
      draft?: boolean
    }
  },
  SiteSection
>('addSectionToSite', 'POST', '/orgs/{organizationId}/sites/{siteId}/sections')

/** Add a space to a site. */
export const addSpaceToSite = /* @__PURE__ */ defineOperation<
  { organizationId: string; siteId: string; body: { spaceId: string; sectionId?: string; draft?: boolean } },
  SiteSpace
>('addSpaceToSite', 'POST', '/orgs/{organizationId}/sites/{siteId}/site-spaces')

/** Apply the suggestion of a comment on a change request. */
export const applyCommentSuggestion = /* @__PURE__ */ defineOperation<
  { spaceId: string; changeRequestId: string; commentId: string },
  Comment
>(
  'applyCommentSuggestion',
  'POST',
  '/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/apply',
)

/** Fill a site that shows nothing with sections, pages and a look to begin with. */
export const applyTemplateToSite = /* @__PURE__ */ defineOperation<
  { organizationId: string; siteId: string },
  undefined
>('applyTemplateToSite', 'POST', '/orgs/{organizationId}/sites/{siteId}/template')

/** Add the pages of a template to a space. */
export const applyTemplateToSpace = /* @__PURE__ */ defineOperation<
  { spaceId: string; body: ApplySpaceTemplate },
  undefined
>('applyTemplateToSpace', 'POST', '/spaces/{spaceId}/content/template')

/** Read several things in one request. */
export const batchReads = /* @__PURE__ */ defineOperation<{ query: { path: Array<string> } }, BatchResponses>(
  'batchReads',
  'GET',
  '/batch',
)

/** Create, update, delete or publish many redirects. */
export const bulkUpsertSiteRedirects = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    siteId: string
    body: {
      redirects: Array<{
        source: string
        intent?: 'live' | 'draft' | 'publish'
        captureWildcard?: boolean
        permanent?: boolean
        destination?:
          | { kind: 'site-section'; siteSectionId: string }
          | { kind: 'site-space'; siteSpaceId: string }
          | { kind: 'site-page'; siteSpaceId: string; pageId: string }
          | { kind: 'external'; url: string }
          | { kind: 'path'; spaceId: string; path: string }
          | null
      }>
    }
  },
  {
    results: Array<{
      status: 'created' | 'updated' | 'deleted' | 'published' | 'error'
      source: string
      draft: boolean
      id?: string
      error?: string
    }>
  }
>('bulkUpsertSiteRedirects', 'PUT', '/orgs/{organizationId}/sites/{siteId}/redirects')

/** Cancel an import. */
export const cancelImportRun = /* @__PURE__ */ defineOperation<
  { organizationId: string; importRunId: string },
  ContentImportRun
>('cancelImportRun', 'POST', '/org/{organizationId}/imports/{importRunId}/cancel')

/** Cancel a job. */
export const cancelJob = /* @__PURE__ */ defineOperation<{ organizationId: string; jobId: string }, Job>(
  'cancelJob',
  'POST',
  '/orgs/{organizationId}/jobs/{jobId}/cancel',
)

/** Cancel the planned merge of a change request. */
export const cancelPlannedChangeRequestMerge = /* @__PURE__ */ defineOperation<
  { spaceId: string; changeRequestId: string },
  undefined
>(
  'cancelPlannedChangeRequestMerge',
  'DELETE',
  '/spaces/{spaceId}/change-requests/{changeRequestId}/planned-merge',
)

/** Change some settings of how a site looks. */
export const changeSiteCustomization = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    siteId: string
    body: {
      title?: string | null
      styling?: {
        theme?: 'clean' | 'muted' | 'bold' | 'gradient' | null
        primaryColor?: { light: string; dark: string } | null
        tint?: { color: { light: string; dark: string } } | null
        infoColor?: { light: string; dark: string } | null
        successColor?: { light: string; dark: string } | null
        warningColor?: { light: string; dark: string } | null
        dangerColor?: { light: string; dark: string } | null
        corners?: 'straight' | 'rounded' | 'circular' | null
        depth?: 'subtle' | 'flat' | null
        links?: 'default' | 'accent' | null
        font?:
          | 'ABCFavorit'
          | 'Inter'
          | 'Roboto'
          | 'RobotoSlab'
          | 'OpenSans'
          | 'SourceSansPro'
          | 'Lato'
          | 'Ubuntu'
          | 'Raleway'
          | 'Merriweather'
          | 'Overpass'
          | 'NotoSans'
          | 'IBMPlexSerif'
          | 'Poppins'
          | 'FiraSans'
          | {
              id: string
              custom: boolean
              fontFamily: string
              fontFaces: Array<{ weight: number; sources: Array<{ url: string; format?: 'woff2' | 'woff' }> }>
            }
          | null
        monospaceFont?:
          | 'FiraCode'
          | 'IBMPlexMono'
          | 'JetBrainsMono'
          | 'SourceCodePro'
          | 'RobotoMono'
          | 'SpaceMono'
          | 'DMMono'
          | 'Inconsolata'
          | {
              id: string
              custom: boolean
              fontFamily: string
              fontFaces: Array<{ weight: number; sources: Array<{ url: string; format?: 'woff2' | 'woff' }> }>
            }
          | null
        background?: 'plain' | 'match' | null
        icons?: 'regular' | 'solid' | 'duotone' | 'light' | 'thin' | null
        sidebar?: { background?: 'default' | 'filled' | null; list?: 'default' | 'pill' | 'line' | null }
        search?: 'prominent' | 'subtle' | null
      }
      internationalization?: {
        locale?: 'en' | 'fr' | 'es' | 'zh' | 'ja' | 'de' | 'nl' | 'no' | 'pt-br' | 'ru' | null
      }
      favicon?: { icon: { light: string; dark: string } } | { emoji: string } | Record<string, unknown> | null
      header?: {
        preset?: 'default' | 'bold' | 'contrast' | 'custom' | 'none' | null
        logo?: { light: string; dark: string } | null
        backgroundColor?: { light: string; dark: string } | null
        linkColor?: { light: string; dark: string } | null
        links?: Array<{
          title: string
          style?: 'link' | 'button-primary' | 'button-secondary'
          to:
            | { kind: 'url'; url: string }
            | { kind: 'file'; file: string; space?: string }
            | { kind: 'page'; page: string; space?: string }
            | { kind: 'anchor'; anchor: string; page?: string; space?: string }
            | { kind: 'user'; user: string }
            | { kind: 'collection'; collection: string }
            | { kind: 'space'; space: string }
            | { kind: 'reusable-content'; reusableContent: string; space?: string }
            | { kind: 'openapi'; spec: string }
            | null
          links: Array<{
            title: string
            to:
              | { kind: 'url'; url: string }
              | { kind: 'file'; file: string; space?: string }
              | { kind: 'page'; page: string; space?: string }
              | { kind: 'anchor'; anchor: string; page?: string; space?: string }
              | { kind: 'user'; user: string }
              | { kind: 'collection'; collection: string }
              | { kind: 'space'; space: string }
              | { kind: 'reusable-content'; reusableContent: string; space?: string }
              | { kind: 'openapi'; spec: string }
          }>
          condition?: string
        }> | null
      }
      footer?: {
        logo?: { light: string; dark: string } | null
        groups?: Array<{
          title: string
          links: Array<{
            title: string
            to:
              | { kind: 'url'; url: string }
              | { kind: 'file'; file: string; space?: string }
              | { kind: 'page'; page: string; space?: string }
              | { kind: 'anchor'; anchor: string; page?: string; space?: string }
              | { kind: 'user'; user: string }
              | { kind: 'collection'; collection: string }
              | { kind: 'space'; space: string }
              | { kind: 'reusable-content'; reusableContent: string; space?: string }
              | { kind: 'openapi'; spec: string }
          }>
        }> | null
        copyright?: string | null
      }
      announcement?: {
        enabled: boolean
        message: string
        link?: {
          title: string
          to:
            | { kind: 'url'; url: string }
            | { kind: 'file'; file: string; space?: string }
            | { kind: 'page'; page: string; space?: string }
            | { kind: 'anchor'; anchor: string; page?: string; space?: string }
            | { kind: 'user'; user: string }
            | { kind: 'collection'; collection: string }
            | { kind: 'space'; space: string }
            | { kind: 'reusable-content'; reusableContent: string; space?: string }
            | { kind: 'openapi'; spec: string }
        }
        style: 'info' | 'warning' | 'danger' | 'success'
      } | null
      themes?: { default?: 'light' | 'dark' | 'system' | null; toggeable?: boolean | null }
      pdf?: { enabled?: boolean | null }
      feedback?: { enabled?: boolean | null }
      ai?: { mode?: 'none' | 'search' | 'assistant' | null }
      advancedCustomization?: { enabled?: boolean | null }
      git?: { showEditLink?: boolean | null }
      pageActions?: {
        externalAI?: boolean | null
        markdown?: boolean | null
        mcp?: boolean | null
        items?: Array<'assistant' | 'external-ai' | 'markdown' | 'mcp' | 'git' | 'pdf'> | null
      }
      externalLinks?: { target?: 'self' | 'blank' | null }
      pagination?: { enabled?: boolean | null }
      trademark?: { enabled?: boolean | null }
      privacyPolicy?: { url?: string | null }
      socialPreview?: { url?: string | null }
      insights?: { trackingCookie?: boolean | null }
    }
  },
  SiteCustomizationSettings
>('changeSiteCustomization', 'PATCH', '/orgs/{organizationId}/sites/{siteId}/customization')

/** Look up the DNS record that proves the custom hostname of a site. */
export const checkSiteHostname = /* @__PURE__ */ defineOperation<
  { organizationId: string; siteId: string },
  {
    object: 'custom-hostname'
    hostname: string
    target: { type: 'site'; site: string }
    isActive: boolean
    status?: 'dns_passed'
    proof?: 'record' | 'trusted' | 'earlier'
    record: { type: 'TXT'; name: string; value: string }
    expiresAt?: string
    problem?: string
    urls: { location: string }
  }
>('checkSiteHostname', 'POST', '/orgs/{organizationId}/sites/{siteId}/hostname/check')

/** Change a page that is open. */
export const commitLiveSteps = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    changeRequestId: string
    pageId: string
    body: {
      session: string
      schema: number
      since: number
      client: string
      ref: string
      steps: Array<Record<string, unknown>>
      cursor?: { anchor: number; head: number }
    }
  },
  LiveUpdate
>(
  'commitLiveSteps',
  'POST',
  '/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/live/commits',
)

/** Compare two revisions of a space. */
export const compareRevisions = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    revisionId: string
    baseRevisionId: string
    query?: { metadata?: boolean | undefined; computed?: boolean | undefined; limit?: number | undefined }
  },
  RevisionSemanticChanges
>('compareRevisions', 'GET', '/spaces/{spaceId}/revisions/{revisionId}/compare/{baseRevisionId}')

/** Sign in for the first time, with the link of an invitation. */
export const completeFirstSignIn = /* @__PURE__ */ defineOperation<
  {
    body: {
      secret: string
      displayName: string
      password?: string
      language?: 'en' | 'de' | 'fr' | 'es' | 'pt' | 'ja' | 'zh' | 'ko' | 'ar'
    }
  },
  Session | SecondFactorRequest
>('completeFirstSignIn', 'POST', '/user/first-sign-in')

/** Set a new password with a link. */
export const completePasswordReset = /* @__PURE__ */ defineOperation<
  { body: { secret: string; password: string } },
  undefined
>('completePasswordReset', 'POST', '/user/password-resets/complete')

/** Set up the installation with the link of the first start. */
export const completeSetup = /* @__PURE__ */ defineOperation<
  {
    body: {
      secret: string
      displayName: string
      password?: string
      language?: 'en' | 'de' | 'fr' | 'es' | 'pt' | 'ja' | 'zh' | 'ko' | 'ar'
      organization: string
    }
  },
  Session | SecondFactorRequest
>('completeSetup', 'POST', '/setup')

/** Confirm your new e-mail address with a link. */
export const confirmEmailChange = /* @__PURE__ */ defineOperation<{ body: { secret: string } }, User>(
  'confirmEmailChange',
  'POST',
  '/user/email/confirm',
)

/** Begin an account, to join an organization with an invite link. */
export const createAccountWithInvite = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    inviteId: string
    body: { email: string; language?: 'en' | 'de' | 'fr' | 'es' | 'pt' | 'ja' | 'zh' | 'ko' | 'ar' }
  },
  DeliveredLink
>('createAccountWithInvite', 'POST', '/orgs/{organizationId}/invites/{inviteId}/account')

/** Create a change request. */
export const createChangeRequest = /* @__PURE__ */ defineOperation<
  { spaceId: string; body: { subject?: string; agentTaskId?: string } },
  ChangeRequest
>('createChangeRequest', 'POST', '/spaces/{spaceId}/change-requests')

/** Create a collection. */
export const createCollection = /* @__PURE__ */ defineOperation<
  { organizationId: string; body?: { title?: string; parent?: string } },
  Collection
>('createCollection', 'POST', '/orgs/{organizationId}/collections')

/** Create a font from uploaded files. */
export const createCustomFont = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    body: { fontFamily: string; fontFaces: Array<{ weight: number; storageKey: string }> }
  },
  CustomizationFontDefinition
>('createCustomFont', 'PUT', '/orgs/{organizationId}/fonts')

/** Draft a comment on a change request. */
export const createDraftComment = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    changeRequestId: string
    body: {
      body?: { markdown?: string; document?: JSONDocument }
      page?: string
      node?: string
      tableCell?: { record: string; definition: string }
      quote?: { exact: string; prefix?: string; suffix?: string }
      suggestion?: { replacement: string }
    }
  },
  DraftComment
>('createDraftComment', 'POST', '/spaces/{spaceId}/change-requests/{changeRequestId}/draft-comments')

/** Create an SSH key for a space. */
export const createGitSSHKey = /* @__PURE__ */ defineOperation<{ spaceId: string }, GitSSHKey>(
  'createGitSSHKey',
  'POST',
  '/spaces/{spaceId}/git/ssh-keys',
)

/** Let a member set a new password. */
export const createMemberPasswordReset = /* @__PURE__ */ defineOperation<
  { organizationId: string; userId: string },
  MemberPasswordReset
>('createMemberPasswordReset', 'POST', '/orgs/{organizationId}/members/{userId}/password-reset')

/** Create an OpenID Connect provider. */
export const createOIDCProvider = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    body: {
      label: string
      issuer: string
      clientID: string
      clientSecret?: string | null
      domains?: Array<string>
      trustEmails?: boolean
      defaultTeam?: string | null
      defaultRole?: MemberRoleOrGuest
    }
  },
  OidcProvider
>('createOIDCProvider', 'POST', '/orgs/{organizationId}/oidc')

/** Create an OpenAPI spec. */
export const createOpenAPISpec = /* @__PURE__ */ defineOperation<
  { organizationId: string; body: { slug: string; source: { url?: string; text?: string } } },
  OpenAPISpec
>('createOpenAPISpec', 'POST', '/orgs/{organizationId}/openapi')

/** Create an OpenAPI spec, or process it again. */
export const createOrUpdateOpenAPISpecBySlug = /* @__PURE__ */ defineOperation<
  { organizationId: string; specSlug: string; body: { source: { url?: string; text?: string } } },
  OpenAPISpec
>('createOrUpdateOpenAPISpecBySlug', 'PUT', '/orgs/{organizationId}/openapi/{specSlug}')

/** Create an organization. */
export const createOrganization = /* @__PURE__ */ defineOperation<
  { body: { title: string; emailDomains?: Array<string> } },
  Organization
>('createOrganization', 'POST', '/orgs')

/** Create an invite link. */
export const createOrganizationInvite = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    body: {
      maxUses?: number | null
      expiresAt?: string | null
      emailDomains?: Array<string>
      role?: MemberRoleOrGuest
      level?: MemberRoleOrGuest
      space?: string
      collection?: string
    }
  },
  OrganizationInviteLink
>('createOrganizationInvite', 'POST', '/orgs/{organizationId}/link-invites')

/** Create a SAML provider. */
export const createOrganizationSAMLProvider = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    body: {
      label: string
      entityID?: string
      certificate?: string
      ssoURL?: string
      logoutURL?: string | null
      defaultTeam?: string | null
      defaultRole?: MemberRoleOrGuest
      idpInitiated?: boolean
    }
  },
  SamlProvider
>('createOrganizationSAMLProvider', 'POST', '/orgs/{organizationId}/saml')

/** Create a team. */
export const createOrganizationTeam = /* @__PURE__ */ defineOperation<
  { organizationId: string; body: { title: string; members?: Array<string> } },
  OrganizationTeam
>('createOrganizationTeam', 'PUT', '/orgs/{organizationId}/teams')

/** Register a passkey. */
export const createPasskey = /* @__PURE__ */ defineOperation<
  {
    body: {
      name: string
      response: {
        id: string
        rawId: string
        type: 'public-key'
        clientExtensionResults: Record<string, unknown>
        authenticatorAttachment?: string
        response: { clientDataJSON: string; attestationObject: string; transports?: Array<string> }
      }
    }
  },
  Passkey
>('createPasskey', 'POST', '/user/passkeys')

/** Begin to register a passkey. */
export const createPasskeyOptions = /* @__PURE__ */ defineOperation<object, Record<string, unknown>>(
  'createPasskeyOptions',
  'POST',
  '/user/passkeys/options',
)

/** Begin to sign in with a passkey. */
export const createPasskeySignInOptions = /* @__PURE__ */ defineOperation<
  { body?: { ticket?: string } },
  Record<string, unknown>
>('createPasskeySignInOptions', 'POST', '/sign-in/passkey-options')

/** Create a link that previews a change request. */
export const createPreviewLink = /* @__PURE__ */ defineOperation<
  { spaceId: string; changeRequestId: string; body: { site: string; days?: number } },
  PreviewLink
>('createPreviewLink', 'POST', '/spaces/{spaceId}/change-requests/{changeRequestId}/preview-links')

/** Create recovery codes. */
export const createRecoveryCodes = /* @__PURE__ */ defineOperation<object, RecoveryCodes>(
  'createRecoveryCodes',
  'POST',
  '/user/recovery-codes',
)

/** Sign in with e-mail address and password. */
export const createSession = /* @__PURE__ */ defineOperation<
  { body: { email: string; password: string } },
  Session | SecondFactorRequest
>('createSession', 'POST', '/user/sessions')

/** Sign in with a one-time link. */
export const createSessionWithLink = /* @__PURE__ */ defineOperation<
  { body: { secret: string } },
  Session | SecondFactorRequest
>('createSessionWithLink', 'POST', '/user/sessions/link')

/** Sign in with a passkey. */
export const createSessionWithPasskey = /* @__PURE__ */ defineOperation<
  {
    body: {
      response: {
        id: string
        rawId: string
        type: 'public-key'
        clientExtensionResults: Record<string, unknown>
        authenticatorAttachment?: string
        response: {
          clientDataJSON: string
          authenticatorData: string
          signature: string
          userHandle?: string
        }
      }
    }
  },
  Session
>('createSessionWithPasskey', 'POST', '/user/sessions/passkey')

/** Sign in with the second factor, after the password or a link. */
export const createSessionWithSecondFactor = /* @__PURE__ */ defineOperation<
  {
    body: {
      ticket: string
      response?: {
        id: string
        rawId: string
        type: 'public-key'
        clientExtensionResults: Record<string, unknown>
        authenticatorAttachment?: string
        response: {
          clientDataJSON: string
          authenticatorData: string
          signature: string
          userHandle?: string
        }
      }
      recoveryCode?: string
    }
  },
  Session
>('createSessionWithSecondFactor', 'POST', '/user/sessions/second-factor')

/** Create a site. */
export const createSite = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    body?: {
      type?: SiteType
      title?: string
      visibility?: SiteVisibility
      spaces?: Array<string> | 'empty' | 'sample'
    }
  },
  Site
>('createSite', 'POST', '/orgs/{organizationId}/sites')

/** Create a redirect. */
export const createSiteRedirect = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    siteId: string
    body: {
      source: string
      destination:
        | { kind: 'site-section'; siteSectionId: string }
        | { kind: 'site-space'; siteSpaceId: string }
        | { kind: 'site-page'; siteSpaceId: string; pageId: string }
        | { kind: 'external'; url: string }
        | { kind: 'path'; spaceId: string; path: string }
      captureWildcard?: boolean
      draft?: boolean
      permanent?: boolean
    }
  },
  SiteRedirect
>('createSiteRedirect', 'POST', '/orgs/{organizationId}/sites/{siteId}/redirects')

/** Create a share link. */
export const createSiteShareLink = /* @__PURE__ */ defineOperation<
  { organizationId: string; siteId: string; body: { name: string; expiresAt?: string | null } },
  ShareLink
>('createSiteShareLink', 'POST', '/orgs/{organizationId}/sites/{siteId}/share-links')

/** Create a space. */
export const createSpace = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    body?: {
      title?: string
      emoji?: string
      parent?: string
      language?: TranslationLanguage
      editMode?: 'live' | 'locked'
      template?: ApplySpaceTemplate
      computedSource?: ComputedContentSourceRevision
    }
  },
  Space
>('createSpace', 'POST', '/orgs/{organizationId}/spaces')

/** Create an access token. */
export const createToken = /* @__PURE__ */ defineOperation<
  {
    body: {
      name: string
      expiresAt?: string
      readOnly?: boolean
      organization?: string
      space?: string
      site?: string
    }
  },
  NewToken
>('createToken', 'POST', '/user/tokens')

/** Translate a space. */
export const createTranslation = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    body: { source: TranslationSource; language: TranslationLanguage; instructions?: JSONDocument }
  },
  Translation
>('createTranslation', 'POST', '/orgs/{organizationId}/translations')

/** Decline an invitation. */
export const declineInvitation = /* @__PURE__ */ defineOperation<{ invitationId: string }, undefined>(
  'declineInvitation',
  'DELETE',
  '/user/invitations/{invitationId}',
)

/** Delete a collection. */
export const deleteCollectionById = /* @__PURE__ */ defineOperation<{ collectionId: string }, undefined>(
  'deleteCollectionById',
  'DELETE',
  '/collections/{collectionId}',
)

/** Delete a comment on a change request. */
export const deleteCommentInChangeRequest = /* @__PURE__ */ defineOperation<
  { spaceId: string; changeRequestId: string; commentId: string },
  undefined
>(
  'deleteCommentInChangeRequest',
  'DELETE',
  '/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}',
)

/** Delete a comment on a space. */
export const deleteCommentInSpace = /* @__PURE__ */ defineOperation<
  { spaceId: string; commentId: string },
  undefined
>('deleteCommentInSpace', 'DELETE', '/spaces/{spaceId}/comments/{commentId}')

/** Delete a reply to a comment on a change request. */
export const deleteCommentReplyInChangeRequest = /* @__PURE__ */ defineOperation<
  { spaceId: string; changeRequestId: string; commentId: string; commentReplyId: string },
  undefined
>(
  'deleteCommentReplyInChangeRequest',
  'DELETE',
  '/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies/{commentReplyId}',
)

/** Delete a reply to a comment on a space. */
export const deleteCommentReplyInSpace = /* @__PURE__ */ defineOperation<
  { spaceId: string; commentId: string; commentReplyId: string },
  undefined
>('deleteCommentReplyInSpace', 'DELETE', '/spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId}')

/** Sign out. */
export const deleteCurrentSession = /* @__PURE__ */ defineOperation<object, undefined>(
  'deleteCurrentSession',
  'DELETE',
  '/user/session',
)

/** Delete a font. */
export const deleteCustomFont = /* @__PURE__ */ defineOperation<
  { organizationId: string; fontId: string },
  undefined
>('deleteCustomFont', 'DELETE', '/orgs/{organizationId}/fonts/{fontId}')

/** Delete one of your drafts of comments on a change request. */
export const deleteDraftComment = /* @__PURE__ */ defineOperation<
  { spaceId: string; changeRequestId: string; draftCommentId: string },
  undefined
>(
  'deleteDraftComment',
  'DELETE',
  '/spaces/{spaceId}/change-requests/{changeRequestId}/draft-comments/{draftCommentId}',
)

/** Delete an SSH key of a space. */
export const deleteGitSSHKey = /* @__PURE__ */ defineOperation<
  { spaceId: string; sshKeyId: string },
  undefined
>('deleteGitSSHKey', 'DELETE', '/spaces/{spaceId}/git/ssh-keys/{sshKeyId}')

/** Remove a legacy Git installation. */
export const deleteLegacyGitInstallation = /* @__PURE__ */ defineOperation<{ spaceId: string }, undefined>(
  'deleteLegacyGitInstallation',
  'DELETE',
  '/spaces/{spaceId}/git/legacy-installation',
)

/** Remove a member from a team. */
export const deleteMemberFromOrganizationTeamById = /* @__PURE__ */ defineOperation<
  { organizationId: string; teamId: string; userId: string },
  undefined
>('deleteMemberFromOrganizationTeamById', 'DELETE', '/orgs/{organizationId}/teams/{teamId}/members/{userId}')

/** Delete an OpenID Connect provider. */
export const deleteOIDCProvider = /* @__PURE__ */ defineOperation<
  { organizationId: string; oidcProviderId: string },
  undefined
>('deleteOIDCProvider', 'DELETE', '/orgs/{organizationId}/oidc/{oidcProviderId}')

/** Delete an OpenAPI spec. */
export const deleteOpenAPISpecBySlug = /* @__PURE__ */ defineOperation<
  { organizationId: string; specSlug: string },
  undefined
>('deleteOpenAPISpecBySlug', 'DELETE', '/orgs/{organizationId}/openapi/{specSlug}')

/** Delete an organization, with everything in it. */
export const deleteOrganizationById = /* @__PURE__ */ defineOperation<{ organizationId: string }, undefined>(
  'deleteOrganizationById',
  'DELETE',
  '/orgs/{organizationId}',
)

/** Delete an invite link. */
export const deleteOrganizationInviteById = /* @__PURE__ */ defineOperation<
  { organizationId: string; inviteId: string },
  undefined
>('deleteOrganizationInviteById', 'DELETE', '/orgs/{organizationId}/link-invites/{inviteId}')

/** Delete a SAML provider. */
export const deleteOrganizationSAMLProvider = /* @__PURE__ */ defineOperation<
  { organizationId: string; samlProviderId: string },
  undefined
>('deleteOrganizationSAMLProvider', 'DELETE', '/orgs/{organizationId}/saml/{samlProviderId}')

/** Sign out everywhere else. */
export const deleteOtherSessions = /* @__PURE__ */ defineOperation<object, undefined>(
  'deleteOtherSessions',
  'DELETE',
  '/user/sessions',
)

/** Delete a passkey. */
export const deletePasskey = /* @__PURE__ */ defineOperation<{ passkeyId: string }, undefined>(
  'deletePasskey',
  'DELETE',
  '/user/passkeys/{passkeyId}',
)

/** End a link that previews a change request. */
export const deletePreviewLink = /* @__PURE__ */ defineOperation<
  { spaceId: string; changeRequestId: string; previewLinkId: string },
  undefined
>(
  'deletePreviewLink',
  'DELETE',
  '/spaces/{spaceId}/change-requests/{changeRequestId}/preview-links/{previewLinkId}',
)

/** Sign out somewhere. */
export const deleteSession = /* @__PURE__ */ defineOperation<{ sessionId: string }, undefined>(
  'deleteSession',
  'DELETE',
  '/user/sessions/{sessionId}',
)

/** Delete a site. */
export const deleteSiteById = /* @__PURE__ */ defineOperation<
  { organizationId: string; siteId: string },
  undefined
>('deleteSiteById', 'DELETE', '/orgs/{organizationId}/sites/{siteId}')

/** Delete a link to elsewhere. */
export const deleteSiteExternalLinkById = /* @__PURE__ */ defineOperation<
  { organizationId: string; siteId: string; siteExternalLinkId: string },
  undefined
>(
  'deleteSiteExternalLinkById',
  'DELETE',
  '/orgs/{organizationId}/sites/{siteId}/external-links/{siteExternalLinkId}',
)

/** Delete a redirect. */
export const deleteSiteRedirectById = /* @__PURE__ */ defineOperation<
  { organizationId: string; siteId: string; siteRedirectId: string },
  undefined
>('deleteSiteRedirectById', 'DELETE', '/orgs/{organizationId}/sites/{siteId}/redirects/{siteRedirectId}')

/** Delete a section. */
export const deleteSiteSectionById = /* @__PURE__ */ defineOperation<
  { organizationId: string; siteId: string; siteSectionId: string },
  undefined
>('deleteSiteSectionById', 'DELETE', '/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}')

/** Delete a section group. */
export const deleteSiteSectionGroupById = /* @__PURE__ */ defineOperation<
  { organizationId: string; siteId: string; siteSectionGroupId: string },
  undefined
>(
  'deleteSiteSectionGroupById',
  'DELETE',
  '/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}',
)

/** Delete a share link. */
export const deleteSiteShareLinkById = /* @__PURE__ */ defineOperation<
  { organizationId: string; siteId: string; shareLinkId: string },
  undefined
>('deleteSiteShareLinkById', 'DELETE', '/orgs/{organizationId}/sites/{siteId}/share-links/{shareLinkId}')

/** Take a space out of a site. */
export const deleteSiteSpaceById = /* @__PURE__ */ defineOperation<
  { organizationId: string; siteId: string; siteSpaceId: string },
  undefined
>('deleteSiteSpaceById', 'DELETE', '/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}')

/** Let a site space look as its site does. */
export const deleteSiteSpaceCustomizationById = /* @__PURE__ */ defineOperation<
  { organizationId: string; siteId: string; siteSpaceId: string },
  undefined
>(
  'deleteSiteSpaceCustomizationById',
  'DELETE',
  '/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/customization',
)

/** Delete a space. */
export const deleteSpaceById = /* @__PURE__ */ defineOperation<{ spaceId: string }, undefined>(
  'deleteSpaceById',
  'DELETE',
  '/spaces/{spaceId}',
)

/** Revoke an access token. */
export const deleteToken = /* @__PURE__ */ defineOperation<{ tokenId: string }, undefined>(
  'deleteToken',
  'DELETE',
  '/user/tokens/{tokenId}',
)

/** Delete a translation. */
export const deleteTranslation = /* @__PURE__ */ defineOperation<
  { organizationId: string; translationId: string },
  undefined
>('deleteTranslation', 'DELETE', '/orgs/{organizationId}/translations/{translationId}')

/** Look up the DNS record that proves a custom hostname. */
export const dnsRevalidateCustomHostname = /* @__PURE__ */ defineOperation<{ hostname: string }, undefined>(
  'dnsRevalidateCustomHostname',
  'PATCH',
  '/custom-hostnames/{hostname}',
)

/** Duplicate a space of a site, beside it. */
export const duplicateSiteSpace = /* @__PURE__ */ defineOperation<
  { organizationId: string; siteId: string; siteSpaceId: string },
  SiteSpace
>('duplicateSiteSpace', 'POST', '/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/duplicate')

/** Duplicate a space. */
export const duplicateSpace = /* @__PURE__ */ defineOperation<{ spaceId: string }, Space>(
  'duplicateSpace',
  'POST',
  '/spaces/{spaceId}/duplicate',
)

/** Tell why a person has a role on a collection. */
export const explainUserAccessInCollection = /* @__PURE__ */ defineOperation<
  { collectionId: string; userId: string },
  AccessExplanation
>('explainUserAccessInCollection', 'GET', '/collections/{collectionId}/permissions/users/{userId}/explain')

/** Tell why a person has a role on a site. */
export const explainUserAccessInSite = /* @__PURE__ */ defineOperation<
  { organizationId: string; siteId: string; userId: string },
  AccessExplanation
>(
  'explainUserAccessInSite',
  'GET',
  '/orgs/{organizationId}/sites/{siteId}/permissions/users/{userId}/explain',
)

/** Tell why a person has a role on a space. */
export const explainUserAccessInSpace = /* @__PURE__ */ defineOperation<
  { spaceId: string; userId: string },
  AccessExplanation
>('explainUserAccessInSpace', 'GET', '/spaces/{spaceId}/permissions/users/{userId}/explain')

/** Export a site to a Git repository. */
export const exportSiteToGitRepository = /* @__PURE__ */ defineOperation<
  { organizationId: string; siteId: string; body: ExportSiteToGitRepository },
  undefined
>('exportSiteToGitRepository', 'POST', '/orgs/{organizationId}/sites/{siteId}/git/export')

/** Export to a Git repository. */
export const exportToGitRepository = /* @__PURE__ */ defineOperation<
  { spaceId: string; body: ExportToGitRepository },
  undefined
>('exportToGitRepository', 'POST', '/spaces/{spaceId}/git/export')

/** Find words in the pages and reusable contents of a change request. */
export const findTextInChangeRequest = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    changeRequestId: string
    query: {
      text: string
      matchCase?: boolean | undefined
      wholeWords?: boolean | undefined
      revision?: string | undefined
      from?: number | undefined
    }
  },
  TextMatchList
>(
  'findTextInChangeRequest',
  'GET',
  '/spaces/{spaceId}/change-requests/{changeRequestId}/content/text-matches',
)

/** Forget the addresses at which readers of a site found nothing. */
export const forgetSiteMissedPaths = /* @__PURE__ */ defineOperation<
  { organizationId: string; siteId: string },
  undefined
>('forgetSiteMissedPaths', 'DELETE', '/orgs/{organizationId}/sites/{siteId}/missed-paths')

/** Get a URL to upload a file to. */
export const generateStorageUploadURL = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    body: { file: { name: string; type: string; size: number }; kind: StorageUploadKind }
  },
  StorageUploadURL
>('generateStorageUploadURL', 'POST', '/orgs/{organizationId}/storage/upload')

/** Get the version of Verso. */
export const getApiInformation = /* @__PURE__ */ defineOperation<object, ApiInformation>(
  'getApiInformation',
  'GET',
  '/',
)

/** Get yourself. */
export const getAuthenticatedUser = /* @__PURE__ */ defineOperation<object, User>(
  'getAuthenticatedUser',
  'GET',
  '/user',
)

/** Get a change request, by its id or its number in the space. */
export const getChangeRequestById = /* @__PURE__ */ defineOperation<
  { spaceId: string; changeRequestId: string },
  ChangeRequest
>('getChangeRequestById', 'GET', '/spaces/{spaceId}/change-requests/{changeRequestId}')

/** List what a change request changes. */
export const getChangeRequestChanges = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    changeRequestId: string
    query?: { metadata?: boolean | undefined; computed?: boolean | undefined; limit?: number | undefined }
  },
  RevisionSemanticChanges
>('getChangeRequestChanges', 'GET', '/spaces/{spaceId}/change-requests/{changeRequestId}/changes')

/** Tell whether a change request can be merged. */
export const getChangeRequestMergeability = /* @__PURE__ */ defineOperation<
  { spaceId: string; changeRequestId: string },
  ChangeRequestMergeability
>('getChangeRequestMergeability', 'GET', '/spaces/{spaceId}/change-requests/{changeRequestId}/mergeability')

/** Get the URL of a change request as PDF. */
export const getChangeRequestPDF = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    changeRequestId: string
    query?: { page?: string | undefined; only?: boolean | undefined }
  },
  { url: string }
>('getChangeRequestPDF', 'GET', '/spaces/{spaceId}/change-requests/{changeRequestId}/pdf')

/** Get a review of a change request. */
export const getChangeRequestReviewById = /* @__PURE__ */ defineOperation<
  { spaceId: string; changeRequestId: string; reviewId: string },
  ChangeRequestReview
>(
  'getChangeRequestReviewById',
  'GET',
  '/spaces/{spaceId}/change-requests/{changeRequestId}/reviews/{reviewId}',
)

/** Get everybody who was asked to review a change request or has reviewed it. */
export const getChangeRequestReviewers = /* @__PURE__ */ defineOperation<
  { spaceId: string; changeRequestId: string },
  ChangeRequestReviewers
>('getChangeRequestReviewers', 'GET', '/spaces/{spaceId}/change-requests/{changeRequestId}/reviewers')

/** Get a collection. */
export const getCollectionById = /* @__PURE__ */ defineOperation<{ collectionId: string }, Collection>(
  'getCollectionById',
  'GET',
  '/collections/{collectionId}',
)

/** Get a comment on a change request. */
export const getCommentInChangeRequest = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    changeRequestId: string
    commentId: string
    query?: { format?: 'document' | 'markdown' | undefined }
  },
  Comment
>(
  'getCommentInChangeRequest',
  'GET',
  '/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}',
)

/** Get a comment on a space. */
export const getCommentInSpace = /* @__PURE__ */ defineOperation<
  { spaceId: string; commentId: string; query?: { format?: 'document' | 'markdown' | undefined } },
  Comment
>('getCommentInSpace', 'GET', '/spaces/{spaceId}/comments/{commentId}')

/** Get a reply to a comment on a change request. */
export const getCommentReplyInChangeRequest = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    changeRequestId: string
    commentId: string
    commentReplyId: string
    query?: { format?: 'document' | 'markdown' | undefined }
  },
  CommentReply
>(
  'getCommentReplyInChangeRequest',
  'GET',
  '/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies/{commentReplyId}',
)

/** Get a reply to a comment on a space. */
export const getCommentReplyInSpace = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    commentId: string
    commentReplyId: string
    query?: { format?: 'document' | 'markdown' | undefined }
  },
  CommentReply
>('getCommentReplyInSpace', 'GET', '/spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId}')

/** Get the document of a generated page. */
export const getComputedDocument = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    query?: { schema?: 'current' | 'next' | undefined; format?: 'document' | 'html' | undefined }
    body: { source: ComputedContentSourceDocument; seed: string }
  },
  JSONDocument
>('getComputedDocument', 'POST', '/spaces/{spaceId}/content/computed/document')

/** Get the pages that are generated from a source. */
export const getComputedRevision = /* @__PURE__ */ defineOperation<
  { spaceId: string; body: { source: ComputedContentSourceRevision; seed: string } },
  { pages: Array<RevisionPage>; files: Array<RevisionFile>; reusableContents: Array<RevisionReusableContent> }
>('getComputedRevision', 'POST', '/spaces/{spaceId}/content/computed/revision')

/** Resolve an address to a collection, or to a space, a change request and a page in it. */
export const getContentByUrl = /* @__PURE__ */ defineOperation<{ query: { url: string } }, ContentLookup>(
  'getContentByUrl',
  'GET',
  '/urls/content',
)

/** List the contributors of a change request. */
export const getContributorsByChangeRequestId = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    changeRequestId: string
    query?: { page?: string | undefined; limit?: number | undefined }
  },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<UserContributor> }
>(
  'getContributorsByChangeRequestId',
  'GET',
  '/spaces/{spaceId}/change-requests/{changeRequestId}/contributors',
)

/** Get the content of a space. */
export const getCurrentRevision = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    query?: {
      metadata?: boolean | undefined
      computed?: boolean | undefined
      fields?: 'all' | 'shared' | undefined
    }
  },
  Revision
>('getCurrentRevision', 'GET', '/spaces/{spaceId}/content')

/** Get a font. */
export const getCustomFont = /* @__PURE__ */ defineOperation<
  { organizationId: string; fontId: string },
  CustomizationFontDefinition
>('getCustomFont', 'GET', '/orgs/{organizationId}/fonts/{fontId}')

/** Get a custom hostname by its name. */
export const getCustomHostname = /* @__PURE__ */ defineOperation<
  { hostname: string },
  {
    object: 'custom-hostname'
    hostname: string
    target: { type: 'site'; site: string }
    isActive: boolean
    status?: 'dns_passed'
    proof?: 'record' | 'trusted' | 'earlier'
    record: { type: 'TXT'; name: string; value: string }
    expiresAt?: string
    problem?: string
    urls: { location: string }
  }
>('getCustomHostname', 'GET', '/custom-hostnames/{hostname}')

/** Get a document of a space. */
export const getDocumentById = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    documentId: string
    query?: { schema?: 'current' | 'next' | undefined; format?: 'document' | 'html' | undefined }
  },
  JSONDocument | HTMLDocument
>('getDocumentById', 'GET', '/spaces/{spaceId}/documents/{documentId}')

/** Get one of your drafts of comments on a change request. */
export const getDraftComment = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    changeRequestId: string
    draftCommentId: string
    query?: { format?: 'document' | 'markdown' | undefined }
  },
  DraftComment
>(
  'getDraftComment',
  'GET',
  '/spaces/{spaceId}/change-requests/{changeRequestId}/draft-comments/{draftCommentId}',
)

/** Describe the page behind a URL. */
export const getEmbedByUrlInSpace = /* @__PURE__ */ defineOperation<
  { spaceId: string; query: { url: string } },
  Embed
>('getEmbedByUrlInSpace', 'GET', '/spaces/{spaceId}/embed')

/** Get a file in the content of a space. */
export const getFileById = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    fileId: string
    query?: { metadata?: boolean | undefined; computed?: boolean | undefined }
  },
  RevisionFile
>('getFileById', 'GET', '/spaces/{spaceId}/content/files/{fileId}')

/** Get a file in the content of a change request. */
export const getFileInChangeRequestById = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    changeRequestId: string
    fileId: string
    query?: { metadata?: boolean | undefined; computed?: boolean | undefined }
  },
  RevisionFile
>(
  'getFileInChangeRequestById',
  'GET',
  '/spaces/{spaceId}/change-requests/{changeRequestId}/content/files/{fileId}',
)

/** Get a file in a revision. */
export const getFileInRevisionById = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    revisionId: string
    fileId: string
    query?: { metadata?: boolean | undefined; computed?: boolean | undefined }
  },
  RevisionFile
>('getFileInRevisionById', 'GET', '/spaces/{spaceId}/revisions/{revisionId}/files/{fileId}')

/** Get a preview of a synchronisation. */
export const getGitSyncPreview = /* @__PURE__ */ defineOperation<
  { spaceId: string; gitPreviewId: string },
  GitSyncPreview
>('getGitSyncPreview', 'GET', '/spaces/{spaceId}/git/previews/{gitPreviewId}')

/** Get an entry of the glossary. */
export const getGlossaryEntry = /* @__PURE__ */ defineOperation<
  { organizationId: string; glossaryEntryId: string },
  GlossaryEntry
>('getGlossaryEntry', 'GET', '/orgs/{organizationId}/translations-glossary/{glossaryEntryId}')

/** Get an import. */
export const getImportRun = /* @__PURE__ */ defineOperation<
  { organizationId: string; importRunId: string },
  ContentImportRun
>('getImportRun', 'GET', '/org/{organizationId}/imports/{importRunId}')

/** Say what an invite link is for. */
export const getInvitePreview = /* @__PURE__ */ defineOperation<
  { organizationId: string; inviteId: string },
  InvitePreview
>('getInvitePreview', 'GET', '/orgs/{organizationId}/invites/{inviteId}')

/** Get a job. */
export const getJobInOrganization = /* @__PURE__ */ defineOperation<
  { organizationId: string; jobId: string },
  Job
>('getJobInOrganization', 'GET', '/orgs/{organizationId}/jobs/{jobId}')

/** Get the latest version of an OpenAPI spec. */
export const getLatestOpenAPISpecVersion = /* @__PURE__ */ defineOperation<
  { organizationId: string; specSlug: string },
  OpenAPISpecVersion
>('getLatestOpenAPISpecVersion', 'GET', '/orgs/{organizationId}/openapi/{specSlug}/versions/latest')

/** Get the content of the latest version. */
export const getLatestOpenAPISpecVersionContent = /* @__PURE__ */ defineOperation<
  { organizationId: string; specSlug: string },
  OpenAPISpecContent
>(
  'getLatestOpenAPISpecVersionContent',
  'GET',
  '/orgs/{organizationId}/openapi/{specSlug}/versions/latest/content',
)

/** Get the text of the latest version. */
export const getLatestOpenAPISpecVersionContentRaw = /* @__PURE__ */ defineOperation<
  { organizationId: string; specSlug: string },
  OpenAPISpecRawContent
>(
  'getLatestOpenAPISpecVersionContentRaw',
  'GET',
  '/orgs/{organizationId}/openapi/{specSlug}/versions/latest/content/raw',
)

/** Get a member of an organization. */
export const getMemberInOrganizationById = /* @__PURE__ */ defineOperation<
  { organizationId: string; userId: string },
  OrganizationMember
>('getMemberInOrganizationById', 'GET', '/orgs/{organizationId}/members/{userId}')

/** Get an OpenID Connect provider. */
export const getOIDCProvider = /* @__PURE__ */ defineOperation<
  { organizationId: string; oidcProviderId: string },
  OidcProvider
>('getOIDCProvider', 'GET', '/orgs/{organizationId}/oidc/{oidcProviderId}')

/** Get an OpenAPI spec. */
export const getOpenAPISpecBySlug = /* @__PURE__ */ defineOperation<
  { organizationId: string; specSlug: string },
  OpenAPISpec
>('getOpenAPISpecBySlug', 'GET', '/orgs/{organizationId}/openapi/{specSlug}')

/** Get a version of an OpenAPI spec. */
export const getOpenAPISpecVersionById = /* @__PURE__ */ defineOperation<
  { organizationId: string; specSlug: string; versionId: string },
  OpenAPISpecVersion
>('getOpenAPISpecVersionById', 'GET', '/orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}')

/** Compare a version with an earlier one. */
export const getOpenAPISpecVersionChanges = /* @__PURE__ */ defineOperation<
  { organizationId: string; specSlug: string; versionId: string; query?: { since?: string | undefined } },
  OpenAPISpecChanges
>(
  'getOpenAPISpecVersionChanges',
  'GET',
  '/orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}/changes',
)

/** Get the content of a version. */
export const getOpenAPISpecVersionContentById = /* @__PURE__ */ defineOperation<
  { organizationId: string; specSlug: string; versionId: string },
  OpenAPISpecContent
>(
  'getOpenAPISpecVersionContentById',
  'GET',
  '/orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}/content',
)

/** Get an organization. */
export const getOrganizationById = /* @__PURE__ */ defineOperation<{ organizationId: string }, Organization>(
  'getOrganizationById',
  'GET',
  '/orgs/{organizationId}',
)

/** Get an invite link. */
export const getOrganizationInviteLink = /* @__PURE__ */ defineOperation<
  { organizationId: string; inviteId: string },
  OrganizationInviteLink
>('getOrganizationInviteLink', 'GET', '/orgs/{organizationId}/link-invites/{inviteId}')

/** Get a SAML provider. */
export const getOrganizationSAMLProviderById = /* @__PURE__ */ defineOperation<
  { organizationId: string; samlProviderId: string },
  SamlProvider
>('getOrganizationSAMLProviderById', 'GET', '/orgs/{organizationId}/saml/{samlProviderId}')

/** List the organizations of an e-mail domain. */
export const getOrganizationsForEmailDomain = /* @__PURE__ */ defineOperation<
  { emailDomain: string },
  { organizations: Array<Organization> }
>('getOrganizationsForEmailDomain', 'GET', '/email-domains/{emailDomain}/orgs')

/** Get who wrote each line of a page. */
export const getPageBlame = /* @__PURE__ */ defineOperation<{ spaceId: string; pageId: string }, PageBlame>(
  'getPageBlame',
  'GET',
  '/spaces/{spaceId}/content/page/{pageId}/blame',
)

/** Get a page in the content of a space. */
export const getPageById = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    pageId: string
    query?: {
      metadata?: boolean | undefined
      computed?: boolean | undefined
      evaluated?: 'true' | 'false' | 'deterministic-only' | undefined
      dereferenced?: 'true' | 'false' | 'reusable-contents' | undefined
      format?: 'document' | 'markdown' | 'html' | undefined
      'format.markdown.refs'?: 'relative' | 'stable' | undefined
    }
  },
  RevisionPage
>('getPageById', 'GET', '/spaces/{spaceId}/content/page/{pageId}')

/** Get a page in the content of a space by its path. */
export const getPageByPath = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    pagePath: string
    query?: {
      metadata?: boolean | undefined
      computed?: boolean | undefined
      evaluated?: 'true' | 'false' | 'deterministic-only' | undefined
      dereferenced?: 'true' | 'false' | 'reusable-contents' | undefined
      format?: 'document' | 'markdown' | 'html' | undefined
      'format.markdown.refs'?: 'relative' | 'stable' | undefined
    }
  },
  RevisionPage
>('getPageByPath', 'GET', '/spaces/{spaceId}/content/path/{pagePath}')

/** Get the document of a page in a revision. */
export const getPageDocumentInRevisionById = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    revisionId: string
    pageId: string
    query?: {
      evaluated?: 'true' | 'false' | 'deterministic-only' | undefined
      dereferenced?: 'true' | 'false' | 'reusable-contents' | undefined
      format?: 'document' | 'html' | undefined
    }
  },
  JSONDocument | HTMLDocument
>('getPageDocumentInRevisionById', 'GET', '/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}/document')

/** Get a page in the content of a change request. */
export const getPageInChangeRequestById = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    changeRequestId: string
    pageId: string
    query?: {
      metadata?: boolean | undefined
      computed?: boolean | undefined
      evaluated?: 'true' | 'false' | 'deterministic-only' | undefined
      dereferenced?: 'true' | 'false' | 'reusable-contents' | undefined
      format?: 'document' | 'markdown' | 'html' | undefined
      'format.markdown.refs'?: 'relative' | 'stable' | undefined
    }
  },
  RevisionPage
>(
  'getPageInChangeRequestById',
  'GET',
  '/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}',
)

/** Get a page in the content of a change request by its path. */
export const getPageInChangeRequestByPath = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    changeRequestId: string
    pagePath: string
    query?: {
      metadata?: boolean | undefined
      computed?: boolean | undefined
      evaluated?: 'true' | 'false' | 'deterministic-only' | undefined
      dereferenced?: 'true' | 'false' | 'reusable-contents' | undefined
      format?: 'document' | 'markdown' | 'html' | undefined
      'format.markdown.refs'?: 'relative' | 'stable' | undefined
    }
  },
  RevisionPage
>(
  'getPageInChangeRequestByPath',
  'GET',
  '/spaces/{spaceId}/change-requests/{changeRequestId}/content/path/{pagePath}',
)

/** Get a page in a revision. */
export const getPageInRevisionById = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    revisionId: string
    pageId: string
    query?: {
      metadata?: boolean | undefined
      computed?: boolean | undefined
      evaluated?: 'true' | 'false' | 'deterministic-only' | undefined
      dereferenced?: 'true' | 'false' | 'reusable-contents' | undefined
      format?: 'document' | 'markdown' | 'html' | undefined
      'format.markdown.refs'?: 'relative' | 'stable' | undefined
    }
  },
  RevisionPage
>('getPageInRevisionById', 'GET', '/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}')

/** Get a page in a revision by its path. */
export const getPageInRevisionByPath = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    revisionId: string
    pagePath: string
    query?: {
      metadata?: boolean | undefined
      computed?: boolean | undefined
      evaluated?: 'true' | 'false' | 'deterministic-only' | undefined
      dereferenced?: 'true' | 'false' | 'reusable-contents' | undefined
      format?: 'document' | 'markdown' | 'html' | undefined
      'format.markdown.refs'?: 'relative' | 'stable' | undefined
    }
  },
  RevisionPage
>('getPageInRevisionByPath', 'GET', '/spaces/{spaceId}/revisions/{revisionId}/path/{pagePath}')

/** Get how you want the console to be. */
export const getPreferences = /* @__PURE__ */ defineOperation<object, Preferences>(
  'getPreferences',
  'GET',
  '/user/preferences',
)

/** Resolve the address of published content. */
export const getPublishedContentByUrl = /* @__PURE__ */ defineOperation<
  { query: { url: string; visitorAuthToken?: string | undefined; redirectOnError?: boolean | undefined } },
  PublishedSiteContentLookup
>('getPublishedContentByUrl', 'GET', '/urls/published')

/** Get a published site: its structure and its looks. */
export const getPublishedContentSite = /* @__PURE__ */ defineOperation<
  { organizationId: string; siteId: string; query?: { shareKey?: string | undefined } },
  PublishedContentSite
>('getPublishedContentSite', 'GET', '/orgs/{organizationId}/sites/{siteId}/published')

/** List the requested reviewers of a change request. */
export const getRequestedReviewersByChangeRequestId = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    changeRequestId: string
    query?: { page?: string | undefined; limit?: number | undefined }
  },
  {
    next?: { page: string }
    previous?: { page: string }
    count: number
    items: Array<ChangeRequestRequestedReviewer>
  }
>(
  'getRequestedReviewersByChangeRequestId',
  'GET',
  '/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers',
)

/** Get a reusable content in the content of a space. */
export const getReusableContentById = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    reusableContentId: string
    query?: {
      metadata?: boolean | undefined
      computed?: boolean | undefined
      format?: 'document' | 'markdown' | undefined
    }
  },
  RevisionReusableContent
>('getReusableContentById', 'GET', '/spaces/{spaceId}/content/reusable-contents/{reusableContentId}')

/** Get the document of a reusable content in a revision. */
export const getReusableContentDocumentInRevisionById = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    revisionId: string
    reusableContentId: string
    query?: {
      evaluated?: 'true' | 'false' | 'deterministic-only' | undefined
      dereferenced?: 'true' | 'false' | 'reusable-contents' | undefined
      format?: 'document' | 'html' | undefined
    }
  },
  JSONDocument | HTMLDocument
>(
  'getReusableContentDocumentInRevisionById',
  'GET',
  '/spaces/{spaceId}/revisions/{revisionId}/reusable-contents/{reusableContentId}/document',
)

/** Get a reusable content in the content of a change request. */
export const getReusableContentInChangeRequestById = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    changeRequestId: string
    reusableContentId: string
    query?: {
      metadata?: boolean | undefined
      computed?: boolean | undefined
      format?: 'document' | 'markdown' | undefined
    }
  },
  RevisionReusableContent
>(
  'getReusableContentInChangeRequestById',
  'GET',
  '/spaces/{spaceId}/change-requests/{changeRequestId}/content/reusable-contents/{reusableContentId}',
)

/** Get a reusable content in a revision. */
export const getReusableContentInRevisionById = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    revisionId: string
    reusableContentId: string
    query?: {
      metadata?: boolean | undefined
      computed?: boolean | undefined
      format?: 'document' | 'markdown' | undefined
    }
  },
  RevisionReusableContent
>(
  'getReusableContentInRevisionById',
  'GET',
  '/spaces/{spaceId}/revisions/{revisionId}/reusable-contents/{reusableContentId}',
)

/** List the reviews of a change request. */
export const getReviewsByChangeRequestId = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    changeRequestId: string
    query?: { outdated?: boolean | undefined; page?: string | undefined; limit?: number | undefined }
  },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<ChangeRequestReview> }
>('getReviewsByChangeRequestId', 'GET', '/spaces/{spaceId}/change-requests/{changeRequestId}/reviews')

/** Get a revision. */
export const getRevisionById = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    revisionId: string
    query?: {
      metadata?: boolean | undefined
      computed?: boolean | undefined
      fields?: 'all' | 'shared' | undefined
    }
  },
  Revision
>('getRevisionById', 'GET', '/spaces/{spaceId}/revisions/{revisionId}')

/** Get the content of a change request. */
export const getRevisionOfChangeRequestById = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    changeRequestId: string
    query?: {
      metadata?: boolean | undefined
      computed?: boolean | undefined
      fields?: 'all' | 'shared' | undefined
    }
  },
  Revision
>('getRevisionOfChangeRequestById', 'GET', '/spaces/{spaceId}/change-requests/{changeRequestId}/content')

/** List what a revision changed. */
export const getRevisionSemanticChanges = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    revisionId: string
    query?: { metadata?: boolean | undefined; computed?: boolean | undefined; limit?: number | undefined }
  },
  RevisionSemanticChanges
>('getRevisionSemanticChanges', 'GET', '/spaces/{spaceId}/revisions/{revisionId}/changes')

/** Get what your sign-in asks for beside the password or a link. */
export const getSecondFactor = /* @__PURE__ */ defineOperation<object, SecondFactor>(
  'getSecondFactor',
  'GET',
  '/user/second-factor',
)

/** Say how people can sign in here. */
export const getSignInOptions = /* @__PURE__ */ defineOperation<object, SignInOptions>(
  'getSignInOptions',
  'GET',
  '/sign-in/options',
)

/** Get the schema of visitors’ claims. */
export const getSiteAdaptiveSchema = /* @__PURE__ */ defineOperation<
  { organizationId: string; siteId: string },
  SiteAdaptiveSchema
>('getSiteAdaptiveSchema', 'GET', '/orgs/{organizationId}/sites/{siteId}/adaptive-schema')

/** Get a site. */
export const getSiteById = /* @__PURE__ */ defineOperation<{ organizationId: string; siteId: string }, Site>(
  'getSiteById',
  'GET',
  '/orgs/{organizationId}/sites/{siteId}',
)

/** Look at the certificate that the custom hostname of a site shows. */
export const getSiteCertificate = /* @__PURE__ */ defineOperation<
  { organizationId: string; siteId: string },
  SiteCertificate
>('getSiteCertificate', 'GET', '/orgs/{organizationId}/sites/{siteId}/hostname/certificate')

/** Look for what is missing in the pages of a site. */
export const getSiteChecklist = /* @__PURE__ */ defineOperation<
  { organizationId: string; siteId: string },
  SiteChecklist
>('getSiteChecklist', 'GET', '/orgs/{organizationId}/sites/{siteId}/checklist')

/** Get how a site looks. */
export const getSiteCustomizationById = /* @__PURE__ */ defineOperation<
  { organizationId: string; siteId: string; query?: { unmasked?: boolean | undefined } },
  SiteCustomizationSettings
>('getSiteCustomizationById', 'GET', '/orgs/{organizationId}/sites/{siteId}/customization')

/** Get the Git synchronisation of a site. */
export const getSiteGitInfo = /* @__PURE__ */ defineOperation<
  { organizationId: string; siteId: string },
  SiteGitSyncState
>('getSiteGitInfo', 'GET', '/orgs/{organizationId}/sites/{siteId}/git/info')

/** Get the custom hostname of a site, and the DNS record that proves it. */
export const getSiteHostname = /* @__PURE__ */ defineOperation<
  { organizationId: string; siteId: string },
  {
    object: 'custom-hostname'
    hostname: string
    target: { type: 'site'; site: string }
    isActive: boolean
    status?: 'dns_passed'
    proof?: 'record' | 'trusted' | 'earlier'
    record: { type: 'TXT'; name: string; value: string }
    expiresAt?: string
    problem?: string
    urls: { location: string }
  }
>('getSiteHostname', 'GET', '/orgs/{organizationId}/sites/{siteId}/hostname')

/** Get the addresses at which readers of a site found nothing. */
export const getSiteMissedPaths = /* @__PURE__ */ defineOperation<
  { organizationId: string; siteId: string },
  SiteMissedPaths
>('getSiteMissedPaths', 'GET', '/orgs/{organizationId}/sites/{siteId}/missed-paths')

/** Get the key that visitors’ JWTs are signed with. */
export const getSitePublishingAuthById = /* @__PURE__ */ defineOperation<
  { organizationId: string; siteId: string },
  SitePublishingAuth
>('getSitePublishingAuthById', 'GET', '/orgs/{organizationId}/sites/{siteId}/publishing/auth')

/** Get an address that previews a site. */
export const getSitePublishingPreviewById = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    siteId: string
    query?: { siteSpace?: string | undefined; claims?: string | undefined }
  },
  SitePreview
>('getSitePublishingPreviewById', 'GET', '/orgs/{organizationId}/sites/{siteId}/publishing/preview')

/** Find where an old address leads. */
export const getSiteRedirectBySource = /* @__PURE__ */ defineOperation<
  { organizationId: string; siteId: string; query: { shareKey?: string | undefined; source: string } },
  { redirect: SiteRedirect; target: string }
>('getSiteRedirectBySource', 'GET', '/orgs/{organizationId}/sites/{siteId}/redirect')

/** Get how a site space looks. */
export const getSiteSpaceCustomizationById = /* @__PURE__ */ defineOperation<
  { organizationId: string; siteId: string; siteSpaceId: string; query?: { unmasked?: boolean | undefined } },
  SiteCustomizationSettings
>(
  'getSiteSpaceCustomizationById',
  'GET',
  '/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/customization',
)

/** Get all that a site shows. */
export const getSiteStructure = /* @__PURE__ */ defineOperation<
  { organizationId: string; siteId: string; query?: { shareKey?: string | undefined } },
  | { type: 'sections'; structure: Array<SiteSection | SiteExternalLink | SiteSectionGroup> }
  | { type: 'siteSpaces'; structure: Array<SiteSpace> }
>('getSiteStructure', 'GET', '/orgs/{organizationId}/sites/{siteId}/structure')

/** Get a space. */
export const getSpaceById = /* @__PURE__ */ defineOperation<
  { spaceId: string; query?: { shareKey?: string | undefined } },
  Space
>('getSpaceById', 'GET', '/spaces/{spaceId}')

/** Get the Git synchronisation of a space. */
export const getSpaceGitInfo = /* @__PURE__ */ defineOperation<{ spaceId: string }, GitSyncState>(
  'getSpaceGitInfo',
  'GET',
  '/spaces/{spaceId}/git/info',
)

/** Get the URL of a space as PDF. */
export const getSpacePDF = /* @__PURE__ */ defineOperation<
  { spaceId: string; query?: { page?: string | undefined; only?: boolean | undefined } },
  { url: string }
>('getSpacePDF', 'GET', '/spaces/{spaceId}/pdf')

/** Get the organization that goes by a name in addresses. */
export const getSubdomain = /* @__PURE__ */ defineOperation<{ subdomain: string }, Subdomain>(
  'getSubdomain',
  'GET',
  '/subdomains/{subdomain}',
)

/** Get a team. */
export const getTeamInOrganizationById = /* @__PURE__ */ defineOperation<
  { organizationId: string; teamId: string },
  OrganizationTeam
>('getTeamInOrganizationById', 'GET', '/orgs/{organizationId}/teams/{teamId}')

/** Get a translation. */
export const getTranslation = /* @__PURE__ */ defineOperation<
  { organizationId: string; translationId: string },
  Translation
>('getTranslation', 'GET', '/orgs/{organizationId}/translations/{translationId}')

/** Get a person you share an organization with. */
export const getUserById = /* @__PURE__ */ defineOperation<{ userId: string }, User>(
  'getUserById',
  'GET',
  '/users/{userId}',
)

/** Import content into a space. */
export const importContent = /* @__PURE__ */ defineOperation<
  { spaceId: string; body: ImportContent },
  ImportContentResult
>('importContent', 'POST', '/spaces/{spaceId}/content/import')

/** Import content into a change request. */
export const importContentInChangeRequest = /* @__PURE__ */ defineOperation<
  { spaceId: string; changeRequestId: string; body: ImportContent },
  ImportContentResult
>(
  'importContentInChangeRequest',
  'POST',
  '/spaces/{spaceId}/change-requests/{changeRequestId}/content/import',
)

/** Import a Git repository. */
export const importGitRepository = /* @__PURE__ */ defineOperation<
  { spaceId: string; body: ImportGitRepository },
  undefined
>('importGitRepository', 'POST', '/spaces/{spaceId}/git/import')

/** Import a site from a Git repository. */
export const importSiteGitRepository = /* @__PURE__ */ defineOperation<
  { organizationId: string; siteId: string; body: ImportSiteGitRepository },
  undefined
>('importSiteGitRepository', 'POST', '/orgs/{organizationId}/sites/{siteId}/git/import')

/** Say what a one-time link is for, without using it. */
export const inspectSignInLink = /* @__PURE__ */ defineOperation<{ body: { secret: string } }, OneTimeLink>(
  'inspectSignInLink',
  'POST',
  '/sign-in/links/inspect',
)

/** Grant people and teams a role on a collection. */
export const inviteToCollection = /* @__PURE__ */ defineOperation<
  { collectionId: string; body: { role: MemberRoleOrGuest; users?: Array<string>; teams?: Array<string> } },
  undefined
>('inviteToCollection', 'POST', '/collections/{collectionId}/permissions')

/** Grant people and teams a role on a site. */
export const inviteToSite = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    siteId: string
    body: { role: MemberRoleOrGuest; users?: Array<string>; teams?: Array<string> }
  },
  undefined
>('inviteToSite', 'POST', '/orgs/{organizationId}/sites/{siteId}/permissions')

/** Grant people and teams a role on a space. */
export const inviteToSpace = /* @__PURE__ */ defineOperation<
  { spaceId: string; body: { role: MemberRoleOrGuest; users?: Array<string>; teams?: Array<string> } },
  undefined
>('inviteToSpace', 'POST', '/spaces/{spaceId}/permissions')

/** Invite people to an organization by their e-mail addresses. */
export const inviteUsersToOrganization = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    body: {
      emails: Array<string | { email: string; role: MemberRoleOrGuest }>
      role?: MemberRoleOrGuest
      sso?: boolean
    }
  },
  { users: Array<string>; invited: number; failedSSOEmails: Array<string> }
>('inviteUsersToOrganization', 'POST', '/orgs/{organizationId}/invites')

/** Join an organization that your e-mail domain belongs to. */
export const joinOrganization = /* @__PURE__ */ defineOperation<{ organizationId: string }, undefined>(
  'joinOrganization',
  'POST',
  '/orgs/{organizationId}/join',
)

/** Join an organization with an invite link. */
export const joinOrganizationWithInvite = /* @__PURE__ */ defineOperation<
  { organizationId: string; inviteId: string },
  Record<string, unknown>
>('joinOrganizationWithInvite', 'POST', '/orgs/{organizationId}/invites/{inviteId}')

/** Link an identity to your account. */
export const linkIdentity = /* @__PURE__ */ defineOperation<
  { body: { provider: string; redirect?: string } },
  IdentityLink
>('linkIdentity', 'POST', '/user/identities')

/** List where a file is referred to in the content of a change request. */
export const listChangeRequestFileBacklinks = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    changeRequestId: string
    fileId: string
    query?: { page?: string | undefined; limit?: number | undefined }
  },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<ContentLocation> }
>(
  'listChangeRequestFileBacklinks',
  'GET',
  '/spaces/{spaceId}/change-requests/{changeRequestId}/content/files/{fileId}/backlinks',
)

/** List where a page is referred to in the content of a change request. */
export const listChangeRequestPageBacklinks = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    changeRequestId: string
    pageId: string
    query?: { page?: string | undefined; limit?: number | undefined }
  },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<ContentLocation> }
>(
  'listChangeRequestPageBacklinks',
  'GET',
  '/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/backlinks',
)

/** Get the meta links of a page. */
export const listChangeRequestPageMetaLinks = /* @__PURE__ */ defineOperation<
  { spaceId: string; changeRequestId: string; pageId: string },
  RevisionPageMetaLinks
>(
  'listChangeRequestPageMetaLinks',
  'GET',
  '/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/meta-links',
)

/** List where a reusable content is included in the content of a change request. */
export const listChangeRequestReusableContentUses = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    changeRequestId: string
    reusableContentId: string
    query?: { page?: string | undefined; limit?: number | undefined }
  },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<ContentLocation> }
>(
  'listChangeRequestReusableContentUses',
  'GET',
  '/spaces/{spaceId}/change-requests/{changeRequestId}/content/reusable-contents/{reusableContentId}/uses',
)

/** List the change requests of an organization. */
export const listChangeRequestsForOrganization = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    query?: {
      status?: Array<ChangeRequestStatus> | undefined
      query?: string | undefined
      creator?: string | undefined
      contributor?: string | undefined
      requestedReviewer?: string | undefined
      space?: string | undefined
      page?: string | undefined
      limit?: number | undefined
    }
  },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<ChangeRequest> }
>('listChangeRequestsForOrganization', 'GET', '/orgs/{organizationId}/change-requests')

/** List the change requests of a space. */
export const listChangeRequestsForSpace = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    query?: {
      status?: Array<ChangeRequestStatus> | undefined
      query?: string | undefined
      creator?: string | undefined
      contributor?: string | undefined
      page?: string | undefined
      limit?: number | undefined
    }
  },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<ChangeRequest> }
>('listChangeRequestsForSpace', 'GET', '/spaces/{spaceId}/change-requests')

/** List the collections of an organization. */
export const listCollectionsInOrganizationById = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    query?: { nested?: boolean | undefined; page?: string | undefined; limit?: number | undefined }
  },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<Collection> }
>('listCollectionsInOrganizationById', 'GET', '/orgs/{organizationId}/collections')

/** List the replies to a comment on a change request. */
export const listCommentRepliesInChangeRequest = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    changeRequestId: string
    commentId: string
    query?: {
      format?: 'document' | 'markdown' | undefined
      page?: string | undefined
      limit?: number | undefined
    }
  },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<CommentReply> }
>(
  'listCommentRepliesInChangeRequest',
  'GET',
  '/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies',
)

/** List the replies to a comment on a space. */
export const listCommentRepliesInSpace = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    commentId: string
    query?: {
      format?: 'document' | 'markdown' | undefined
      page?: string | undefined
      limit?: number | undefined
    }
  },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<CommentReply> }
>('listCommentRepliesInSpace', 'GET', '/spaces/{spaceId}/comments/{commentId}/replies')

/** List the members who commented on a change request. */
export const listCommentersInChangeRequest = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    changeRequestId: string
    query?: { page?: string | undefined; limit?: number | undefined }
  },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<OrganizationMember> }
>('listCommentersInChangeRequest', 'GET', '/spaces/{spaceId}/change-requests/{changeRequestId}/commenters')

/** List the members who commented on a space. */
export const listCommentersInSpace = /* @__PURE__ */ defineOperation<
  { spaceId: string; query?: { page?: string | undefined; limit?: number | undefined } },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<OrganizationMember> }
>('listCommentersInSpace', 'GET', '/spaces/{spaceId}/commenters')

/** List the comments on a change request. */
export const listCommentsInChangeRequest = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    changeRequestId: string
    query?: {
      format?: 'document' | 'markdown' | undefined
      order?: 'asc' | 'desc' | undefined
      status?: 'all' | 'open' | 'resolved' | undefined
      targetPage?: string | undefined
      authors?: Array<string> | undefined
      page?: string | undefined
      limit?: number | undefined
    }
  },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<Comment> }
>('listCommentsInChangeRequest', 'GET', '/spaces/{spaceId}/change-requests/{changeRequestId}/comments')

/** List the comments on a space. */
export const listCommentsInSpace = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    query?: {
      format?: 'document' | 'markdown' | undefined
      order?: 'asc' | 'desc' | undefined
      status?: 'all' | 'open' | 'resolved' | undefined
      targetPage?: string | undefined
      authors?: Array<string> | undefined
      page?: string | undefined
      limit?: number | undefined
    }
  },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<Comment> }
>('listCommentsInSpace', 'GET', '/spaces/{spaceId}/comments')

/** List the fonts that an organization uploaded for its sites. */
export const listCustomFonts = /* @__PURE__ */ defineOperation<
  { organizationId: string; query?: { page?: string | undefined; limit?: number | undefined } },
  {
    next?: { page: string }
    previous?: { page: string }
    count: number
    items: Array<CustomizationFontDefinition>
  }
>('listCustomFonts', 'GET', '/orgs/{organizationId}/fonts')

/** List your drafts of comments on a change request. */
export const listDraftComments = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    changeRequestId: string
    query?: {
      format?: 'document' | 'markdown' | undefined
      page?: string | undefined
      limit?: number | undefined
    }
  },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<DraftComment> }
>('listDraftComments', 'GET', '/spaces/{spaceId}/change-requests/{changeRequestId}/draft-comments')

/** List the files in the content of a space. */
export const listFiles = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    query?: {
      metadata?: boolean | undefined
      computed?: boolean | undefined
      page?: string | undefined
      limit?: number | undefined
    }
  },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<RevisionFile> }
>('listFiles', 'GET', '/spaces/{spaceId}/content/files')

/** List the files in the content of a change request. */
export const listFilesInChangeRequestById = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    changeRequestId: string
    query?: {
      metadata?: boolean | undefined
      computed?: boolean | undefined
      page?: string | undefined
      limit?: number | undefined
    }
  },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<RevisionFile> }
>('listFilesInChangeRequestById', 'GET', '/spaces/{spaceId}/change-requests/{changeRequestId}/content/files')

/** List the files in a revision. */
export const listFilesInRevisionById = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    revisionId: string
    query?: {
      metadata?: boolean | undefined
      computed?: boolean | undefined
      page?: string | undefined
      limit?: number | undefined
    }
  },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<RevisionFile> }
>('listFilesInRevisionById', 'GET', '/spaces/{spaceId}/revisions/{revisionId}/files')

/** List the SSH keys of a space. */
export const listGitSSHKeys = /* @__PURE__ */ defineOperation<{ spaceId: string }, GitSSHKeyList>(
  'listGitSSHKeys',
  'GET',
  '/spaces/{spaceId}/git/ssh-keys',
)

/** List the glossary of an organization. */
export const listGlossaryEntries = /* @__PURE__ */ defineOperation<
  { organizationId: string; query?: { page?: string | undefined; limit?: number | undefined } },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<GlossaryEntry> }
>('listGlossaryEntries', 'GET', '/orgs/{organizationId}/translations-glossary')

/** List your identities at identity providers. */
export const listIdentities = /* @__PURE__ */ defineOperation<
  { query?: { page?: string | undefined; limit?: number | undefined } },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<Identity> }
>('listIdentities', 'GET', '/user/identities')

/** List the imports of an organization. */
export const listImportRuns = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    query?: {
      space?: string | undefined
      changeRequest?: string | undefined
      status?: ContentImportStatusFilter | undefined
      page?: string | undefined
      limit?: number | undefined
    }
  },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<ContentImportRun> }
>('listImportRuns', 'GET', '/org/{organizationId}/imports')

/** List the invitations that you have not answered. */
export const listInvitations = /* @__PURE__ */ defineOperation<
  { query?: { page?: string | undefined; limit?: number | undefined } },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<ReceivedInvitation> }
>('listInvitations', 'GET', '/user/invitations')

/** List the jobs of an organization. */
export const listJobsInOrganization = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    query?: {
      status?: JobStatus | undefined
      type?: Array<string> | undefined
      space?: string | undefined
      site?: string | undefined
      translation?: string | undefined
      page?: string | undefined
      limit?: number | undefined
    }
  },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<Job> }
>('listJobsInOrganization', 'GET', '/orgs/{organizationId}/jobs')

/** List the members of an organization. */
export const listMembersInOrganizationById = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    query?: {
      order?: 'asc' | 'desc' | undefined
      role?: 'read' | 'comment' | 'edit' | 'review' | 'create' | 'admin' | 'guest' | undefined
      search?: string | undefined
      sort?: 'joinedAt' | 'lastSeenAt' | undefined
      page?: string | undefined
      limit?: number | undefined
    }
  },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<OrganizationMember> }
>('listMembersInOrganizationById', 'GET', '/orgs/{organizationId}/members')

/** List your notifications. */
export const listNotifications = /* @__PURE__ */ defineOperation<
  {
    query?: {
      organization?: string | undefined
      unread?: boolean | undefined
      page?: string | undefined
      limit?: number | undefined
    }
  },
  {
    next?: { page: string }
    previous?: { page: string }
    count: number
    unread: number
    items: Array<Notification>
  }
>('listNotifications', 'GET', '/user/notifications')

/** List the OpenID Connect providers of an organization. */
export const listOIDCProvidersInOrganization = /* @__PURE__ */ defineOperation<
  { organizationId: string; query?: { page?: string | undefined; limit?: number | undefined } },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<OidcProvider> }
>('listOIDCProvidersInOrganization', 'GET', '/orgs/{organizationId}/oidc')

/** List where an OpenAPI spec is used. */
export const listOpenAPISpecUses = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    specSlug: string
    query?: { page?: string | undefined; limit?: number | undefined }
  },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<ContentLocation> }
>('listOpenAPISpecUses', 'GET', '/orgs/{organizationId}/openapi/{specSlug}/uses')

/** List the versions of an OpenAPI spec. */
export const listOpenAPISpecVersions = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    specSlug: string
    query?: { page?: string | undefined; limit?: number | undefined }
  },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<OpenAPISpecVersion> }
>('listOpenAPISpecVersions', 'GET', '/orgs/{organizationId}/openapi/{specSlug}/versions')

/** List the OpenAPI specs of an organization. */
export const listOpenAPISpecs = /* @__PURE__ */ defineOperation<
  { organizationId: string; query?: { page?: string | undefined; limit?: number | undefined } },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<OpenAPISpec> }
>('listOpenAPISpecs', 'GET', '/orgs/{organizationId}/openapi')

/** List the invitations that wait for an answer. */
export const listOrganizationInvitations = /* @__PURE__ */ defineOperation<
  { organizationId: string; query?: { page?: string | undefined; limit?: number | undefined } },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<SentInvitation> }
>('listOrganizationInvitations', 'GET', '/orgs/{organizationId}/invitations')

/** List the invite links of an organization. */
export const listOrganizationInviteLinks = /* @__PURE__ */ defineOperation<
  { organizationId: string; query?: { page?: string | undefined; limit?: number | undefined } },
  {
    next?: { page: string }
    previous?: { page: string }
    count: number
    items: Array<OrganizationInviteLink>
  }
>('listOrganizationInviteLinks', 'GET', '/orgs/{organizationId}/link-invites')

/** List the organizations you belong to. */
export const listOrganizationsForAuthenticatedUser = /* @__PURE__ */ defineOperation<
  { query?: { page?: string | undefined; limit?: number | undefined } },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<Organization> }
>('listOrganizationsForAuthenticatedUser', 'GET', '/orgs')

/** List the links of a page in the content of a change request. */
export const listPageLinksInChangeRequest = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    changeRequestId: string
    pageId: string
    query?: {
      status?: ContentReferenceStatus | undefined
      page?: string | undefined
      limit?: number | undefined
    }
  },
  {
    next?: { page: string }
    previous?: { page: string }
    count: number
    stats: ContentReferencesStats
    items: Array<ContentReferenceUsage>
  }
>(
  'listPageLinksInChangeRequest',
  'GET',
  '/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/links',
)

/** List the links of a page in the content of a space. */
export const listPageLinksInSpace = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    pageId: string
    query?: {
      status?: ContentReferenceStatus | undefined
      page?: string | undefined
      limit?: number | undefined
    }
  },
  {
    next?: { page: string }
    previous?: { page: string }
    count: number
    stats: ContentReferencesStats
    items: Array<ContentReferenceUsage>
  }
>('listPageLinksInSpace', 'GET', '/spaces/{spaceId}/content/page/{pageId}/links')

/** List the revisions in which a page changed. */
export const listPageRevisions = /* @__PURE__ */ defineOperation<
  { spaceId: string; pageId: string; query?: { page?: string | undefined; limit?: number | undefined } },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<PageRevisionEntry> }
>('listPageRevisions', 'GET', '/spaces/{spaceId}/content/page/{pageId}/revisions')

/** List the pages in the content of a space. */
export const listPages = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    query?: {
      metadata?: boolean | undefined
      computed?: boolean | undefined
      fields?: 'all' | 'tree' | undefined
    }
  },
  { pages: Array<RevisionPage> }
>('listPages', 'GET', '/spaces/{spaceId}/content/pages')

/** List the pages in the content of a change request. */
export const listPagesInChangeRequest = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    changeRequestId: string
    query?: {
      metadata?: boolean | undefined
      computed?: boolean | undefined
      fields?: 'all' | 'tree' | undefined
    }
  },
  { pages: Array<RevisionPage> }
>('listPagesInChangeRequest', 'GET', '/spaces/{spaceId}/change-requests/{changeRequestId}/content/pages')

/** List the pages in a revision. */
export const listPagesInRevisionById = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    revisionId: string
    query?: {
      metadata?: boolean | undefined
      computed?: boolean | undefined
      fields?: 'all' | 'tree' | undefined
    }
  },
  { pages: Array<RevisionPage> }
>('listPagesInRevisionById', 'GET', '/spaces/{spaceId}/revisions/{revisionId}/pages')

/** List your passkeys. */
export const listPasskeys = /* @__PURE__ */ defineOperation<
  { query?: { page?: string | undefined; limit?: number | undefined } },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<Passkey> }
>('listPasskeys', 'GET', '/user/passkeys')

/** List everyone who has access to a collection, with their role. */
export const listPermissionsAggregateInCollection = /* @__PURE__ */ defineOperation<
  {
    collectionId: string
    query?: { role?: MemberRole | undefined; page?: string | undefined; limit?: number | undefined }
  },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<UserContentPermission> }
>('listPermissionsAggregateInCollection', 'GET', '/collections/{collectionId}/permissions/aggregate')

/** List everyone who has access to a site, with their role and where it comes from. */
export const listPermissionsAggregateInSite = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    siteId: string
    query?: {
      role?: MemberRole | 'guest' | undefined
      search?: string | undefined
      team?: string | undefined
      sort?: 'joinedAt' | 'lastSeenAt' | 'name' | undefined
      order?: 'asc' | 'desc' | undefined
      page?: string | undefined
      limit?: number | undefined
    }
  },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<UserSitePermission> }
>('listPermissionsAggregateInSite', 'GET', '/orgs/{organizationId}/sites/{siteId}/permissions/aggregate')

/** List everyone who has access to a space, with their role. */
export const listPermissionsAggregateInSpace = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    query?: { role?: MemberRole | undefined; page?: string | undefined; limit?: number | undefined }
  },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<UserContentPermission> }
>('listPermissionsAggregateInSpace', 'GET', '/spaces/{spaceId}/permissions/aggregate')

/** List the links that preview a change request. */
export const listPreviewLinks = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    changeRequestId: string
    query?: { page?: string | undefined; limit?: number | undefined }
  },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<PreviewLink> }
>('listPreviewLinks', 'GET', '/spaces/{spaceId}/change-requests/{changeRequestId}/preview-links')

/** Get the meta links of a page. */
export const listRevisionPageMetaLinks = /* @__PURE__ */ defineOperation<
  { spaceId: string; revisionId: string; pageId: string },
  RevisionPageMetaLinks
>('listRevisionPageMetaLinks', 'GET', '/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}/meta-links')

/** List the revisions of a space. */
export const listRevisionsInSpace = /* @__PURE__ */ defineOperation<
  { spaceId: string; query?: { page?: string | undefined; limit?: number | undefined } },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<RevisionEntry> }
>('listRevisionsInSpace', 'GET', '/spaces/{spaceId}/revisions')

/** List the SAML providers of an organization. */
export const listSAMLProvidersInOrganizationById = /* @__PURE__ */ defineOperation<
  { organizationId: string; query?: { page?: string | undefined; limit?: number | undefined } },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<SamlProvider> }
>('listSAMLProvidersInOrganizationById', 'GET', '/orgs/{organizationId}/saml')

/** List how to sign in to an organization. */
export const listSSOProviderLoginsInOrganization = /* @__PURE__ */ defineOperation<
  { organizationId: string },
  { items: Array<{ id: string; label: string; startURL: string }> }
>('listSSOProviderLoginsInOrganization', 'GET', '/orgs/{organizationId}/sso')

/** List where you are signed in. */
export const listSessions = /* @__PURE__ */ defineOperation<
  { query?: { page?: string | undefined; limit?: number | undefined } },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<Session> }
>('listSessions', 'GET', '/user/sessions')

/** List the identity providers of the installation. */
export const listSignInProviders = /* @__PURE__ */ defineOperation<object, SignInProviders>(
  'listSignInProviders',
  'GET',
  '/sign-in/providers',
)

/** List conditions that the schema of visitors’ claims suggests. */
export const listSiteAdaptiveTemplateConditions = /* @__PURE__ */ defineOperation<
  { organizationId: string; siteId: string },
  { items: Array<SiteAdaptiveTemplateCondition> }
>(
  'listSiteAdaptiveTemplateConditions',
  'GET',
  '/orgs/{organizationId}/sites/{siteId}/adaptive-schema/template-conditions',
)

/** List the redirects of a site. */
export const listSiteRedirects = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    siteId: string
    query?: { search?: string | undefined; page?: string | undefined; limit?: number | undefined }
  },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<SiteRedirect> }
>('listSiteRedirects', 'GET', '/orgs/{organizationId}/sites/{siteId}/redirects')

/** List the section groups of a site. */
export const listSiteSectionGroups = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    siteId: string
    query?: { page?: string | undefined; limit?: number | undefined }
  },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<SiteSectionGroup> }
>('listSiteSectionGroups', 'GET', '/orgs/{organizationId}/sites/{siteId}/section-groups')

/** List the sections of a site. */
export const listSiteSections = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    siteId: string
    query?: { shareKey?: string | undefined; page?: string | undefined; limit?: number | undefined }
  },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<SiteSection> }
>('listSiteSections', 'GET', '/orgs/{organizationId}/sites/{siteId}/sections')

/** List the share links of a site. */
export const listSiteShareLinks = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    siteId: string
    query?: { page?: string | undefined; limit?: number | undefined }
  },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<ShareLink> }
>('listSiteShareLinks', 'GET', '/orgs/{organizationId}/sites/{siteId}/share-links')

/** List the site spaces of a site. */
export const listSiteSpaces = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    siteId: string
    query?: {
      shareKey?: string | undefined
      default?: boolean | undefined
      page?: string | undefined
      limit?: number | undefined
    }
  },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<SiteSpace> }
>('listSiteSpaces', 'GET', '/orgs/{organizationId}/sites/{siteId}/site-spaces')

/** List the sites of an organization. */
export const listSites = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    query?: {
      space?: string | undefined
      title?: string | undefined
      published?: boolean | undefined
      type?: Array<SiteType> | undefined
      page?: string | undefined
      limit?: number | undefined
    }
  },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<Site> }
>('listSites', 'GET', '/orgs/{organizationId}/sites')

/** List where a file is referred to in the content of a space. */
export const listSpaceFileBacklinks = /* @__PURE__ */ defineOperation<
  { spaceId: string; fileId: string; query?: { page?: string | undefined; limit?: number | undefined } },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<ContentLocation> }
>('listSpaceFileBacklinks', 'GET', '/spaces/{spaceId}/content/files/{fileId}/backlinks')

/** List the links of a space. */
export const listSpaceLinks = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    query?: {
      status?: ContentReferenceStatus | undefined
      page?: string | undefined
      limit?: number | undefined
    }
  },
  {
    next?: { page: string }
    previous?: { page: string }
    count: number
    stats: ContentReferencesStats
    items: Array<ContentReferenceUsage>
  }
>('listSpaceLinks', 'GET', '/spaces/{spaceId}/links')

/** List where a page is referred to in the content of a space. */
export const listSpacePageBacklinks = /* @__PURE__ */ defineOperation<
  { spaceId: string; pageId: string; query?: { page?: string | undefined; limit?: number | undefined } },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<ContentLocation> }
>('listSpacePageBacklinks', 'GET', '/spaces/{spaceId}/content/page/{pageId}/backlinks')

/** Get the meta links of a page. */
export const listSpacePageMetaLinks = /* @__PURE__ */ defineOperation<
  { spaceId: string; pageId: string },
  RevisionPageMetaLinks
>('listSpacePageMetaLinks', 'GET', '/spaces/{spaceId}/content/page/{pageId}/meta-links')

/** List where a reusable content is included in the content of a space. */
export const listSpaceReusableContentUses = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    reusableContentId: string
    query?: { page?: string | undefined; limit?: number | undefined }
  },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<ContentLocation> }
>(
  'listSpaceReusableContentUses',
  'GET',
  '/spaces/{spaceId}/content/reusable-contents/{reusableContentId}/uses',
)

/** List the spaces a member has access to, with their role there. */
export const listSpacesForOrganizationMember = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    userId: string
    query?: { order?: 'asc' | 'desc' | undefined; page?: string | undefined; limit?: number | undefined }
  },
  {
    next?: { page: string }
    previous?: { page: string }
    count: number
    items: Array<MemberContentPermission>
  }
>('listSpacesForOrganizationMember', 'GET', '/orgs/{organizationId}/members/{userId}/spaces')

/** List the spaces in a collection. */
export const listSpacesInCollectionById = /* @__PURE__ */ defineOperation<
  { collectionId: string; query?: { page?: string | undefined; limit?: number | undefined } },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<Space> }
>('listSpacesInCollectionById', 'GET', '/collections/{collectionId}/spaces')

/** List the spaces of an organization. */
export const listSpacesInOrganizationById = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    query?: { deleted?: boolean | undefined; page?: string | undefined; limit?: number | undefined }
  },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<Space> }
>('listSpacesInOrganizationById', 'GET', '/orgs/{organizationId}/spaces')

/** List the members of a team. */
export const listTeamMembersInOrganizationById = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    teamId: string
    query?: { page?: string | undefined; limit?: number | undefined }
  },
  {
    next?: { page: string }
    previous?: { page: string }
    count: number
    items: Array<OrganizationTeamMember>
  }
>('listTeamMembersInOrganizationById', 'GET', '/orgs/{organizationId}/teams/{teamId}/members')

/** List what teams were granted on a collection. */
export const listTeamPermissionsInCollection = /* @__PURE__ */ defineOperation<
  { collectionId: string; query?: { page?: string | undefined; limit?: number | undefined } },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<TeamContentPermission> }
>('listTeamPermissionsInCollection', 'GET', '/collections/{collectionId}/permissions/teams')

/** List what teams were granted on a site. */
export const listTeamPermissionsInSite = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    siteId: string
    query?: { page?: string | undefined; limit?: number | undefined }
  },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<TeamContentPermission> }
>('listTeamPermissionsInSite', 'GET', '/orgs/{organizationId}/sites/{siteId}/permissions/teams')

/** List what teams were granted on a space. */
export const listTeamPermissionsInSpace = /* @__PURE__ */ defineOperation<
  { spaceId: string; query?: { page?: string | undefined; limit?: number | undefined } },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<TeamContentPermission> }
>('listTeamPermissionsInSpace', 'GET', '/spaces/{spaceId}/permissions/teams')

/** List the teams a member is in. */
export const listTeamsForOrganizationMember = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    userId: string
    query?: { title?: string | undefined; page?: string | undefined; limit?: number | undefined }
  },
  {
    next?: { page: string }
    previous?: { page: string }
    count: number
    items: Array<{ team: OrganizationTeam; member: TeamMember }>
  }
>('listTeamsForOrganizationMember', 'GET', '/orgs/{organizationId}/members/{userId}/teams')

/** List the teams of an organization. */
export const listTeamsInOrganizationById = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    query?: {
      owner?: string | undefined
      title?: string | undefined
      page?: string | undefined
      limit?: number | undefined
    }
  },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<OrganizationTeam> }
>('listTeamsInOrganizationById', 'GET', '/orgs/{organizationId}/teams')

/** List the templates that spaces can start with. */
export const listTemplates = /* @__PURE__ */ defineOperation<
  object,
  { items: Array<Template>; count: number }
>('listTemplates', 'GET', '/templates')

/** List your access tokens. */
export const listTokens = /* @__PURE__ */ defineOperation<
  { query?: { page?: string | undefined; limit?: number | undefined } },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<Token> }
>('listTokens', 'GET', '/user/tokens')

/** List the translations of an organization. */
export const listTranslations = /* @__PURE__ */ defineOperation<
  { organizationId: string; query?: { page?: string | undefined; limit?: number | undefined } },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<Translation> }
>('listTranslations', 'GET', '/orgs/{organizationId}/translations')

/** List what people were granted on a collection. */
export const listUserPermissionsInCollection = /* @__PURE__ */ defineOperation<
  { collectionId: string; query?: { page?: string | undefined; limit?: number | undefined } },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<UserContentPermission> }
>('listUserPermissionsInCollection', 'GET', '/collections/{collectionId}/permissions/users')

/** List what people were granted on a site. */
export const listUserPermissionsInSite = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    siteId: string
    query?: { page?: string | undefined; limit?: number | undefined }
  },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<UserContentPermission> }
>('listUserPermissionsInSite', 'GET', '/orgs/{organizationId}/sites/{siteId}/permissions/users')

/** List what people were granted on a space. */
export const listUserPermissionsInSpace = /* @__PURE__ */ defineOperation<
  { spaceId: string; query?: { page?: string | undefined; limit?: number | undefined } },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<UserContentPermission> }
>('listUserPermissionsInSpace', 'GET', '/spaces/{spaceId}/permissions/users')

/** List the changed pages that you have looked at. */
export const listViewedPages = /* @__PURE__ */ defineOperation<
  { spaceId: string; changeRequestId: string },
  ViewedPages
>('listViewedPages', 'GET', '/spaces/{spaceId}/change-requests/{changeRequestId}/viewed-pages')

/** Mark all your notifications as read. */
export const markNotificationsAsRead = /* @__PURE__ */ defineOperation<
  { query?: { organization?: string | undefined } },
  undefined
>('markNotificationsAsRead', 'POST', '/user/notifications/read')

/** Mark a changed page as looked at. */
export const markPageAsViewed = /* @__PURE__ */ defineOperation<
  { spaceId: string; changeRequestId: string; pageId: string; query?: { revision?: string | undefined } },
  undefined
>('markPageAsViewed', 'PUT', '/spaces/{spaceId}/change-requests/{changeRequestId}/viewed-pages/{pageId}')

/** Merge a change request into its space. */
export const mergeChangeRequest = /* @__PURE__ */ defineOperation<
  { spaceId: string; changeRequestId: string },
  {
    revision: string
    result: 'merge' | 'conflicts'
    conflicts: Array<{ page?: string; path?: string; kind: string }>
  }
>('mergeChangeRequest', 'POST', '/spaces/{spaceId}/change-requests/{changeRequestId}/merge')

/** Move a collection to another parent or position. */
export const moveCollection = /* @__PURE__ */ defineOperation<
  { collectionId: string; body: { parent?: string | null; position?: ContentPosition } },
  Collection
>('moveCollection', 'POST', '/collections/{collectionId}/move')

/** Move a section before or after another one. */
export const moveSiteSection = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    siteId: string
    siteSectionId: string
    body?: {
      position?: {
        before?: { type: 'site-section'; siteSection: string }
        after?: { type: 'site-section'; siteSection: string }
      }
    }
  },
  SiteSection
>('moveSiteSection', 'POST', '/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}/move')

/** Move a section group before or after a section or another group. */
export const moveSiteSectionGroup = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    siteId: string
    siteSectionGroupId: string
    body?: {
      position?: {
        before?: { type: 'site-section' | 'site-section-group'; id: string }
        after?: { type: 'site-section' | 'site-section-group'; id: string }
      }
    }
  },
  SiteSectionGroup
>(
  'moveSiteSectionGroup',
  'POST',
  '/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/move',
)

/** Move a site space before or after another one. */
export const moveSiteSpace = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    siteId: string
    siteSpaceId: string
    body?: {
      position?: {
        before?: { type: 'site-space'; siteSpace: string }
        after?: { type: 'site-space'; siteSpace: string }
      }
    }
  },
  SiteSpace
>('moveSiteSpace', 'POST', '/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/move')

/** Move a space to another collection or position. */
export const moveSpace = /* @__PURE__ */ defineOperation<
  { spaceId: string; body: { parent?: string | null; position?: ContentPosition } },
  Space
>('moveSpace', 'POST', '/spaces/{spaceId}/move')

/** Open a page to edit it together with others. */
export const openLivePage = /* @__PURE__ */ defineOperation<
  { spaceId: string; changeRequestId: string; pageId: string },
  LivePage
>('openLivePage', 'GET', '/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/live')

/** Set how a site space looks where it differs from its site. */
export const overrideSiteSpaceCustomizationById = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    siteId: string
    siteSpaceId: string
    body: {
      title?: string | null
      styling?: {
        theme?: 'clean' | 'muted' | 'bold' | 'gradient' | null
        primaryColor?: { light: string; dark: string } | null
        tint?: { color: { light: string; dark: string } } | null
        infoColor?: { light: string; dark: string } | null
        successColor?: { light: string; dark: string } | null
        warningColor?: { light: string; dark: string } | null
        dangerColor?: { light: string; dark: string } | null
        corners?: 'straight' | 'rounded' | 'circular' | null
        depth?: 'subtle' | 'flat' | null
        links?: 'default' | 'accent' | null
        font?:
          | 'ABCFavorit'
          | 'Inter'
          | 'Roboto'
          | 'RobotoSlab'
          | 'OpenSans'
          | 'SourceSansPro'
          | 'Lato'
          | 'Ubuntu'
          | 'Raleway'
          | 'Merriweather'
          | 'Overpass'
          | 'NotoSans'
          | 'IBMPlexSerif'
          | 'Poppins'
          | 'FiraSans'
          | {
              id: string
              custom: boolean
              fontFamily: string
              fontFaces: Array<{ weight: number; sources: Array<{ url: string; format?: 'woff2' | 'woff' }> }>
            }
          | null
        monospaceFont?:
          | 'FiraCode'
          | 'IBMPlexMono'
          | 'JetBrainsMono'
          | 'SourceCodePro'
          | 'RobotoMono'
          | 'SpaceMono'
          | 'DMMono'
          | 'Inconsolata'
          | {
              id: string
              custom: boolean
              fontFamily: string
              fontFaces: Array<{ weight: number; sources: Array<{ url: string; format?: 'woff2' | 'woff' }> }>
            }
          | null
        background?: 'plain' | 'match' | null
        icons?: 'regular' | 'solid' | 'duotone' | 'light' | 'thin' | null
        sidebar?: { background?: 'default' | 'filled' | null; list?: 'default' | 'pill' | 'line' | null }
        search?: 'prominent' | 'subtle' | null
      }
      internationalization?: {
        locale?: 'en' | 'fr' | 'es' | 'zh' | 'ja' | 'de' | 'nl' | 'no' | 'pt-br' | 'ru' | null
      }
      favicon?: { icon: { light: string; dark: string } } | { emoji: string } | Record<string, unknown> | null
      header?: {
        preset?: 'default' | 'bold' | 'contrast' | 'custom' | 'none' | null
        logo?: { light: string; dark: string } | null
        backgroundColor?: { light: string; dark: string } | null
        linkColor?: { light: string; dark: string } | null
        links?: Array<{
          title: string
          style?: 'link' | 'button-primary' | 'button-secondary'
          to:
            | { kind: 'url'; url: string }
            | { kind: 'file'; file: string; space?: string }
            | { kind: 'page'; page: string; space?: string }
            | { kind: 'anchor'; anchor: string; page?: string; space?: string }
            | { kind: 'user'; user: string }
            | { kind: 'collection'; collection: string }
            | { kind: 'space'; space: string }
            | { kind: 'reusable-content'; reusableContent: string; space?: string }
            | { kind: 'openapi'; spec: string }
            | null
          links: Array<{
            title: string
            to:
              | { kind: 'url'; url: string }
              | { kind: 'file'; file: string; space?: string }
              | { kind: 'page'; page: string; space?: string }
              | { kind: 'anchor'; anchor: string; page?: string; space?: string }
              | { kind: 'user'; user: string }
              | { kind: 'collection'; collection: string }
              | { kind: 'space'; space: string }
              | { kind: 'reusable-content'; reusableContent: string; space?: string }
              | { kind: 'openapi'; spec: string }
          }>
          condition?: string
        }> | null
      }
      footer?: {
        logo?: { light: string; dark: string } | null
        groups?: Array<{
          title: string
          links: Array<{
            title: string
            to:
              | { kind: 'url'; url: string }
              | { kind: 'file'; file: string; space?: string }
              | { kind: 'page'; page: string; space?: string }
              | { kind: 'anchor'; anchor: string; page?: string; space?: string }
              | { kind: 'user'; user: string }
              | { kind: 'collection'; collection: string }
              | { kind: 'space'; space: string }
              | { kind: 'reusable-content'; reusableContent: string; space?: string }
              | { kind: 'openapi'; spec: string }
          }>
        }> | null
        copyright?: string | null
      }
      announcement?: {
        enabled: boolean
        message: string
        link?: {
          title: string
          to:
            | { kind: 'url'; url: string }
            | { kind: 'file'; file: string; space?: string }
            | { kind: 'page'; page: string; space?: string }
            | { kind: 'anchor'; anchor: string; page?: string; space?: string }
            | { kind: 'user'; user: string }
            | { kind: 'collection'; collection: string }
            | { kind: 'space'; space: string }
            | { kind: 'reusable-content'; reusableContent: string; space?: string }
            | { kind: 'openapi'; spec: string }
        }
        style: 'info' | 'warning' | 'danger' | 'success'
      } | null
      themes?: { default?: 'light' | 'dark' | 'system' | null; toggeable?: boolean | null }
      pdf?: { enabled?: boolean | null }
      feedback?: { enabled?: boolean | null }
      ai?: { mode?: 'none' | 'search' | 'assistant' | null }
      advancedCustomization?: { enabled?: boolean | null }
      git?: { showEditLink?: boolean | null }
      pageActions?: {
        externalAI?: boolean | null
        markdown?: boolean | null
        mcp?: boolean | null
        items?: Array<'assistant' | 'external-ai' | 'markdown' | 'mcp' | 'git' | 'pdf'> | null
      }
      externalLinks?: { target?: 'self' | 'blank' | null }
      pagination?: { enabled?: boolean | null }
      trademark?: { enabled?: boolean | null }
      privacyPolicy?: { url?: string | null }
      socialPreview?: { url?: string | null }
      insights?: { trackingCookie?: boolean | null }
    }
  },
  SiteCustomizationSettings
>(
  'overrideSiteSpaceCustomizationById',
  'PATCH',
  '/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/customization',
)

/** Plan the merge of a change request. */
export const planChangeRequestMerge = /* @__PURE__ */ defineOperation<
  { spaceId: string; changeRequestId: string; body: { mergeAt?: string } },
  ChangeRequest
>('planChangeRequestMerge', 'PUT', '/spaces/{spaceId}/change-requests/{changeRequestId}/planned-merge')

/** Comment on a change request. */
export const postCommentInChangeRequest = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    changeRequestId: string
    body: {
      body?: { markdown?: string; document?: JSONDocument }
      page?: string
      node?: string
      tableCell?: { record: string; definition: string }
      quote?: { exact: string; prefix?: string; suffix?: string }
      suggestion?: { replacement: string }
    }
  },
  Comment
>('postCommentInChangeRequest', 'POST', '/spaces/{spaceId}/change-requests/{changeRequestId}/comments')

/** Comment on a space. */
export const postCommentInSpace = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    body: {
      body?: { markdown?: string; document?: JSONDocument }
      page?: string
      node?: string
      tableCell?: { record: string; definition: string }
      quote?: { exact: string; prefix?: string; suffix?: string }
      suggestion?: { replacement: string }
    }
  },
  Comment
>('postCommentInSpace', 'POST', '/spaces/{spaceId}/comments')

/** Reply to a comment on a change request. */
export const postCommentReplyInChangeRequest = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    changeRequestId: string
    commentId: string
    query?: { format?: 'document' | 'markdown' | undefined }
    body: { body: { markdown?: string; document?: JSONDocument } }
  },
  CommentReply
>(
  'postCommentReplyInChangeRequest',
  'POST',
  '/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies',
)

/** Reply to a comment on a space. */
export const postCommentReplyInSpace = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    commentId: string
    query?: { format?: 'document' | 'markdown' | undefined }
    body: { body: { markdown?: string; document?: JSONDocument } }
  },
  CommentReply
>('postCommentReplyInSpace', 'POST', '/spaces/{spaceId}/comments/{commentId}/replies')

/** Preview a page of a site with settings that are not saved. */
export const previewSiteCustomization = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    siteId: string
    body: {
      customization?: {
        title?: string | null
        styling?: {
          theme?: 'clean' | 'muted' | 'bold' | 'gradient' | null
          primaryColor?: { light: string; dark: string } | null
          tint?: { color: { light: string; dark: string } } | null
          infoColor?: { light: string; dark: string } | null
          successColor?: { light: string; dark: string } | null
          warningColor?: { light: string; dark: string } | null
          dangerColor?: { light: string; dark: string } | null
          corners?: 'straight' | 'rounded' | 'circular' | null
          depth?: 'subtle' | 'flat' | null
          links?: 'default' | 'accent' | null
          font?:
            | 'ABCFavorit'
            | 'Inter'
            | 'Roboto'
            | 'RobotoSlab'
            | 'OpenSans'
            | 'SourceSansPro'
            | 'Lato'
            | 'Ubuntu'
            | 'Raleway'
            | 'Merriweather'
            | 'Overpass'
            | 'NotoSans'
            | 'IBMPlexSerif'
            | 'Poppins'
            | 'FiraSans'
            | {
                id: string
                custom: boolean
                fontFamily: string
                fontFaces: Array<{
                  weight: number
                  sources: Array<{ url: string; format?: 'woff2' | 'woff' }>
                }>
              }
            | null
          monospaceFont?:
            | 'FiraCode'
            | 'IBMPlexMono'
            | 'JetBrainsMono'
            | 'SourceCodePro'
            | 'RobotoMono'
            | 'SpaceMono'
            | 'DMMono'
            | 'Inconsolata'
            | {
                id: string
                custom: boolean
                fontFamily: string
                fontFaces: Array<{
                  weight: number
                  sources: Array<{ url: string; format?: 'woff2' | 'woff' }>
                }>
              }
            | null
          background?: 'plain' | 'match' | null
          icons?: 'regular' | 'solid' | 'duotone' | 'light' | 'thin' | null
          sidebar?: { background?: 'default' | 'filled' | null; list?: 'default' | 'pill' | 'line' | null }
          search?: 'prominent' | 'subtle' | null
        }
        internationalization?: {
          locale?: 'en' | 'fr' | 'es' | 'zh' | 'ja' | 'de' | 'nl' | 'no' | 'pt-br' | 'ru' | null
        }
        favicon?:
          | { icon: { light: string; dark: string } }
          | { emoji: string }
          | Record<string, unknown>
          | null
        header?: {
          preset?: 'default' | 'bold' | 'contrast' | 'custom' | 'none' | null
          logo?: { light: string; dark: string } | null
          backgroundColor?: { light: string; dark: string } | null
          linkColor?: { light: string; dark: string } | null
          links?: Array<{
            title: string
            style?: 'link' | 'button-primary' | 'button-secondary'
            to:
              | { kind: 'url'; url: string }
              | { kind: 'file'; file: string; space?: string }
              | { kind: 'page'; page: string; space?: string }
              | { kind: 'anchor'; anchor: string; page?: string; space?: string }
              | { kind: 'user'; user: string }
              | { kind: 'collection'; collection: string }
              | { kind: 'space'; space: string }
              | { kind: 'reusable-content'; reusableContent: string; space?: string }
              | { kind: 'openapi'; spec: string }
              | null
            links: Array<{
              title: string
              to:
                | { kind: 'url'; url: string }
                | { kind: 'file'; file: string; space?: string }
                | { kind: 'page'; page: string; space?: string }
                | { kind: 'anchor'; anchor: string; page?: string; space?: string }
                | { kind: 'user'; user: string }
                | { kind: 'collection'; collection: string }
                | { kind: 'space'; space: string }
                | { kind: 'reusable-content'; reusableContent: string; space?: string }
                | { kind: 'openapi'; spec: string }
            }>
            condition?: string
          }> | null
        }
        footer?: {
          logo?: { light: string; dark: string } | null
          groups?: Array<{
            title: string
            links: Array<{
              title: string
              to:
                | { kind: 'url'; url: string }
                | { kind: 'file'; file: string; space?: string }
                | { kind: 'page'; page: string; space?: string }
                | { kind: 'anchor'; anchor: string; page?: string; space?: string }
                | { kind: 'user'; user: string }
                | { kind: 'collection'; collection: string }
                | { kind: 'space'; space: string }
                | { kind: 'reusable-content'; reusableContent: string; space?: string }
                | { kind: 'openapi'; spec: string }
            }>
          }> | null
          copyright?: string | null
        }
        announcement?: {
          enabled: boolean
          message: string
          link?: {
            title: string
            to:
              | { kind: 'url'; url: string }
              | { kind: 'file'; file: string; space?: string }
              | { kind: 'page'; page: string; space?: string }
              | { kind: 'anchor'; anchor: string; page?: string; space?: string }
              | { kind: 'user'; user: string }
              | { kind: 'collection'; collection: string }
              | { kind: 'space'; space: string }
              | { kind: 'reusable-content'; reusableContent: string; space?: string }
              | { kind: 'openapi'; spec: string }
          }
          style: 'info' | 'warning' | 'danger' | 'success'
        } | null
        themes?: { default?: 'light' | 'dark' | 'system' | null; toggeable?: boolean | null }
        pdf?: { enabled?: boolean | null }
        feedback?: { enabled?: boolean | null }
        ai?: { mode?: 'none' | 'search' | 'assistant' | null }
        advancedCustomization?: { enabled?: boolean | null }
        git?: { showEditLink?: boolean | null }
        pageActions?: {
          externalAI?: boolean | null
          markdown?: boolean | null
          mcp?: boolean | null
          items?: Array<'assistant' | 'external-ai' | 'markdown' | 'mcp' | 'git' | 'pdf'> | null
        }
        externalLinks?: { target?: 'self' | 'blank' | null }
        pagination?: { enabled?: boolean | null }
        trademark?: { enabled?: boolean | null }
        privacyPolicy?: { url?: string | null }
        socialPreview?: { url?: string | null }
        insights?: { trackingCookie?: boolean | null }
      }
      overrides?: {
        siteSpace: string
        customization: {
          title?: string | null
          styling?: {
            theme?: 'clean' | 'muted' | 'bold' | 'gradient' | null
            primaryColor?: { light: string; dark: string } | null
            tint?: { color: { light: string; dark: string } } | null
            infoColor?: { light: string; dark: string } | null
            successColor?: { light: string; dark: string } | null
            warningColor?: { light: string; dark: string } | null
            dangerColor?: { light: string; dark: string } | null
            corners?: 'straight' | 'rounded' | 'circular' | null
            depth?: 'subtle' | 'flat' | null
            links?: 'default' | 'accent' | null
            font?:
              | 'ABCFavorit'
              | 'Inter'
              | 'Roboto'
              | 'RobotoSlab'
              | 'OpenSans'
              | 'SourceSansPro'
              | 'Lato'
              | 'Ubuntu'
              | 'Raleway'
              | 'Merriweather'
              | 'Overpass'
              | 'NotoSans'
              | 'IBMPlexSerif'
              | 'Poppins'
              | 'FiraSans'
              | {
                  id: string
                  custom: boolean
                  fontFamily: string
                  fontFaces: Array<{
                    weight: number
                    sources: Array<{ url: string; format?: 'woff2' | 'woff' }>
                  }>
                }
              | null
            monospaceFont?:
              | 'FiraCode'
              | 'IBMPlexMono'
              | 'JetBrainsMono'
              | 'SourceCodePro'
              | 'RobotoMono'
              | 'SpaceMono'
              | 'DMMono'
              | 'Inconsolata'
              | {
                  id: string
                  custom: boolean
                  fontFamily: string
                  fontFaces: Array<{
                    weight: number
                    sources: Array<{ url: string; format?: 'woff2' | 'woff' }>
                  }>
                }
              | null
            background?: 'plain' | 'match' | null
            icons?: 'regular' | 'solid' | 'duotone' | 'light' | 'thin' | null
            sidebar?: { background?: 'default' | 'filled' | null; list?: 'default' | 'pill' | 'line' | null }
            search?: 'prominent' | 'subtle' | null
          }
          internationalization?: {
            locale?: 'en' | 'fr' | 'es' | 'zh' | 'ja' | 'de' | 'nl' | 'no' | 'pt-br' | 'ru' | null
          }
          favicon?:
            | { icon: { light: string; dark: string } }
            | { emoji: string }
            | Record<string, unknown>
            | null
          header?: {
            preset?: 'default' | 'bold' | 'contrast' | 'custom' | 'none' | null
            logo?: { light: string; dark: string } | null
            backgroundColor?: { light: string; dark: string } | null
            linkColor?: { light: string; dark: string } | null
            links?: Array<{
              title: string
              style?: 'link' | 'button-primary' | 'button-secondary'
              to:
                | { kind: 'url'; url: string }
                | { kind: 'file'; file: string; space?: string }
                | { kind: 'page'; page: string; space?: string }
                | { kind: 'anchor'; anchor: string; page?: string; space?: string }
                | { kind: 'user'; user: string }
                | { kind: 'collection'; collection: string }
                | { kind: 'space'; space: string }
                | { kind: 'reusable-content'; reusableContent: string; space?: string }
                | { kind: 'openapi'; spec: string }
                | null
              links: Array<{
                title: string
                to:
                  | { kind: 'url'; url: string }
                  | { kind: 'file'; file: string; space?: string }
                  | { kind: 'page'; page: string; space?: string }
                  | { kind: 'anchor'; anchor: string; page?: string; space?: string }
                  | { kind: 'user'; user: string }
                  | { kind: 'collection'; collection: string }
                  | { kind: 'space'; space: string }
                  | { kind: 'reusable-content'; reusableContent: string; space?: string }
                  | { kind: 'openapi'; spec: string }
              }>
              condition?: string
            }> | null
          }
          footer?: {
            logo?: { light: string; dark: string } | null
            groups?: Array<{
              title: string
              links: Array<{
                title: string
                to:
                  | { kind: 'url'; url: string }
                  | { kind: 'file'; file: string; space?: string }
                  | { kind: 'page'; page: string; space?: string }
                  | { kind: 'anchor'; anchor: string; page?: string; space?: string }
                  | { kind: 'user'; user: string }
                  | { kind: 'collection'; collection: string }
                  | { kind: 'space'; space: string }
                  | { kind: 'reusable-content'; reusableContent: string; space?: string }
                  | { kind: 'openapi'; spec: string }
              }>
            }> | null
            copyright?: string | null
          }
          announcement?: {
            enabled: boolean
            message: string
            link?: {
              title: string
              to:
                | { kind: 'url'; url: string }
                | { kind: 'file'; file: string; space?: string }
                | { kind: 'page'; page: string; space?: string }
                | { kind: 'anchor'; anchor: string; page?: string; space?: string }
                | { kind: 'user'; user: string }
                | { kind: 'collection'; collection: string }
                | { kind: 'space'; space: string }
                | { kind: 'reusable-content'; reusableContent: string; space?: string }
                | { kind: 'openapi'; spec: string }
            }
            style: 'info' | 'warning' | 'danger' | 'success'
          } | null
          themes?: { default?: 'light' | 'dark' | 'system' | null; toggeable?: boolean | null }
          pdf?: { enabled?: boolean | null }
          feedback?: { enabled?: boolean | null }
          ai?: { mode?: 'none' | 'search' | 'assistant' | null }
          advancedCustomization?: { enabled?: boolean | null }
          git?: { showEditLink?: boolean | null }
          pageActions?: {
            externalAI?: boolean | null
            markdown?: boolean | null
            mcp?: boolean | null
            items?: Array<'assistant' | 'external-ai' | 'markdown' | 'mcp' | 'git' | 'pdf'> | null
          }
          externalLinks?: { target?: 'self' | 'blank' | null }
          pagination?: { enabled?: boolean | null }
          trademark?: { enabled?: boolean | null }
          privacyPolicy?: { url?: string | null }
          socialPreview?: { url?: string | null }
          insights?: { trackingCookie?: boolean | null }
        }
      }
      path?: string
      claims?: Record<string, unknown>
    }
  },
  SiteLookPreview
>('previewSiteCustomization', 'POST', '/orgs/{organizationId}/sites/{siteId}/customization/preview')

/** Publish a site to the audience that its visibility defines. */
export const publishSite = /* @__PURE__ */ defineOperation<{ organizationId: string; siteId: string }, Site>(
  'publishSite',
  'POST',
  '/orgs/{organizationId}/sites/{siteId}/publish',
)

/** Read what is new in a page that is open. */
export const readLiveUpdates = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    changeRequestId: string
    pageId: string
    query: { session: string; since?: number | undefined }
  },
  LiveUpdate
>(
  'readLiveUpdates',
  'GET',
  '/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/live/commits',
)

/** Receive a push. */
export const receiveGitWebhook = /* @__PURE__ */ defineOperation<
  { spaceId: string; body: Record<string, unknown> },
  undefined
>('receiveGitWebhook', 'POST', '/spaces/{spaceId}/git/webhook')

/** Receive a push to the repository of a site. */
export const receiveSiteGitWebhook = /* @__PURE__ */ defineOperation<
  { organizationId: string; siteId: string; body: Record<string, unknown> },
  undefined
>('receiveSiteGitWebhook', 'POST', '/orgs/{organizationId}/sites/{siteId}/git/webhook')

/** Replace the key that visitors’ JWTs are signed with. */
export const regenerateSitePublishingAuthById = /* @__PURE__ */ defineOperation<
  { organizationId: string; siteId: string },
  SitePublishingAuth
>(
  'regenerateSitePublishingAuthById',
  'POST',
  '/orgs/{organizationId}/sites/{siteId}/publishing/auth/regenerate',
)

/** Take a custom hostname from its site. */
export const removeCustomHostname = /* @__PURE__ */ defineOperation<{ hostname: string }, undefined>(
  'removeCustomHostname',
  'DELETE',
  '/custom-hostnames/{hostname}',
)

/** Stop importing automatically. */
export const removeGitWebhook = /* @__PURE__ */ defineOperation<{ spaceId: string }, undefined>(
  'removeGitWebhook',
  'DELETE',
  '/spaces/{spaceId}/git/webhook',
)

/** Remove a member. */
export const removeMemberFromOrganizationById = /* @__PURE__ */ defineOperation<
  { organizationId: string; userId: string },
  undefined
>('removeMemberFromOrganizationById', 'DELETE', '/orgs/{organizationId}/members/{userId}')

/** Remove a requested reviewer from a change request. */
export const removeRequestedReviewerFromChangeRequest = /* @__PURE__ */ defineOperation<
  { spaceId: string; changeRequestId: string; userId: string },
  undefined
>(
  'removeRequestedReviewerFromChangeRequest',
  'DELETE',
  '/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers/{userId}',
)

/** Take a section out of a group. */
export const removeSectionFromGroup = /* @__PURE__ */ defineOperation<
  { organizationId: string; siteId: string; siteSectionGroupId: string; siteSectionId: string },
  undefined
>(
  'removeSectionFromGroup',
  'DELETE',
  '/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/sections/{siteSectionId}',
)

/** End the Git synchronisation of a site. */
export const removeSiteGitSync = /* @__PURE__ */ defineOperation<
  { organizationId: string; siteId: string },
  undefined
>('removeSiteGitSync', 'DELETE', '/orgs/{organizationId}/sites/{siteId}/git')

/** Stop importing a site automatically. */
export const removeSiteGitWebhook = /* @__PURE__ */ defineOperation<
  { organizationId: string; siteId: string },
  undefined
>('removeSiteGitWebhook', 'DELETE', '/orgs/{organizationId}/sites/{siteId}/git/webhook')

/** Take back what a team was granted on a collection. */
export const removeTeamFromCollection = /* @__PURE__ */ defineOperation<
  { collectionId: string; teamId: string },
  undefined
>('removeTeamFromCollection', 'DELETE', '/collections/{collectionId}/permissions/teams/{teamId}')

/** Delete a team. */
export const removeTeamFromOrganizationById = /* @__PURE__ */ defineOperation<
  { organizationId: string; teamId: string },
  undefined
>('removeTeamFromOrganizationById', 'DELETE', '/orgs/{organizationId}/teams/{teamId}')

/** Take back what a team was granted on a site. */
export const removeTeamFromSite = /* @__PURE__ */ defineOperation<
  { organizationId: string; siteId: string; teamId: string },
  undefined
>('removeTeamFromSite', 'DELETE', '/orgs/{organizationId}/sites/{siteId}/permissions/teams/{teamId}')

/** Take back what a team was granted on a space. */
export const removeTeamFromSpace = /* @__PURE__ */ defineOperation<
  { spaceId: string; teamId: string },
  undefined
>('removeTeamFromSpace', 'DELETE', '/spaces/{spaceId}/permissions/teams/{teamId}')

/** Take back what a person was granted on a collection. */
export const removeUserFromCollection = /* @__PURE__ */ defineOperation<
  { collectionId: string; userId: string },
  undefined
>('removeUserFromCollection', 'DELETE', '/collections/{collectionId}/permissions/users/{userId}')

/** Take back what a person was granted on a site. */
export const removeUserFromSite = /* @__PURE__ */ defineOperation<
  { organizationId: string; siteId: string; userId: string },
  undefined
>('removeUserFromSite', 'DELETE', '/orgs/{organizationId}/sites/{siteId}/permissions/users/{userId}')

/** Take back what a person was granted on a space. */
export const removeUserFromSpace = /* @__PURE__ */ defineOperation<
  { spaceId: string; userId: string },
  undefined
>('removeUserFromSpace', 'DELETE', '/spaces/{spaceId}/permissions/users/{userId}')

/** Replace words in pages and reusable contents of a change request. */
export const replaceTextInChangeRequest = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    changeRequestId: string
    body: {
      text: string
      matchCase?: boolean
      wholeWords?: boolean
      replacement: string
      pages?: Array<{ page: string; version: string; places: Array<string> }>
      reusableContents?: Array<{ reusableContent: string; version: string; places: Array<string> }>
    }
  },
  TextReplacement
>(
  'replaceTextInChangeRequest',
  'POST',
  '/spaces/{spaceId}/change-requests/{changeRequestId}/content/text-replacements',
)

/** Change your e-mail address. */
export const requestEmailChange = /* @__PURE__ */ defineOperation<{ body: { email: string } }, EmailChange>(
  'requestEmailChange',
  'POST',
  '/user/email',
)

/** Ask for a mail with a link that sets a new password. */
export const requestPasswordReset = /* @__PURE__ */ defineOperation<{ body: { email: string } }, undefined>(
  'requestPasswordReset',
  'POST',
  '/user/password-resets',
)

/** Request reviews of a change request. */
export const requestReviewersForChangeRequest = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    changeRequestId: string
    body: { users: Array<string>; teams?: Array<string>; subject?: string; description?: JSONDocument }
  },
  { users: Array<ChangeRequestRequestedReviewer> }
>(
  'requestReviewersForChangeRequest',
  'POST',
  '/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers',
)

/** Ask for a mail with a link that signs you in. */
export const requestSignInLink = /* @__PURE__ */ defineOperation<{ body: { email: string } }, undefined>(
  'requestSignInLink',
  'POST',
  '/user/sign-in-links',
)

/** Send an invitation again. */
export const resendOrganizationInvitation = /* @__PURE__ */ defineOperation<
  { organizationId: string; invitationId: string },
  DeliveredLink
>('resendOrganizationInvitation', 'POST', '/orgs/{organizationId}/invitations/{invitationId}/resend')

/** Resolve the address of published content, for a visitor. */
export const resolvePublishedContentByUrl = /* @__PURE__ */ defineOperation<
  { body: { url: string; redirectOnError?: boolean; visitor?: SiteVisitorPayload } },
  PublishedSiteContentLookup
>('resolvePublishedContentByUrl', 'POST', '/urls/published')

/** Restore a space deleted in the last seven days. */
export const restoreSpace = /* @__PURE__ */ defineOperation<{ spaceId: string }, Space>(
  'restoreSpace',
  'POST',
  '/spaces/{spaceId}/restore',
)

/** Run a job again. */
export const retryJob = /* @__PURE__ */ defineOperation<{ organizationId: string; jobId: string }, Job>(
  'retryJob',
  'POST',
  '/orgs/{organizationId}/jobs/{jobId}/retry',
)

/** Run a translation. */
export const runTranslation = /* @__PURE__ */ defineOperation<
  { organizationId: string; translationId: string },
  undefined
>('runTranslation', 'POST', '/orgs/{organizationId}/translations/{translationId}/run')

/** Write a page that is open into the change request now. */
export const saveLivePage = /* @__PURE__ */ defineOperation<
  { spaceId: string; changeRequestId: string; pageId: string; body: { session: string } },
  LiveUpdate
>(
  'saveLivePage',
  'POST',
  '/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/live/save',
)

/** Search the content of an organization. */
export const searchOrganizationContent = /* @__PURE__ */ defineOperation<
  { organizationId: string; query: { query: string; page?: string | undefined; limit?: number | undefined } },
  {
    next?: { page: string }
    previous?: { page: string }
    count: number
    complete?: boolean
    progress?: { indexed: number; total: number }
    items: Array<SearchSpaceResult>
  }
>('searchOrganizationContent', 'GET', '/orgs/{organizationId}/search')

/** Search what a site shows. */
export const searchSiteContent = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    siteId: string
    query?: { page?: string | undefined; limit?: number | undefined }
    body: {
      query: string
      scope?: {
        mode: 'default' | 'specific' | 'all'
        currentSiteSpace?: string
        restrictTo?: 'currentSiteSpace' | 'otherSiteSpaces'
        includedSiteSpaces?: Array<string>
        siteSpaceIds?: Array<string>
      }
      mode?: 'specific' | 'current' | 'all'
      siteSpaceId?: string
      siteSpaceIds?: Array<string>
    }
  },
  {
    next?: { page: string }
    previous?: { page: string }
    count: number
    complete?: boolean
    progress?: { indexed: number; total: number }
    items: Array<SearchSpaceResult>
  }
>('searchSiteContent', 'POST', '/orgs/{organizationId}/sites/{siteId}/search')

/** Search the content of a space. */
export const searchSpaceContent = /* @__PURE__ */ defineOperation<
  { spaceId: string; query: { query: string; page?: string | undefined; limit?: number | undefined } },
  {
    next?: { page: string }
    previous?: { page: string }
    count: number
    complete?: boolean
    progress?: { indexed: number; total: number }
    items: Array<SearchPageResult>
  }
>('searchSpaceContent', 'GET', '/spaces/{spaceId}/search')

/** Import automatically on every push. */
export const setGitWebhook = /* @__PURE__ */ defineOperation<
  { spaceId: string; body: SetGitWebhook },
  GitWebhook
>('setGitWebhook', 'PUT', '/spaces/{spaceId}/git/webhook')

/** Say that you are in a page, and where. */
export const setLivePresence = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    changeRequestId: string
    pageId: string
    body: {
      session: string
      client: string
      version: number
      cursor?: { anchor: number; head: number }
      left?: boolean
    }
  },
  undefined
>(
  'setLivePresence',
  'PUT',
  '/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/live/presence',
)

/** Import a site automatically on every push. */
export const setSiteGitWebhook = /* @__PURE__ */ defineOperation<
  { organizationId: string; siteId: string; body: SetGitWebhook },
  GitWebhook
>('setSiteGitWebhook', 'PUT', '/orgs/{organizationId}/sites/{siteId}/git/webhook')

/** Let a member sign in with single sign-on. */
export const setUserAsSSOMemberForOrganization = /* @__PURE__ */ defineOperation<
  { organizationId: string; userId: string },
  OrganizationMember
>('setUserAsSSOMemberForOrganization', 'POST', '/orgs/{organizationId}/members/{userId}/sso')

/** Move something of a site before or after something else. */
export const sortSiteStructure = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    siteId: string
    body: {
      item: { type: 'site-space' | 'site-section' | 'site-section-group' | 'site-external-link'; id: string }
      position: {
        before?: {
          type: 'site-space' | 'site-section' | 'site-section-group' | 'site-external-link'
          id: string
        }
        after?: {
          type: 'site-space' | 'site-section' | 'site-section-group' | 'site-external-link'
          id: string
        }
      }
    }
  },
  SiteSpace | SiteSection | SiteExternalLink | SiteSectionGroup
>('sortSiteStructure', 'PATCH', '/orgs/{organizationId}/sites/{siteId}/structure/sort')

/** Preview the first synchronisation with a repository. */
export const startGitSyncPreview = /* @__PURE__ */ defineOperation<
  { spaceId: string; body: StartGitSyncPreview },
  GitSyncPreview
>('startGitSyncPreview', 'POST', '/spaces/{spaceId}/git/previews')

/** Start an import. */
export const startImportRun = /* @__PURE__ */ defineOperation<
  { organizationId: string; body: StartImportRun },
  ContentImportRun
>('startImportRun', 'POST', '/org/{organizationId}/imports')

/** Follow what changes in an organization. */
export const streamEventsInOrganization = /* @__PURE__ */ defineOperation<
  { organizationId: string; query?: { since?: string | undefined; follow?: boolean | undefined } },
  undefined
>('streamEventsInOrganization', 'GET', '/orgs/{organizationId}/events/stream')

/** Follow a page that is open. */
export const streamLiveUpdates = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    changeRequestId: string
    pageId: string
    query: { session: string; since?: number | undefined; follow?: boolean | undefined }
  },
  undefined
>(
  'streamLiveUpdates',
  'GET',
  '/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/live/stream',
)

/** Review a change request. */
export const submitChangeRequestReview = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    changeRequestId: string
    body: { status: ChangeRequestReviewStatus; comment?: { markdown?: string; document?: JSONDocument } }
  },
  ChangeRequestReview
>('submitChangeRequestReview', 'POST', '/spaces/{spaceId}/change-requests/{changeRequestId}/reviews')

/** Submit your drafts of comments on a change request, as one review. */
export const submitDraftComments = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    changeRequestId: string
    body: {
      status?: 'changes-requested' | 'approved'
      comment?: { markdown?: string; document?: JSONDocument }
    }
  },
  SubmittedDraftComments
>('submitDraftComments', 'POST', '/spaces/{spaceId}/change-requests/{changeRequestId}/draft-comments/submit')

/** Check the settings of an OpenID Connect provider. */
export const testOIDCProvider = /* @__PURE__ */ defineOperation<
  { organizationId: string; oidcProviderId: string },
  OidcProviderCheck
>('testOIDCProvider', 'POST', '/orgs/{organizationId}/oidc/{oidcProviderId}/test')

/** Transfer a collection to another organization. */
export const transferCollection = /* @__PURE__ */ defineOperation<
  { collectionId: string; body: { organization: string } },
  Collection
>('transferCollection', 'POST', '/collections/{collectionId}/transfer')

/** Transfer a space to another organization. */
export const transferSpace = /* @__PURE__ */ defineOperation<
  { spaceId: string; body: { organization: string } },
  Space
>('transferSpace', 'POST', '/spaces/{spaceId}/transfer')

/** Undo the merge of a change request. */
export const undoChangeRequestMerge = /* @__PURE__ */ defineOperation<
  { spaceId: string; changeRequestId: string; body: { subject?: string } },
  MergeUndo
>('undoChangeRequestMerge', 'POST', '/spaces/{spaceId}/change-requests/{changeRequestId}/undo-merge')

/** Undo a replacement of words. */
export const undoTextReplacement = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    changeRequestId: string
    body: {
      revision: string
      pages?: Array<{ page: string; version: string }>
      reusableContents?: Array<{ reusableContent: string; version: string }>
    }
  },
  TextReplacement
>(
  'undoTextReplacement',
  'POST',
  '/spaces/{spaceId}/change-requests/{changeRequestId}/content/text-replacements/undo',
)

/** Unlink an identity from your account. */
export const unlinkIdentity = /* @__PURE__ */ defineOperation<{ identityId: string }, undefined>(
  'unlinkIdentity',
  'DELETE',
  '/user/identities/{identityId}',
)

/** Take back that you have looked at a changed page. */
export const unmarkPageAsViewed = /* @__PURE__ */ defineOperation<
  { spaceId: string; changeRequestId: string; pageId: string },
  undefined
>('unmarkPageAsViewed', 'DELETE', '/spaces/{spaceId}/change-requests/{changeRequestId}/viewed-pages/{pageId}')

/** Take a site off the air. */
export const unpublishSite = /* @__PURE__ */ defineOperation<
  { organizationId: string; siteId: string },
  Site
>('unpublishSite', 'POST', '/orgs/{organizationId}/sites/{siteId}/unpublish')

/** Update a change request with the current content of its space. */
export const updateChangeRequest = /* @__PURE__ */ defineOperation<
  { spaceId: string; changeRequestId: string },
  {
    revision: string
    result: 'update' | 'conflicts'
    conflicts: Array<{ page?: string; path?: string; kind: string }>
  }
>('updateChangeRequest', 'POST', '/spaces/{spaceId}/change-requests/{changeRequestId}/update')

/** Update a change request. */
export const updateChangeRequestById = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    changeRequestId: string
    body: { subject?: string; description?: JSONDocument; status?: 'draft' | 'open' | 'archived' }
  },
  ChangeRequest
>('updateChangeRequestById', 'PATCH', '/spaces/{spaceId}/change-requests/{changeRequestId}')

/** Write content in a change request. */
export const updateChangeRequestContent = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    changeRequestId: string
    query?: { compat?: boolean | undefined }
    body: { revision?: string; changes: Array<ChangeRequestContentChange> }
  },
  | {
      changeRequest: ChangeRequest
      changes: Array<{
        object:
          | 'created_page'
          | 'updated_page'
          | 'deleted_page'
          | 'created_reusable_content'
          | 'updated_reusable_content'
          | 'deleted_reusable_content'
        ref?: string
        page?: { object: 'page'; id: string; urls: { location: string } } | string
        reusableContent?: string
      }>
      insertedFiles: Array<RevisionFile>
    }
  | ChangeRequest
>('updateChangeRequestContent', 'POST', '/spaces/{spaceId}/change-requests/{changeRequestId}/content')

/** Update a collection. */
export const updateCollectionById = /* @__PURE__ */ defineOperation<
  { collectionId: string; body: { title?: string; description?: string; defaultLevel?: DefaultLevel } },
  Collection
>('updateCollectionById', 'PATCH', '/collections/{collectionId}')

/** Edit, resolve, reopen or react to a comment on a change request. */
export const updateCommentInChangeRequest = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    changeRequestId: string
    commentId: string
    body: {
      resolved?: boolean
      body?: { markdown?: string; document?: JSONDocument }
      addedReactions?: Array<string>
      removedReactions?: Array<string>
    }
  },
  Comment
>(
  'updateCommentInChangeRequest',
  'PUT',
  '/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}',
)

/** Edit, resolve, reopen or react to a comment on a space. */
export const updateCommentInSpace = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    commentId: string
    body: {
      resolved?: boolean
      body?: { markdown?: string; document?: JSONDocument }
      addedReactions?: Array<string>
      removedReactions?: Array<string>
    }
  },
  Comment
>('updateCommentInSpace', 'PUT', '/spaces/{spaceId}/comments/{commentId}')

/** Edit or react to a reply to a comment on a change request. */
export const updateCommentReplyInChangeRequest = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    changeRequestId: string
    commentId: string
    commentReplyId: string
    body: {
      body?: { markdown?: string; document?: JSONDocument }
      addedReactions?: Array<string>
      removedReactions?: Array<string>
    }
  },
  CommentReply
>(
  'updateCommentReplyInChangeRequest',
  'PUT',
  '/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies/{commentReplyId}',
)

/** Edit or react to a reply to a comment on a space. */
export const updateCommentReplyInSpace = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    commentId: string
    commentReplyId: string
    body: {
      body?: { markdown?: string; document?: JSONDocument }
      addedReactions?: Array<string>
      removedReactions?: Array<string>
    }
  },
  CommentReply
>('updateCommentReplyInSpace', 'PUT', '/spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId}')

/** Update a font. */
export const updateCustomFont = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    fontId: string
    body: { fontFamily?: string; fontFaces?: Array<{ weight: number; storageKey: string | null }> }
  },
  CustomizationFontDefinition
>('updateCustomFont', 'POST', '/orgs/{organizationId}/fonts/{fontId}')

/** Edit the text of one of your drafts of comments on a change request. */
export const updateDraftComment = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    changeRequestId: string
    draftCommentId: string
    body: { body: { markdown?: string; document?: JSONDocument } }
  },
  DraftComment
>(
  'updateDraftComment',
  'PUT',
  '/spaces/{spaceId}/change-requests/{changeRequestId}/draft-comments/{draftCommentId}',
)

/** Change the glossary of an organization. */
export const updateGlossaryEntries = /* @__PURE__ */ defineOperation<
  { organizationId: string; body: { operations: Array<GlossaryBatchOperation> } },
  undefined
>('updateGlossaryEntries', 'PUT', '/orgs/{organizationId}/translations-glossary')

/** Change a member's role. */
export const updateMemberInOrganizationById = /* @__PURE__ */ defineOperation<
  { organizationId: string; userId: string; body: { role?: MemberRoleOrGuest } },
  OrganizationMember
>('updateMemberInOrganizationById', 'PATCH', '/orgs/{organizationId}/members/{userId}')

/** Add, change and remove members of a team. */
export const updateMembersInOrganizationTeam = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    teamId: string
    body: { add?: Array<string>; remove?: Array<string>; memberships?: Record<string, TeamMember> }
  },
  undefined
>('updateMembersInOrganizationTeam', 'PUT', '/orgs/{organizationId}/teams/{teamId}/members')

/** Mark a notification as read or unread. */
export const updateNotification = /* @__PURE__ */ defineOperation<
  { notificationId: string; body: { read: boolean } },
  Notification
>('updateNotification', 'PATCH', '/user/notifications/{notificationId}')

/** Update an OpenID Connect provider. */
export const updateOIDCProvider = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    oidcProviderId: string
    body: {
      label?: string
      issuer?: string
      clientID?: string
      clientSecret?: string | null
      domains?: Array<string>
      trustEmails?: boolean
      defaultTeam?: string | null
      defaultRole?: MemberRoleOrGuest
    }
  },
  OidcProvider
>('updateOIDCProvider', 'PATCH', '/orgs/{organizationId}/oidc/{oidcProviderId}')

/** Change the visibility of an OpenAPI spec. */
export const updateOpenAPISpecBySlug = /* @__PURE__ */ defineOperation<
  { organizationId: string; specSlug: string; body: { visibility: OpenAPISpecVisibility } },
  OpenAPISpec
>('updateOpenAPISpecBySlug', 'PATCH', '/orgs/{organizationId}/openapi/{specSlug}')

/** Update an organization. */
export const updateOrganizationById = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    body: {
      title?: string
      emailDomains?: Array<string>
      hostname?: string
      defaultRole?: MemberRoleOrGuest
      defaultContent?: { type: 'site'; site: string } | null
      logo?: string | null
      sso?: boolean
      ai?: boolean
      inviteLinks?: boolean
      mergeRules?: { type: 'rules'; rules: Array<MergeRule> } | { type: 'none' }
    }
  },
  Organization
>('updateOrganizationById', 'PATCH', '/orgs/{organizationId}')

/** Change what an invite link gives, and its limits. */
export const updateOrganizationInviteById = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    inviteId: string
    body: {
      maxUses?: number | null
      expiresAt?: string | null
      emailDomains?: Array<string>
      role?: MemberRoleOrGuest
      level?: MemberRoleOrGuest
    }
  },
  OrganizationInviteLink
>('updateOrganizationInviteById', 'PATCH', '/orgs/{organizationId}/link-invites/{inviteId}')

/** Say that you are here. */
export const updateOrganizationMemberLastSeenAt = /* @__PURE__ */ defineOperation<
  { organizationId: string },
  { serviceVisitorClaims: string; gitbookVisitorClaims: string }
>('updateOrganizationMemberLastSeenAt', 'POST', '/orgs/{organizationId}/ping')

/** Update a SAML provider. */
export const updateOrganizationSAMLProvider = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    samlProviderId: string
    body: {
      label?: string
      entityID?: string
      certificate?: string
      ssoURL?: string
      logoutURL?: string | null
      defaultTeam?: string | null
      defaultRole?: MemberRoleOrGuest
      idpInitiated?: boolean
    }
  },
  SamlProvider
>('updateOrganizationSAMLProvider', 'PATCH', '/orgs/{organizationId}/saml/{samlProviderId}')

/** Rename a passkey. */
export const updatePasskey = /* @__PURE__ */ defineOperation<
  { passkeyId: string; body: { name: string } },
  Passkey
>('updatePasskey', 'PATCH', '/user/passkeys/{passkeyId}')

/** Change your password. */
export const updatePassword = /* @__PURE__ */ defineOperation<
  { body: { currentPassword: string; password: string } },
  undefined
>('updatePassword', 'PUT', '/user/password')

/** Change how you want the console to be. */
export const updatePreferences = /* @__PURE__ */ defineOperation<
  {
    body: {
      language?: 'en' | 'de' | 'fr' | 'es' | 'pt' | 'ja' | 'zh' | 'ko' | 'ar' | null
      theme?: 'light' | 'dark' | 'system' | null
      notificationMail?: 'immediate' | 'daily' | 'never' | null
      console?: Record<string, unknown>
    }
  },
  Preferences
>('updatePreferences', 'PATCH', '/user/preferences')

/** Require a second factor, or no longer. */
export const updateSecondFactor = /* @__PURE__ */ defineOperation<
  { body: { required: boolean } },
  SecondFactor
>('updateSecondFactor', 'PUT', '/user/second-factor')

/** Set the schema of visitors’ claims. */
export const updateSiteAdaptiveSchema = /* @__PURE__ */ defineOperation<
  { organizationId: string; siteId: string; body: { jsonSchema: unknown } },
  SiteAdaptiveSchema
>('updateSiteAdaptiveSchema', 'PUT', '/orgs/{organizationId}/sites/{siteId}/adaptive-schema')

/** Update a site. */
export const updateSiteById = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    siteId: string
    body: {
      title?: string
      visibility?: SiteVisibility
      basename?: string
      hostname?: string | null
      adaptiveContent?: { enabled: boolean }
      agentsContext?: 'excluded' | 'included'
      embedding?: SiteEmbedding
      defaultLevel?: DefaultLevel
      defaultSiteSpace?: string
      defaultSiteSection?: string
      proxy?: string | null
    }
  },
  Site
>('updateSiteById', 'PATCH', '/orgs/{organizationId}/sites/{siteId}')

/** Set how a site looks. */
export const updateSiteCustomizationById = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    siteId: string
    body: {
      title?: string
      styling?: {
        theme?: 'clean' | 'muted' | 'bold' | 'gradient'
        primaryColor?: { light: string; dark: string }
        tint?: { color: { light: string; dark: string } }
        infoColor?: { light: string; dark: string }
        successColor?: { light: string; dark: string }
        warningColor?: { light: string; dark: string }
        dangerColor?: { light: string; dark: string }
        corners?: 'straight' | 'rounded' | 'circular'
        depth?: 'subtle' | 'flat'
        links?: 'default' | 'accent'
        font?:
          | 'ABCFavorit'
          | 'Inter'
          | 'Roboto'
          | 'RobotoSlab'
          | 'OpenSans'
          | 'SourceSansPro'
          | 'Lato'
          | 'Ubuntu'
          | 'Raleway'
          | 'Merriweather'
          | 'Overpass'
          | 'NotoSans'
          | 'IBMPlexSerif'
          | 'Poppins'
          | 'FiraSans'
          | {
              id: string
              custom: boolean
              fontFamily: string
              fontFaces: Array<{ weight: number; sources: Array<{ url: string; format?: 'woff2' | 'woff' }> }>
            }
        monospaceFont?:
          | 'FiraCode'
          | 'IBMPlexMono'
          | 'JetBrainsMono'
          | 'SourceCodePro'
          | 'RobotoMono'
          | 'SpaceMono'
          | 'DMMono'
          | 'Inconsolata'
          | {
              id: string
              custom: boolean
              fontFamily: string
              fontFaces: Array<{ weight: number; sources: Array<{ url: string; format?: 'woff2' | 'woff' }> }>
            }
        background?: 'plain' | 'match'
        icons?: 'regular' | 'solid' | 'duotone' | 'light' | 'thin'
        sidebar?: { background?: 'default' | 'filled'; list?: 'default' | 'pill' | 'line' }
        search?: 'prominent' | 'subtle'
      }
      internationalization?: {
        locale?: 'en' | 'fr' | 'es' | 'zh' | 'ja' | 'de' | 'nl' | 'no' | 'pt-br' | 'ru'
      }
      favicon?: { icon: { light: string; dark: string } } | { emoji: string } | Record<string, unknown>
      header?: {
        preset?: 'default' | 'bold' | 'contrast' | 'custom' | 'none'
        logo?: { light: string; dark: string }
        backgroundColor?: { light: string; dark: string }
        linkColor?: { light: string; dark: string }
        links?: Array<{
          title: string
          style?: 'link' | 'button-primary' | 'button-secondary'
          to:
            | { kind: 'url'; url: string }
            | { kind: 'file'; file: string; space?: string }
            | { kind: 'page'; page: string; space?: string }
            | { kind: 'anchor'; anchor: string; page?: string; space?: string }
            | { kind: 'user'; user: string }
            | { kind: 'collection'; collection: string }
            | { kind: 'space'; space: string }
            | { kind: 'reusable-content'; reusableContent: string; space?: string }
            | { kind: 'openapi'; spec: string }
            | null
          links: Array<{
            title: string
            to:
              | { kind: 'url'; url: string }
              | { kind: 'file'; file: string; space?: string }
              | { kind: 'page'; page: string; space?: string }
              | { kind: 'anchor'; anchor: string; page?: string; space?: string }
              | { kind: 'user'; user: string }
              | { kind: 'collection'; collection: string }
              | { kind: 'space'; space: string }
              | { kind: 'reusable-content'; reusableContent: string; space?: string }
              | { kind: 'openapi'; spec: string }
          }>
          condition?: string
        }>
      }
      footer?: {
        logo?: { light: string; dark: string }
        groups?: Array<{
          title: string
          links: Array<{
            title: string
            to:
              | { kind: 'url'; url: string }
              | { kind: 'file'; file: string; space?: string }
              | { kind: 'page'; page: string; space?: string }
              | { kind: 'anchor'; anchor: string; page?: string; space?: string }
              | { kind: 'user'; user: string }
              | { kind: 'collection'; collection: string }
              | { kind: 'space'; space: string }
              | { kind: 'reusable-content'; reusableContent: string; space?: string }
              | { kind: 'openapi'; spec: string }
          }>
        }>
        copyright?: string
      }
      announcement?: {
        enabled: boolean
        message: string
        link?: {
          title: string
          to:
            | { kind: 'url'; url: string }
            | { kind: 'file'; file: string; space?: string }
            | { kind: 'page'; page: string; space?: string }
            | { kind: 'anchor'; anchor: string; page?: string; space?: string }
            | { kind: 'user'; user: string }
            | { kind: 'collection'; collection: string }
            | { kind: 'space'; space: string }
            | { kind: 'reusable-content'; reusableContent: string; space?: string }
            | { kind: 'openapi'; spec: string }
        }
        style: 'info' | 'warning' | 'danger' | 'success'
      }
      themes?: { default?: 'light' | 'dark' | 'system'; toggeable?: boolean }
      pdf?: { enabled?: boolean }
      feedback?: { enabled?: boolean }
      ai?: { mode?: 'none' | 'search' | 'assistant' }
      advancedCustomization?: { enabled?: boolean }
      git?: { showEditLink?: boolean }
      pageActions?: {
        externalAI?: boolean
        markdown?: boolean
        mcp?: boolean
        items?: Array<'assistant' | 'external-ai' | 'markdown' | 'mcp' | 'git' | 'pdf'>
      }
      externalLinks?: { target?: 'self' | 'blank' }
      pagination?: { enabled?: boolean }
      trademark?: { enabled?: boolean }
      privacyPolicy?: { url?: string }
      socialPreview?: { url?: string }
      insights?: { trackingCookie?: boolean }
    }
  },
  SiteCustomizationSettings
>('updateSiteCustomizationById', 'PUT', '/orgs/{organizationId}/sites/{siteId}/customization')

/** Update a link to elsewhere. */
export const updateSiteExternalLinkById = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    siteId: string
    siteExternalLinkId: string
    body: {
      title?: string
      url?: string
      description?: string | null
      icon?: string | null
      parent?: string | null
      draft?: boolean
      localizedTitle?: Record<string, string> | null
      localizedDescription?: Record<string, string> | null
      condition?: string | null
    }
  },
  SiteExternalLink
>(
  'updateSiteExternalLinkById',
  'PATCH',
  '/orgs/{organizationId}/sites/{siteId}/external-links/{siteExternalLinkId}',
)

/** Update where visitors without a valid JWT are sent. */
export const updateSitePublishingAuthById = /* @__PURE__ */ defineOperation<
  { organizationId: string; siteId: string; body: { backend?: 'custom'; fallbackURL?: string | null } },
  SitePublishingAuth
>('updateSitePublishingAuthById', 'PATCH', '/orgs/{organizationId}/sites/{siteId}/publishing/auth')

/** Update a redirect. */
export const updateSiteRedirectById = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    siteId: string
    siteRedirectId: string
    body: {
      source?: string
      destination?:
        | { kind: 'site-section'; siteSectionId: string }
        | { kind: 'site-space'; siteSpaceId: string }
        | { kind: 'site-page'; siteSpaceId: string; pageId: string }
        | { kind: 'external'; url: string }
        | { kind: 'path'; spaceId: string; path: string }
      captureWildcard?: boolean
      draft?: boolean
      permanent?: boolean
    }
  },
  SiteRedirect
>('updateSiteRedirectById', 'PATCH', '/orgs/{organizationId}/sites/{siteId}/redirects/{siteRedirectId}')

/** Update a section. */
export const updateSiteSectionById = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    siteId: string
    siteSectionId: string
    body: {
      title?: string
      path?: string
      defaultSiteSpace?: string
      condition?: string | null
      icon?: string | null
      description?: string | null
      draft?: boolean
      localizedTitle?: Record<string, string> | null
      localizedDescription?: Record<string, string> | null
    }
  },
  SiteSection
>('updateSiteSectionById', 'PATCH', '/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}')

/** Update a section group. */
export const updateSiteSectionGroupById = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    siteId: string
    siteSectionGroupId: string
    body: {
      title?: string
      icon?: string | null
      draft?: boolean
      localizedTitle?: Record<string, string> | null
    }
  },
  SiteSectionGroup
>(
  'updateSiteSectionGroupById',
  'PATCH',
  '/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}',
)

/** Update a share link. */
export const updateSiteShareLinkById = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    siteId: string
    shareLinkId: string
    body: { active?: boolean; name?: string; expiresAt?: string | null }
  },
  ShareLink
>('updateSiteShareLinkById', 'PATCH', '/orgs/{organizationId}/sites/{siteId}/share-links/{shareLinkId}')

/** Update a site space. */
export const updateSiteSpaceById = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    siteId: string
    siteSpaceId: string
    body: {
      path?: string
      condition?: string | null
      spaceId?: string
      draft?: boolean
      hidden?: boolean
      localizedTitle?: Record<string, string> | null
    }
  },
  SiteSpace
>('updateSiteSpaceById', 'PATCH', '/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}')

/** Update a space. */
export const updateSpaceById = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    body: {
      title?: string
      emoji?: string | null
      icon?: string | null
      editMode?: 'live' | 'locked'
      defaultLevel?: DefaultLevel
      language?: TranslationLanguage
      mergeRules?: { type: 'inherit' } | { type: 'rules'; rules: Array<MergeRule> } | { type: 'none' }
    }
  },
  Space
>('updateSpaceById', 'PATCH', '/spaces/{spaceId}')

/** Update a team. */
export const updateTeamInOrganizationById = /* @__PURE__ */ defineOperation<
  { organizationId: string; teamId: string; body: { title: string } },
  OrganizationTeam
>('updateTeamInOrganizationById', 'PATCH', '/orgs/{organizationId}/teams/{teamId}')

/** Grant a team another role on a collection. */
export const updateTeamPermissionInCollection = /* @__PURE__ */ defineOperation<
  { collectionId: string; teamId: string; body: { role?: MemberRoleOrGuest } },
  undefined
>('updateTeamPermissionInCollection', 'PATCH', '/collections/{collectionId}/permissions/teams/{teamId}')

/** Grant a team another role on a site. */
export const updateTeamPermissionInSite = /* @__PURE__ */ defineOperation<
  { organizationId: string; siteId: string; teamId: string; body: { role?: MemberRoleOrGuest } },
  undefined
>('updateTeamPermissionInSite', 'PATCH', '/orgs/{organizationId}/sites/{siteId}/permissions/teams/{teamId}')

/** Grant a team another role on a space. */
export const updateTeamPermissionInSpace = /* @__PURE__ */ defineOperation<
  { spaceId: string; teamId: string; body: { role?: MemberRoleOrGuest } },
  undefined
>('updateTeamPermissionInSpace', 'PATCH', '/spaces/{spaceId}/permissions/teams/{teamId}')

/** Change the instructions of a translation. */
export const updateTranslation = /* @__PURE__ */ defineOperation<
  { organizationId: string; translationId: string; body: { instructions: JSONDocument } },
  Translation
>('updateTranslation', 'PUT', '/orgs/{organizationId}/translations/{translationId}')

/** Update your profile. */
export const updateUserById = /* @__PURE__ */ defineOperation<
  { userId: string; body: { displayName?: string; photoURL?: string } },
  User
>('updateUserById', 'PATCH', '/users/{userId}')

/** Grant a person another role on a collection. */
export const updateUserPermissionInCollection = /* @__PURE__ */ defineOperation<
  { collectionId: string; userId: string; body: { role?: MemberRoleOrGuest } },
  undefined
>('updateUserPermissionInCollection', 'PATCH', '/collections/{collectionId}/permissions/users/{userId}')

/** Grant a person another role on a site. */
export const updateUserPermissionInSite = /* @__PURE__ */ defineOperation<
  { organizationId: string; siteId: string; userId: string; body: { role?: MemberRoleOrGuest } },
  undefined
>('updateUserPermissionInSite', 'PATCH', '/orgs/{organizationId}/sites/{siteId}/permissions/users/{userId}')

/** Grant a person another role on a space. */
export const updateUserPermissionInSpace = /* @__PURE__ */ defineOperation<
  { spaceId: string; userId: string; body: { role?: MemberRoleOrGuest } },
  undefined
>('updateUserPermissionInSpace', 'PATCH', '/spaces/{spaceId}/permissions/users/{userId}')

/** Withdraw an invitation. */
export const withdrawOrganizationInvitation = /* @__PURE__ */ defineOperation<
  { organizationId: string; invitationId: string },
  undefined
>('withdrawOrganizationInvitation', 'DELETE', '/orgs/{organizationId}/invitations/{invitationId}')
