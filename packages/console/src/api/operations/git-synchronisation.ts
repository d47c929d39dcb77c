// Written by `npm run generate:operations` from the route table of the server. Do not edit.
import { defineOperation } from '../operation.ts'
import type {
  ExportSiteToGitRepository,
  ExportToGitRepository,
  GitSSHKey,
  GitSSHKeyList,
  GitSyncPreview,
  GitSyncState,
  GitWebhook,
  ImportGitRepository,
  ImportSiteGitRepository,
  SetGitWebhook,
  SiteGitSyncState,
  StartGitSyncPreview,
} from './types.ts'

/** Create an SSH key for a space. */
export const createGitSSHKey = /* @__PURE__ */ defineOperation<{ spaceId: string }, GitSSHKey>(
  'createGitSSHKey',
  'POST',
  '/spaces/{spaceId}/git/ssh-keys',
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

/** Get a preview of a synchronisation. */
export const getGitSyncPreview = /* @__PURE__ */ defineOperation<
  { spaceId: string; gitPreviewId: string },
  GitSyncPreview
>('getGitSyncPreview', 'GET', '/spaces/{spaceId}/git/previews/{gitPreviewId}')

/** Get the Git synchronisation of a site. */
export const getSiteGitInfo = /* @__PURE__ */ defineOperation<
  { organizationId: string; siteId: string },
  SiteGitSyncState
>('getSiteGitInfo', 'GET', '/orgs/{organizationId}/sites/{siteId}/git/info')

/** Get the Git synchronisation of a space. */
export const getSpaceGitInfo = /* @__PURE__ */ defineOperation<{ spaceId: string }, GitSyncState>(
  'getSpaceGitInfo',
  'GET',
  '/spaces/{spaceId}/git/info',
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

/** List the SSH keys of a space. */
export const listGitSSHKeys = /* @__PURE__ */ defineOperation<{ spaceId: string }, GitSSHKeyList>(
  'listGitSSHKeys',
  'GET',
  '/spaces/{spaceId}/git/ssh-keys',
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

/** Stop importing automatically. */
export const removeGitWebhook = /* @__PURE__ */ defineOperation<{ spaceId: string }, undefined>(
  'removeGitWebhook',
  'DELETE',
  '/spaces/{spaceId}/git/webhook',
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

/** Import automatically on every push. */
export const setGitWebhook = /* @__PURE__ */ defineOperation<
  { spaceId: string; body: SetGitWebhook },
  GitWebhook
>('setGitWebhook', 'PUT', '/spaces/{spaceId}/git/webhook')

/** Import a site automatically on every push. */
export const setSiteGitWebhook = /* @__PURE__ */ defineOperation<
  { organizationId: string; siteId: string; body: SetGitWebhook },
  GitWebhook
>('setSiteGitWebhook', 'PUT', '/orgs/{organizationId}/sites/{siteId}/git/webhook')

/** Preview the first synchronisation with a repository. */
export const startGitSyncPreview = /* @__PURE__ */ defineOperation<
  { spaceId: string; body: StartGitSyncPreview },
  GitSyncPreview
>('startGitSyncPreview', 'POST', '/spaces/{spaceId}/git/previews')
