// Written by `npm run generate:operations` from the route table of the server. Do not edit.
import { defineOperation } from '../operation.ts'
import type {
  ApplySpaceTemplate,
  ComputedContentSourceRevision,
  ContentPosition,
  DefaultLevel,
  MemberContentPermission,
  MergeRule,
  Space,
  TranslationLanguage,
} from './types.ts'

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

/** Delete a space. */
export const deleteSpaceById = /* @__PURE__ */ defineOperation<{ spaceId: string }, undefined>(
  'deleteSpaceById',
  'DELETE',
  '/spaces/{spaceId}',
)

/** Duplicate a space. */
export const duplicateSpace = /* @__PURE__ */ defineOperation<{ spaceId: string }, Space>(
  'duplicateSpace',
  'POST',
  '/spaces/{spaceId}/duplicate',
)

/** Get a space. */
export const getSpaceById = /* @__PURE__ */ defineOperation<
  { spaceId: string; query?: { shareKey?: string | undefined } },
  Space
>('getSpaceById', 'GET', '/spaces/{spaceId}')

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

/** Move a space to another collection or position. */
export const moveSpace = /* @__PURE__ */ defineOperation<
  { spaceId: string; body: { parent?: string | null; position?: ContentPosition } },
  Space
>('moveSpace', 'POST', '/spaces/{spaceId}/move')

/** Restore a space deleted in the last seven days. */
export const restoreSpace = /* @__PURE__ */ defineOperation<{ spaceId: string }, Space>(
  'restoreSpace',
  'POST',
  '/spaces/{spaceId}/restore',
)

/** Transfer a space to another organization. */
export const transferSpace = /* @__PURE__ */ defineOperation<
  { spaceId: string; body: { organization: string } },
  Space
>('transferSpace', 'POST', '/spaces/{spaceId}/transfer')

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
